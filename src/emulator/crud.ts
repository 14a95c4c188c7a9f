// The endpoints of a collection: list, create, update and delete, made from one declaration.
import type { Account, Collection } from "./account";
import type { Dialect } from "./dialect";
import { type Field, type Input, readFields, reject, ServiceError } from "./fields";
import type { CollectionName, Records } from "./records";

/** A request after the checks of key and rate limit. */
export interface Context {
  readonly account: Account;
  readonly dialect: Dialect;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Body = Readonly<Record<string, unknown>>;

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path as in the API document, with `:name` for a parameter. */
  readonly path: string;
  /** Query parameters of the document. @default none */
  readonly query?: readonly string[];
  /** The document does not have it: `linkEndpoints` determines whether it exists. @default the document has it */
  readonly isUndocumented?: boolean;
  /** Returns the body of a success. @throws {ServiceError} */
  readonly handle: (context: Context) => Body;
}

/** Objects that are the same in a field of an account, and the first level of the dialect that rejects them. */
interface Unique<T> {
  readonly by: string;
  readonly from: Dialect["rejectedDuplicates"];
  readonly isSame: (a: T, b: T) => boolean;
}

/** A collection with endpoints. Responses get the id by themselves. */
export interface CrudDefinition<K extends CollectionName> {
  readonly collection: K;
  /** In messages, such as `Pixel`. */
  readonly noun: string;
  /** Form of the ids in the dialect `observed`. @default number */
  readonly observedId?: "text";
  /** Path of the list. @default that of the collection */
  readonly list?: string;
  /** Key of the array in the list. @default the collection */
  readonly listKey?: string;
  /** Path of one object, without its id. */
  readonly path: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly unique?: readonly Unique<Records[K]>[];
  /** Replaces fields that the request left empty. `id` is missing in a create. */
  readonly complete?: (record: Records[K], context: Context) => Partial<Records[K]>;
  /** What a create responds with in place of a new object. */
  readonly existing?: (context: Context) => Records[K] | undefined;
  readonly view: (record: Records[K], context: Context) => object;
  /** Response to a create. @default the id only */
  readonly created?: (record: Records[K], context: Context) => object;
  /** Response to an update. @default a message */
  readonly updated?: (record: Records[K], context: Context) => object | undefined;
}

/** A success. In a list and a single QR code, `error` is text (service.md 9). */
export function success({ dialect }: Context, fields: object, isList = false): Body {
  return { error: isList && dialect.responses !== "observed" ? "0" : 0, ...fields };
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

export function listRoute<T>(
  path: string,
  key: string,
  records: (context: Context) => readonly T[],
  view: (record: T, context: Context) => object,
): Route {
  const handle = (context: Context) => {
    const { shown, ...page } = pageOf(context, records(context));
    const data = { ...page, [key]: shown.map((record) => view(record, context)) };
    return success(context, { data }, true);
  };
  return { method: "GET", path, query: ["limit", "page"], handle };
}

const DEFAULT_PAGE_SIZE = 15;

/** One page of a list with its envelope (service.md 14). @param records all, oldest first */
function pageOf<T>({ dialect, query }: Context, records: readonly T[]) {
  const pageSize = Math.min(positiveInteger(query.limit) ?? DEFAULT_PAGE_SIZE, dialect.maxPageSize);
  const last = Math.max(1, Math.ceil(records.length / pageSize));
  const page = positiveInteger(query.page) ?? 1;
  const ordered = dialect.listOrder === "oldestFirst" ? records : records.toReversed();
  const shown = ordered.slice((page - 1) * pageSize, page * pageSize);
  const { pageFields } = dialect;
  const atEnd = pageFields === "zeroAtEnd" ? 0 : pageFields === "nullAtEnd" ? null : page;
  const nextpage = page < last ? page + 1 : atEnd;
  return {
    result: dialect.resultField === "total" ? records.length : shown.length,
    perpage: pageSize,
    currentpage: page,
    ...(pageFields !== "maxpageOnly" && pageFields !== "none" && { nextpage }),
    ...(pageFields !== "nextpageOnly" && pageFields !== "none" && { maxpage: last }),
    shown,
  };
}

/** Anything else counts as missing. */
export function positiveInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export function crudRoutes<K extends CollectionName>(definition: CrudDefinition<K>): readonly Route[] {
  const { collection: name, noun, path, view, created, updated } = definition;
  const of = ({ account }: Context) => account[name] as unknown as Collection<Records[K]>;
  const id = (record: Records[K], { dialect }: Context) =>
    dialect.responses === "observed" && definition.observedId === "text" ? String(record.id) : record.id;
  return [
    listRoute(
      definition.list ?? `/api/${name}`,
      definition.listKey ?? name,
      (context) => of(context).list(),
      (record, context) => ({ id: id(record, context), ...view(record, context) }),
    ),
    {
      method: "POST",
      path: `${path}/add`,
      handle: (context) => {
        const create = () => of(context).create(fieldsToStore(definition, of(context), context));
        const record = definition.existing?.(context) ?? create();
        return success(context, { id: id(record, context), ...created?.(record, context) });
      },
    },
    {
      method: "PUT",
      path: `${path}/:id/update`,
      handle: (context) => {
        const old = find(context, of(context), noun);
        const record = of(context).update(old.id, fieldsToStore(definition, of(context), context, old));
        const shown = updated?.(record, context);
        const message = `${noun === "QR Code" ? "QR" : noun} has been updated successfully.`;
        return success(context, shown ? { id: id(record, context), ...shown } : { message });
      },
    },
    {
      method: "DELETE",
      path: `${path}/:id/delete`,
      handle: (context) => {
        const isDeleted = of(context).delete(positiveInteger(context.params.id) ?? 0);
        if (!isDeleted && context.dialect.deleteOfUnknownId === "error") find(context, of(context), noun);
        return success(context, { message: `${noun} has been deleted successfully.` });
      },
    },
  ];
}

/** Each level includes those before it. */
const DUPLICATES: readonly Dialect["rejectedDuplicates"][] = ["none", "addresses", "names", "all"];

/** @throws {ServiceError} if a field is invalid or the object exists */
function fieldsToStore<K extends CollectionName>(
  { fields, unique = [], complete, noun }: CrudDefinition<K>,
  collection: Collection<Records[K]>,
  context: Context,
  old?: Records[K],
): Partial<Records[K]> {
  const values = readFields(fields, { ...context, old: old as Input["old"] }) as Partial<Records[K]>;
  const record = { ...old, ...values } as Records[K];
  const level = DUPLICATES.indexOf(context.dialect.rejectedDuplicates);
  for (const { by, isSame } of unique.filter(({ from }) => level >= DUPLICATES.indexOf(from))) {
    const isTaken = collection.list().some((other) => other.id !== old?.id && isSame(other, record));
    if (isTaken) reject(`You already have a ${noun.toLowerCase()} with this ${by}.`);
  }
  return { ...values, ...complete?.(record, context) };
}
