// One page of a list (api.md, "List envelope").
import { UnexpectedResponse } from "../errors";
import { countOf, type Item, idText } from "./item";

/** What a list is and how its entries are told apart. */
export interface CollectionSpec {
  /** Path of the list, such as `/api/pixels`. */
  readonly path: string;
  /** Key of the array in the envelope, such as `pixels`. */
  readonly key: string;
  /** @default the text of `item.id` */
  readonly idOf?: (item: Item) => string | undefined;
  /** An id that comes twice is one entry (item lists); otherwise it shows that the list shifted. */
  readonly repeats?: "same entry";
}

export interface ListPage {
  readonly entries: readonly { readonly id: string; readonly item: Item }[];
  /** The ids in their order, as one text, to recognise a page that comes again. */
  readonly fingerprint: string;
  readonly perpage: number | undefined;
  readonly result: number | undefined;
  readonly nextpage: number | undefined;
  readonly maxpage: number | undefined;
  /** About how much memory it takes, in bytes. */
  readonly size: number;
}

/** @throws UnexpectedAnswer for an answer that is no page, or an entry without a usable id */
export function readPage(
  spec: CollectionSpec,
  body: Readonly<Record<string, unknown>>,
  status: number,
  size = 0,
): ListPage {
  const complain = (what: string) =>
    new UnexpectedResponse(`GET ${spec.path}: ${what}; nothing can be concluded from this list`, {
      method: "GET",
      path: spec.path,
      status,
    });
  const { data } = body;
  if (!isObject(data)) throw complain("the answer has no list envelope under `data`");
  const figure = (name: string) => (Object.hasOwn(data, name) ? countOf(data[name]) : undefined);
  const result = figure("result");
  let items = Object.hasOwn(data, spec.key) ? data[spec.key] : undefined;
  // Left out or null is an empty list only if the envelope says that it is one.
  if ((items === undefined || items === null) && result === 0) items = [];
  if (!Array.isArray(items)) throw complain(`the answer has no list under \`data.${spec.key}\``);
  const entries = items.map((item) => {
    if (!isObject(item)) throw complain(`an entry of \`data.${spec.key}\` is no object`);
    if (typeof item.id === "number" && !Number.isSafeInteger(item.id)) {
      throw complain(`an entry has an id beyond 2^53 or no whole number, which JSON cannot carry exactly`);
    }
    const own = idText(item.id);
    const id = own !== undefined && spec.idOf ? spec.idOf(item) : own;
    if (id === undefined) throw complain(`an entry of \`data.${spec.key}\` has no usable id`);
    return { id, item };
  });
  return {
    entries,
    fingerprint: JSON.stringify(entries.map(({ id }) => id)),
    perpage: positive(figure("perpage")),
    result,
    nextpage: figure("nextpage"),
    maxpage: figure("maxpage"),
    size,
  };
}

function positive(value: number | undefined): number | undefined {
  return value === undefined || value === 0 ? undefined : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
