// What the handler of a route gets: a request that passed the checks of key, rate limit and body.
import type { Dialect } from "../dialect";
import { HttpError } from "../http/http-error";
import type { Account } from "../store/account";
import type { Collection } from "../store/collection";
import { BodyFields } from "./body-fields";
import { listPage } from "./list-page";
import { type JsonResponse, success } from "./responses";
import { Serializer } from "./serializer";

/** One endpoint. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path as in api.md, with `:name` for a parameter. */
  readonly path: string;
  /** Whether the endpoint reads a JSON body. @default false */
  readonly hasBody?: boolean;
  readonly handle: (context: RequestContext) => JsonResponse;
}

export interface RequestContextOptions {
  readonly account: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly dialect: Dialect;
  /** Lists show the objects of this time (milliseconds since 1970). undefined: the current objects. */
  readonly listsAsOf: number | undefined;
}

interface Lookup<T> {
  get(id: number): T | undefined;
}

export class RequestContext {
  readonly account: Account;
  readonly dialect: Dialect;
  readonly fields: BodyFields;
  readonly serializer: Serializer;
  readonly #options: RequestContextOptions;

  constructor(options: RequestContextOptions) {
    this.#options = options;
    this.account = options.account;
    this.dialect = options.dialect;
    this.fields = new BodyFields(options.body, options.dialect);
    this.serializer = new Serializer(options.dialect);
  }

  /** A path parameter. */
  param(name: string): string {
    return this.#options.params[name] ?? "";
  }

  /** A parameter of the query. */
  query(name: string): string | undefined {
    return this.#options.query.get(name) ?? undefined;
  }

  /**
   * The object whose id is in the path.
   * @throws {HttpError} if the account has no such object.
   */
  find<T>(collection: Lookup<T>, type: string, param = "id"): T {
    const object = this.#findOptional(collection, param);
    if (object === undefined) throw new HttpError(this.dialect.unknownIdStatus, `${type} does not exist.`);
    return object;
  }

  /** The objects that a list shows, oldest first. */
  listed<T extends { readonly id: number }, New>(collection: Collection<T, New>): readonly T[] {
    const { listsAsOf } = this.#options;
    return listsAsOf === undefined ? collection.list() : collection.listAt(listsAsOf);
  }

  /** An object as a list shows it. undefined if the list does not show it yet. */
  asListed<T extends { readonly id: number }, New>(collection: Collection<T, New>, object: T): T | undefined {
    if (this.#options.listsAsOf === undefined) return object;
    return this.listed(collection).find(({ id }) => id === object.id);
  }

  /** One page of a list. `items` are all its objects, oldest first. */
  list<T>(key: string, items: readonly T[], view: (item: T) => unknown): JsonResponse {
    return listPage(this.dialect, this.serializer, this.#options.query, key, items, view);
  }

  done(message: string): JsonResponse {
    return success(this.dialect, "plain", { message });
  }

  /** Success of a POST to `/add`. */
  created(fields: Readonly<Record<string, unknown>>): JsonResponse {
    return success(this.dialect, "plain", fields, this.dialect.createStatus);
  }

  /** Deletes the object whose id is in the path. */
  delete(
    collection: Lookup<{ readonly id: number }> & { delete(id: number): boolean },
    type: string,
    message: string,
  ): JsonResponse {
    const object =
      this.dialect.deleteUnknownId === "success"
        ? this.#findOptional(collection, "id")
        : this.find(collection, type);
    if (object !== undefined) collection.delete(object.id);
    return this.done(message);
  }

  /** Calls `assign`, unless the dialect ignores or rejects a repeated assignment. */
  assign(isAssigned: boolean, assign: () => void, message: string): JsonResponse {
    const { repeatedAssignment } = this.dialect;
    if (isAssigned && repeatedAssignment === "error") throw new HttpError(400, "It is already assigned.");
    if (!isAssigned || repeatedAssignment === "duplicateEntry") assign();
    return this.done(message);
  }

  #findOptional<T>(collection: Lookup<T>, param: string): T | undefined {
    const id = this.param(param);
    return /^[1-9]\d{0,14}$/.test(id) ? collection.get(Number(id)) : undefined;
  }
}
