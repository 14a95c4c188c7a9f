// What the service shows without any change, with 13 GET requests.

import { readRateHeaders } from "../../api/limiter";
import type { Item, ListSpec } from "../../api/list";
import type { Props } from "../../kind/definition";
import { campaign, channel, domain, pixel, qrCode } from "../../resources/kinds";
import { DOCUMENTED_TYPES } from "../../resources/pixel";
import type { Answer, Answers, Ask } from "./requests";

/** No service reaches it by counting. */
export const UNUSED_ID = 2_147_483_646;
const LISTS: readonly Omit<ListSpec, "writePath">[] = [
  ...[pixel, domain, channel, campaign, qrCode].map(({ lifecycle }) => lifecycle.list!),
  { path: "/api/overlay", key: "cta", otherKey: "overlay", section: "overlays" },
  { path: "/api/splash", key: "splash", section: "splashPages" },
];
/** The Date header has whole seconds. */
const HALF_SECOND_MS = 500;
const NOT_SHOWN = "not shown";
const ENVELOPE = ["result", "perpage", "currentpage", "nextpage", "maxpage"];
const ACCOUNT = ["username", "email", "avatar", "status", "expires", "registered"];
/** Booleans, and texts that may be empty. */
const FIELDS = {
  channels: ["starred", "description", "color"],
  campaigns: ["public"],
  domains: ["redirectroot", "redirect404"],
};

/** The first page of a list. */
interface Page {
  readonly section: string;
  readonly path: string;
  readonly answer: Answer | undefined;
  readonly items: readonly Item[];
}

type More = "hundred" | "above" | "single" | "unknownId" | "urls";

/** What was received so far. */
export type Reading = { readonly pages: Page[] } & { [K in More]?: Answer | undefined };

/** Fills in the reading. @throws ApiError that concerns the whole session */
export async function read(reading: Reading, ask: Ask): Promise<void> {
  for (const { path, key, otherKey = key, section = "" } of LISTS) {
    const answer = await ask("GET", path);
    const { [key]: first, [otherKey]: items = first } = dataOf(answer);
    reading.pages.push({ section, path, answer, items: Array.isArray(items) ? items : [] });
  }
  const { path } = longestOf(reading);
  reading.hundred = await ask("GET", `${path}?limit=100`);
  reading.above = await ask("GET", `${path}?limit=101`);
  reading.single = await ask("GET", `${path}?limit=1`);
  reading.unknownId = await ask("GET", `/api/channel/${UNUSED_ID}`);
  reading.urls = await ask("GET", "/api/urls?limit=1");
}

/** @param account the first response @param now when it arrived, ms since 1970 */
export function readingAnswers(reading: Reading, account: Answer, now: number): Answers {
  const { pages, hundred, above, unknownId, urls } = reading;
  const { date, "x-ratelimit-reset": reset } = account.headers;
  const { limit, resetInMs = Number.NaN } = readRateHeaders(account.headers, now);
  const isHidden = unknownId?.isSuccess === false && !unknownId.headers["x-ratelimit-limit"];
  const missing = ACCOUNT.filter((name) => !dataOf(account)[name]);
  const itemsOf = (section: string) => pages.find((page) => page.section === section)?.items ?? [];
  const lacks = pages.filter(({ answer }) => !answer?.isSuccess);
  const isRead = pages.length === LISTS.length;
  const sizes = { 100: pageSize(hundred), 101: pageSize(above) };
  return {
    account: missing.length > 0 ? `without ${missing.join(", ")}` : "all fields",
    "rate-limit":
      limit === undefined ? NOT_SHOWN : `a limit of ${limit}${isHidden ? ", not shown in errors" : ""}`,
    reset: reset === undefined ? NOT_SHOWN : `${resetForm(reset)}, ${seconds(resetInMs)} left`,
    clock: date === undefined ? NOT_SHOWN : `${seconds(Date.parse(date) + HALF_SECOND_MS - now)} ahead`,
    "page-size": isRead ? pageSize(longestOf(reading).answer) : undefined,
    limit: joined(Object.entries(sizes).map(([limit, size]) => size && `${limit}: ${size}`)),
    lists: isRead ? listForms(reading, itemsOf) : undefined,
    ids: joined(pages.flatMap(({ section, items }) => items.map(({ id }) => `${section} ${typeof id}`))),
    errors: unknownId && `${outcomeOf(unknownId)}, ${formsOf([unknownId.body], ["error", "message"])}`,
    kinds: joined([
      ...lacks.map(({ section, answer }) => `${section} ${answer ? outcomeOf(answer) : "unknown"}`),
      isRead && lacks.length === 0 && "all",
    ]),
    "campaign-name": joined(
      itemsOf("campaigns").map((item) => ["name", "domain", "campaign"].find((key) => key in item)),
    ),
    "pixel-words": joined(itemsOf("pixels").map(({ type }) => wordOf(String(type)))),
    "qr-names": joined(itemsOf("qrCodes").map(({ name }) => (name ? "shown" : NOT_SHOWN))),
    links: urls && outcomeOf(urls),
  };
}

function longestOf({ pages }: Reading): Page {
  return pages.reduce((longest, page) => (page.items.length > longest.items.length ? page : longest));
}

function listForms(reading: Reading, itemsOf: (section: string) => readonly Item[]): string {
  const envelopesOf = (answer: Answer | undefined) => (answer?.isSuccess ? [dataOf(answer)] : []);
  const bodies = reading.pages.flatMap(({ answer }) => (answer?.isSuccess ? [answer.body] : []));
  const orders = reading.pages.flatMap(({ items }) =>
    items.slice(1).map(({ id }, index) => (Number(id) > Number(items[index]!.id) ? "lowest" : "highest")),
  );
  return [
    formsOf(bodies, ["error"]),
    formsOf(envelopesOf(longestOf(reading).answer), ENVELOPE),
    `with limit=1: ${formsOf(envelopesOf(reading.single), ENVELOPE)}`,
    `first id: ${joined(orders) ?? "unknown"}`,
    ...Object.entries(FIELDS).map(([section, names]) => `${section}: ${formsOf(itemsOf(section), names)}`),
  ].join("; ");
}

/** Of null, an empty text, a boolean, 0 and 1 the value, of all else the type. */
function formsOf(objects: readonly Props[], names: readonly string[]): string {
  const formOf = (value: unknown) =>
    value === null || /^(|true|false|[01])$/.test(String(value)) ? JSON.stringify(value) : typeof value;
  return names
    .map((name) => `${name} ${joined(objects.map((one) => formOf(one[name]))) ?? "unknown"}`)
    .join(", ");
}

/** What a page says about its length. */
function pageSize(answer: Answer | undefined): string | undefined {
  if (!answer?.isSuccess) return answer && "rejected";
  const size = Number(dataOf(answer).perpage);
  return size > 0 ? `pages of ${size}` : undefined;
}

function resetForm(text: string): string {
  if (!/^\d+$/.test(text)) return /^\d{4}-/.test(text) ? "ISO date" : "HTTP date";
  return Number(text) < 1e9 ? "seconds left" : Number(text) < 1e11 ? "epoch seconds" : "epoch milliseconds";
}

function wordOf(type: string): string | undefined {
  if (DOCUMENTED_TYPES.has(type)) return "the network's own word";
  return [...DOCUMENTED_TYPES.values()].includes(type) ? "the word of the API document" : undefined;
}

function seconds(ms: number): string {
  return Number.isNaN(ms) ? "unknown" : `${Math.round(ms / 1000)} s`;
}

export function outcomeOf({ isSuccess, status }: Answer): string {
  return isSuccess ? "accepted" : `rejected with status ${status}`;
}

/** Empty for anything but a success. */
export function dataOf(answer: Answer | undefined): Props {
  return answer?.isSuccess ? ((answer.body.data ?? {}) as Props) : {};
}

/** The different ones. `undefined`: there are none. */
function joined(texts: readonly (string | false | undefined)[]): string | undefined {
  return [...new Set(texts)].filter(Boolean).sort().join(", ") || undefined;
}
