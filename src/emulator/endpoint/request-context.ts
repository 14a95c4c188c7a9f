// What a route's handler gets: one request that passed key, rate limit and body checks.

import type { Dialect } from "../dialect";
import type { Account } from "../store/account";
import type { Collection } from "../store/collection";
import { Fields } from "./body-fields";
import { type Answer, listPage, Refusal, success } from "./responses";
import { Spelling } from "./serializer";

interface CallParts {
  readonly account: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly dialect: Dialect;
  /** Lists show what was there at this time (milliseconds since 1970); undefined: what is there now. */
  readonly listsAsOf: number | undefined;
}

export class Call {
  readonly account: Account;
  readonly dialect: Dialect;
  readonly fields: Fields;
  readonly spell: Spelling;
  readonly #parts: CallParts;

  constructor(parts: CallParts) {
    this.#parts = parts;
    this.account = parts.account;
    this.dialect = parts.dialect;
    this.fields = new Fields(parts.body, parts.dialect);
    this.spell = new Spelling(parts.dialect);
  }

  /** A path segment by its placeholder. */
  param(name: string): string {
    return this.#parts.params[name] ?? "";
  }

  /**
   * The row that a path segment names.
   * @throws {Refusal} with the dialect's status when the account has no such row.
   */
  row<T>(table: { get(id: number): T | undefined }, kind: string, param = "id"): T {
    const row = this.rowOrNone(table, param);
    if (row === undefined) throw new Refusal(this.dialect.statusOfUnknownId, `${kind} does not exist.`);
    return row;
  }

  rowOrNone<T>(table: { get(id: number): T | undefined }, param = "id"): T | undefined {
    const text = this.param(param);
    return /^[1-9]\d{0,14}$/.test(text) ? table.get(Number(text)) : undefined;
  }

  /** What a list of the table shows, oldest first. */
  listed<T extends { readonly id: number }, New>(table: Collection<T, New>): readonly T[] {
    const { listsAsOf } = this.#parts;
    return listsAsOf === undefined ? table.list() : table.listAt(listsAsOf);
  }

  /** A row as a list shows it; undefined when no list shows it yet. */
  asListed<T extends { readonly id: number }, New>(table: Collection<T, New>, row: T): T | undefined {
    if (this.#parts.listsAsOf === undefined) return row;
    return this.listed(table).find(({ id }) => id === row.id);
  }

  /** A page of a list; `items` are given oldest first. */
  list<T>(key: string, items: readonly T[], view: (item: T) => unknown): Answer {
    return listPage(this.dialect, this.spell, this.#parts.query, key, items, view);
  }

  done(message: string): Answer {
    return success(this.dialect, "plain", { message });
  }

  /** Success of a POST on `/add`. */
  created(fields: Readonly<Record<string, unknown>>): Answer {
    return success(this.dialect, "plain", fields, this.dialect.createStatus);
  }

  /** Deletes the row that the path names; an unknown one as the dialect has it. */
  remove(
    table: { get(id: number): { readonly id: number } | undefined; delete(id: number): boolean },
    kind: string,
    message: string,
  ): Answer {
    const row = this.dialect.deleteUnknown === "success" ? this.rowOrNone(table) : this.row(table, kind);
    if (row !== undefined) table.delete(row.id);
    return this.done(message);
  }

  /** Adds an assignment unless it is there already; then the dialect decides. */
  assign(already: boolean, add: () => void, message: string): Answer {
    if (already && this.dialect.doubleAssign === "error") throw new Refusal(400, "It is assigned already.");
    if (!already || this.dialect.doubleAssign === "duplicateEntry") add();
    return this.done(message);
  }
}

/** One endpoint. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path as api.md writes it, with `:name` for a placeholder. */
  readonly path: string;
  /** Whether the endpoint takes a JSON body. @default false */
  readonly takesBody?: boolean;
  readonly handle: (call: Call) => Answer;
}
