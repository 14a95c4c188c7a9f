// One page of a list (api.md, "List envelope").
import { UnexpectedResponse } from "../errors";

/** A list of the service. */
export interface ListSpec {
  /** Path of the list, such as `/api/pixels`. */
  readonly path: string;
  /** Key of the array in the envelope, such as `pixels`. */
  readonly key: string;
  /** Key of the array if the envelope has none under `key`. @default none */
  readonly otherKey?: string;
  /** Path that all requests begin with which change this list, such as `/api/pixel/`. */
  readonly writePath: string;
  /** @default the text of `item.id` */
  readonly idOf?: (item: Item) => string | undefined;
  /** A repeated id is the same item. Otherwise it shows that the list changed while it was read. @default false */
  readonly allowsRepeats?: boolean;
}

export interface Page {
  readonly items: readonly { readonly id: string; readonly item: Item }[];
  /** The ids in their order. Recognizes a page that comes again. */
  readonly fingerprint: string;
  readonly perpage: number | undefined;
  readonly result: number | undefined;
  readonly nextpage: number | undefined;
  readonly maxpage: number | undefined;
  /** Estimated memory, in bytes. */
  readonly size: number;
}

/** @throws UnexpectedResponse for a body without a page, or an item without a usable id */
export function readPage(spec: ListSpec, body: Readonly<Record<string, unknown>>, size = 0): Page {
  const unexpected = (problem: string) =>
    new UnexpectedResponse(`GET ${spec.path}: ${problem}, so the objects of the account are unknown`);
  const { data } = body;
  if (!isObject(data)) throw unexpected("the response has no list envelope under `data`");
  const figure = (name: string) => (Object.hasOwn(data, name) ? toCount(data[name]) : undefined);
  const result = figure("result");
  const keys = [spec.key, spec.otherKey].filter((key) => key !== undefined && Object.hasOwn(data, key));
  let list = keys[0] === undefined ? undefined : data[keys[0]];
  // A missing array is an empty list only if the envelope says so.
  if ((list === undefined || list === null) && result === 0) list = [];
  if (!Array.isArray(list)) throw unexpected(`the response has no array under \`data.${spec.key}\``);
  const items = list.map((item) => {
    if (!isObject(item)) throw unexpected(`an item of \`data.${spec.key}\` is not an object`);
    if (typeof item.id === "number" && !Number.isSafeInteger(item.id)) {
      throw unexpected(
        "an item has an id that is fractional or beyond 2^53, which JSON cannot carry exactly",
      );
    }
    const own = idText(item.id);
    const id = own !== undefined && spec.idOf ? spec.idOf(item) : own;
    if (id === undefined) throw unexpected(`an item of \`data.${spec.key}\` has no usable id`);
    return { id, item };
  });
  return {
    items,
    fingerprint: JSON.stringify(items.map(({ id }) => id)),
    perpage: figure("perpage") || undefined,
    result,
    nextpage: figure("nextpage"),
    maxpage: figure("maxpage"),
    size,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** An item of a list, as the service spells it. */
export type Item = Readonly<Record<string, unknown>>;

/** An id that can be part of a path and leads to no other path. */
const PATH_SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/;

/**
 * An id as text: a safe integer, or text of letters, digits, "-", ".", "_" and "~", because it becomes part of paths.
 * `undefined` for anything else. JSON.parse has rounded a number beyond 2^53, so that is not an id any more.
 */
export function idText(id: unknown): string | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? String(id) : undefined;
  if (typeof id !== "string") return undefined;
  const text = id.trim();
  return PATH_SAFE_ID.test(text) ? text : undefined;
}

/** A count of 0 or more, from a number or from digits. */
export function toCount(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
