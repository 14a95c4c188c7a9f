// One page of a list (api.md, "List envelope").
import { UnexpectedResponse } from "../errors";
import { type Item, idText, toCount } from "./item";

/** A list of the service. */
export interface ListSpec {
  /** Path of the list, such as `/api/pixels`. */
  readonly path: string;
  /** Key of the array in the envelope, such as `pixels`. */
  readonly key: string;
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
export function readPage(
  spec: ListSpec,
  body: Readonly<Record<string, unknown>>,
  status: number,
  size = 0,
): Page {
  const unexpected = (problem: string) =>
    new UnexpectedResponse(`GET ${spec.path}: ${problem}. The list proves nothing`, {
      method: "GET",
      path: spec.path,
      status,
    });
  const { data } = body;
  if (!isObject(data)) throw unexpected("the response has no list envelope under `data`");
  const figure = (name: string) => (Object.hasOwn(data, name) ? toCount(data[name]) : undefined);
  const result = figure("result");
  let list = Object.hasOwn(data, spec.key) ? data[spec.key] : undefined;
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
