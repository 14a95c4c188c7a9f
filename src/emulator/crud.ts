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
  /** What a create responds with in place of a new object. */
  readonly existing?: (context: Context) => Records[K] | undefined;
  /** An item of the list. */
  readonly view: (record: Records[K], context: Context) => object;
  /** Response to `GET` of one object. @default there is no such endpoint */
  readonly single?: (record: Records[K], context: Context) => object;
  /** Response to a create. @default the id only */
  readonly created?: (record: Records[K], context: Context) => object;
  /** Response to an update. @default a message */
  readonly updated?: (record: Records[K], context: Context) => object | undefined;
}

/** A success. In a list, and of a single object, `error` is text (service.md 9). */
export function success({ dialect }: Context, fields: object, isTextError = false): Body {
  return { error: isTextError && dialect.responses !== "observed" ? "0" : 0, ...fields };
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
  const { collection, path, view, single } = definition;
  const list = listRoute(
    definition.list ?? `/api/${collection}`,
    definition.listKey ?? collection,
    (context) => collectionOf(definition, context).list(),
    (record, context) => ({ id: idOf(definition, record, context), ...view(record, context) }),
  );
  const read = (shown: NonNullable<typeof single>) => (context: Context) => {
    const record = find(context, collectionOf(definition, context), definition.noun);
    return success(context, shown(record, context), true);
  };
  return [
    list,
    ...(single ? [{ method: "GET", path: `${path}/:id`, handle: read(single) } as const] : []),
    { method: "POST", path: `${path}/add`, handle: (context) => create(definition, context) },
    { method: "PUT", path: `${path}/:id/update`, handle: (context) => update(definition, context) },
    { method: "DELETE", path: `${path}/:id/delete`, handle: (context) => remove(definition, context) },
  ];
}

function collectionOf<K extends CollectionName>(
  { collection }: CrudDefinition<K>,
  { account }: Context,
): Collection<Records[K]> {
  return account[collection] as unknown as Collection<Records[K]>;
}

function idOf<K extends CollectionName>(
  { observedId }: CrudDefinition<K>,
  { id }: Records[K],
  { dialect }: Context,
): number | string {
  return dialect.responses === "observed" && observedId === "text" ? String(id) : id;
}

function create<K extends CollectionName>(definition: CrudDefinition<K>, context: Context): Body {
  const record =
    definition.existing?.(context) ??
    collectionOf(definition, context).create(fieldsToStore(definition, context));
  return success(context, {
    id: idOf(definition, record, context),
    ...definition.created?.(record, context),
  });
}

function update<K extends CollectionName>(definition: CrudDefinition<K>, context: Context): Body {
  const { noun, updated } = definition;
  const collection = collectionOf(definition, context);
  const old = find(context, collection, noun);
  const record = collection.update(old.id, fieldsToStore(definition, context, old));
  const shown = updated?.(record, context);
  if (shown !== undefined) return success(context, { id: idOf(definition, record, context), ...shown });
  return success(context, {
    message: `${noun === "QR Code" ? "QR" : noun} has been updated successfully.`,
  });
}

function remove<K extends CollectionName>(definition: CrudDefinition<K>, context: Context): Body {
  const { noun } = definition;
  const collection = collectionOf(definition, context);
  const isDeleted = collection.delete(positiveInteger(context.params.id) ?? 0);
  if (!isDeleted && context.dialect.deleteOfUnknownId === "error") find(context, collection, noun);
  return success(context, { message: `${noun} has been deleted successfully.` });
}

/** Each level includes those before it. */
const DUPLICATES: readonly Dialect["rejectedDuplicates"][] = ["none", "addresses", "names", "all"];

/** @throws {ServiceError} if a field is invalid or the object exists */
function fieldsToStore<K extends CollectionName>(
  definition: CrudDefinition<K>,
  context: Context,
  old?: Records[K],
): Partial<Records[K]> {
  const { fields, unique = [], noun } = definition;
  const values = readFields(fields, { ...context, old: old as Input["old"] }) as Partial<Records[K]>;
  const record = { ...old, ...values } as Records[K];
  const others = collectionOf(definition, context).list();
  const level = DUPLICATES.indexOf(context.dialect.rejectedDuplicates);
  for (const { by, isSame } of unique.filter(({ from }) => level >= DUPLICATES.indexOf(from))) {
    const isTaken = others.some((other) => other.id !== old?.id && isSame(other, record));
    if (isTaken) reject(`You already have a ${noun.toLowerCase()} with this ${by}.`);
  }
  return values;
}
