// The endpoints of a collection: list, create, update and delete, made from one declaration.
import type { Account } from "./account";
import type { Collection } from "./collection";
import type { Dialect } from "./dialect";
import { type Field, type Input, readFields, ServiceError } from "./fields";
import { type Format, listPage, positiveInteger } from "./format";
import type { CollectionName, Records } from "./records";

/** A request after the checks of key, rate limit and body. */
export interface Context {
  readonly account: Account;
  readonly dialect: Dialect;
  readonly format: Format;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Lists show the objects of this time. undefined: of now. */
  readonly listsAt: number | undefined;
}

/** One endpoint. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path as in api.md, with `:name` for a parameter. */
  readonly path: string;
  /** Returns the body of a success. @throws {ServiceError} */
  readonly handle: (context: Context) => Readonly<Record<string, unknown>>;
}

/** A collection with endpoints. */
export interface CrudDefinition<K extends CollectionName> {
  readonly collection: K;
  /** In messages, such as `Pixel`. */
  readonly noun: string;
  /** Path of the list. Its array has the key `key`. */
  readonly list: string;
  readonly key: string;
  /** Path of one object, without its id. */
  readonly path: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** An object in the list. */
  readonly view: (record: Records[K], context: Context) => object;
  /** Checks the fields that will be stored together; may replace some. */
  readonly complete?: (record: Records[K], context: Context) => Partial<Records[K]>;
  readonly created: (record: Records[K], context: Context) => object;
  /** @default a message */
  readonly updated?: (record: Records[K], context: Context) => object | undefined;
}

/** A success. `isList` as for the single QR code: its `error` is text in api.md. */
export function success(
  { format }: Context,
  fields: object,
  isList = false,
): Readonly<Record<string, unknown>> {
  return { error: format.noError(isList), ...fields };
}

/** The objects that a list shows. */
export function listed<K extends CollectionName>(
  { account, listsAt }: Context,
  name: K,
): readonly Records[K][] {
  const collection = account[name] as unknown as Collection<Records[K]>;
  return listsAt === undefined ? collection.list() : collection.listAt(listsAt);
}

/** @throws {ServiceError} if the account does not have the object */
export function find<T extends { readonly id: number }>(
  { params }: Context,
  collection: Collection<T>,
  noun: string,
  param = "id",
): T {
  const object = collection.get(positiveInteger(params[param]) ?? 0);
  if (object === undefined) throw new ServiceError(404, `${noun} does not exist.`);
  return object;
}

/** The route of a list. */
export function listRoute<T>(
  path: string,
  key: string,
  records: (context: Context) => readonly T[],
  view: (record: T, context: Context) => object,
): Route {
  const handle = (context: Context) => {
    const page = { key, records: records(context), view: (record: T) => view(record, context) };
    return success(context, { data: listPage(context.dialect, context.query, page) }, true);
  };
  return { method: "GET", path, handle };
}

/** All routes of a collection. */
export function crudRoutes<K extends CollectionName>(definition: CrudDefinition<K>): readonly Route[] {
  const { collection: name, noun, path, fields, created, updated } = definition;
  const of = ({ account }: Context) => account[name] as unknown as Collection<Records[K]>;
  const write = (context: Context, old?: Records[K]) => {
    const values = readFields(fields, { ...context, old: old as Input["old"] }) as Partial<Records[K]>;
    return { ...values, ...definition.complete?.({ ...old, ...values } as Records[K], context) };
  };
  return [
    listRoute(definition.list, definition.key, (context) => listed(context, name), definition.view),
    {
      method: "POST",
      path: `${path}/add`,
      handle: (context) => {
        const record = of(context).create(write(context));
        return success(context, created(record, context));
      },
    },
    {
      method: "PUT",
      path: `${path}/:id/update`,
      handle: (context) => {
        const { id } = find(context, of(context), noun);
        const record = of(context).update(id, write(context, of(context).get(id)));
        const message = `${noun === "QR Code" ? "QR" : noun} has been updated successfully.`;
        return success(context, updated?.(record, context) ?? { message });
      },
    },
    {
      method: "DELETE",
      path: `${path}/:id/delete`,
      handle: (context) => {
        const id = positiveInteger(context.params.id) ?? 0;
        const isDeleted = of(context).delete(id);
        if (!isDeleted && context.dialect.deleteOfUnknownId === "error") find(context, of(context), noun);
        return success(context, { message: `${noun} has been deleted successfully.` });
      },
    },
  ];
}
