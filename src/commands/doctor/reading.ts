// What the service shows without any change.
import { ApiError, isRejection } from "../../api/errors";
import { readRateHeaders } from "../../api/limiter";
import type { Item } from "../../api/lists/list";
import { sanitize } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import type { Headers } from "../../api/transport";
import type { Props } from "../../kind/definition";
import { campaign, channel, domain, pixel, qrCode } from "../../resources/kinds";
import { DOCUMENTED_TYPES, TYPES } from "../../resources/pixel";

/** By the id of the row. `undefined`: unknown, never a guess. */
export type Answers = Record<string, string | undefined>;

const LISTS = [pixel, domain, channel, campaign, qrCode].map(({ lifecycle }) => lifecycle.list!);
/** Ids count up, and none comes so far. */
const UNUSED_CHANNEL = "/api/channel/2147483646";
/** After so many, what is missing stays unknown. */
const MAX_SENT_BEFORE = 11;
/** The Date header has whole seconds. */
const HALF_SECOND_MS = 500;
const NOT_SHOWN = "not shown";
/** No clear response. */
const UNKNOWN = { outcome: "unknown", data: {} as Props, headers: {} as Headers, receivedAt: 0 };

/** @throws SessionError */
async function ask(session: AccountSession, path: string) {
  try {
    const { data, headers } = await session.send("GET", path);
    return {
      outcome: "accepted",
      data: (data.data ?? {}) as Props,
      headers,
      receivedAt: session.clock.now(),
    };
  } catch (error) {
    if (isRejection(error)) return { ...UNKNOWN, outcome: `rejected with status ${error.status}` };
    if (error instanceof ApiError && !error.session) return UNKNOWN;
    throw error;
  }
}

/** The responses to 11 GET requests. @throws SessionError */
async function responses(session: AccountSession) {
  const get = async (path: string) => (session.sent > MAX_SENT_BEFORE ? UNKNOWN : ask(session, path));
  const pages = [];
  for (const { path, key, section } of LISTS) {
    const page = await get(path);
    const items = page.data[key];
    pages.push({ ...page, path, section, items: Array.isArray(items) ? (items as Item[]) : [] });
  }
  const longest = pages.reduce((one, other) => (other.items.length > one.items.length ? other : one));
  return {
    pages,
    longest,
    hundred: await get(`${longest.path}?limit=100`),
    above: await get(`${longest.path}?limit=101`),
    single: await get(`${longest.path}?limit=1`),
    unknownId: await get(UNUSED_CHANNEL),
    links: await get("/api/urls?limit=1"),
    account: await session.account(),
  };
}

/** The answers that reading shows. @throws SessionError */
export async function readingAnswers(session: AccountSession): Promise<Answers> {
  const { pages, longest, hundred, above, single, unknownId, links, account } = await responses(session);
  const [pixels = [], , , campaigns = [], codes = []] = pages.map(({ items }) => items);
  const { data, headers, receivedAt, items } = longest;
  const { date, "x-ratelimit-reset": reset } = headers;
  const { limit, resetInMs } = readRateHeaders(headers, receivedAt);
  const order = Number(items[0]?.id) < Number(items[1]?.id) ? "oldest first" : "newest first";
  const end = `nextpage ${shapeOf(data.nextpage)}, maxpage ${shapeOf(data.maxpage)}`;
  const result = `result ${shapeOf(single.data.result)} with limit=1`;
  const isShown = items.length > 1 && single.outcome === "accepted";
  return {
    account: account.registered ? "shown" : NOT_SHOWN,
    ...(longest.outcome === "accepted" && {
      "rate-limit": limit === undefined ? NOT_SHOWN : `a limit of ${limit}`,
      reset: reset
        ? `${sanitize(reset.replace(/\d/g, "0"), 40)}, read as ${seconds(resetInMs)} left`
        : NOT_SHOWN,
      clock: date ? `${seconds(Date.parse(date) + HALF_SECOND_MS - receivedAt)} ahead` : NOT_SHOWN,
    }),
    "page-size": pageSize(longest),
    limit: `100: ${pageSize(hundred)}, 101: ${pageSize(above)}`,
    lists: isShown ? [end, result, order].join(", ") : undefined,
    ids: joined(pages.flatMap((page) => page.items.map(({ id }) => `${page.section} ${typeof id}`))),
    errors: unknownId.outcome,
    kinds:
      joined(pages.map((page) => page.outcome !== "accepted" && `${page.section} ${page.outcome}`)) ?? "all",
    "campaign-name": joined(campaigns.map((one) => ["name", "domain", "campaign"].find((key) => key in one))),
    "pixel-words": joined(pixels.map(wordOf)),
    "qr-names": joined(codes.map(({ name }) => (name ? "shown" : NOT_SHOWN))),
    links: links.outcome,
  };
}

/** What a page says about its length. */
function pageSize({ outcome, data }: typeof UNKNOWN): string {
  return Number(data.perpage) > 0 ? `pages of ${Number(data.perpage)}` : outcome;
}

function wordOf({ type }: Item): string {
  const word = `${type ?? ""}`;
  if (word === "") return NOT_SHOWN;
  if (DOCUMENTED_TYPES.has(word)) return "the network's own word";
  if ([...DOCUMENTED_TYPES.values()].includes(word)) return "the word of the API document";
  return TYPES.has(word) ? "a word that both have" : "another word";
}

function seconds(ms = Number.NaN): string {
  return Number.isNaN(ms) ? "unknown" : `${Math.round(ms / 1000)} s`;
}

/** Null, an empty text, 0 and 1 as they are. Of all else the type. */
function shapeOf(value: unknown): string {
  if (value === undefined) return "absent";
  return value === null || /^[01]?$/.test(String(value)) ? JSON.stringify(value) : typeof value;
}

/** The different ones. `undefined`: there are none. */
function joined(texts: readonly (string | false | undefined)[]): string | undefined {
  return [...new Set(texts)].filter(Boolean).sort().join(", ") || undefined;
}
