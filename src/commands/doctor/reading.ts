// What the service shows without any change.
import { countOf, type Item, type ListSpec } from "../../api/list";
import { readRateHeaders } from "../../api/rate-headers";
import type { Props } from "../../kind/definition";
import { campaign, channel, domain, pixel, qrCode } from "../../resources/kinds";
import { DOCUMENTED_TYPES } from "../../resources/pixel";
import type { Answer, Ask } from "./requests";
import type { Answers } from "./rows";

/** No service reaches it by counting. */
export const UNUSED_ID = 2_147_483_646;
const SPECS: readonly ListSpec[] = [
  ...[pixel, domain, channel, campaign, qrCode].map(({ lifecycle }) => lifecycle.list!),
  { path: "/api/overlay", key: "cta", otherKey: "overlay", writePath: "", section: "overlays" },
  { path: "/api/splash", key: "splash", writePath: "", section: "splashPages" },
];
const ACCOUNT_FIELDS = ["username", "email", "status", "expires", "registered"];
const OPTIONAL_TEXTS = { channels: ["description", "color"], domains: ["redirectroot", "redirect404"] };

/** The first page of a list, as far as the response is one. */
class Page {
  readonly envelope: Props;
  readonly items: readonly Item[];

  constructor(
    readonly spec: ListSpec,
    readonly answer: Answer | undefined,
  ) {
    const { key, otherKey = key } = spec;
    this.envelope = answer?.isSuccess ? ((answer.body.data ?? {}) as Props) : {};
    const items = this.envelope[key] ?? this.envelope[otherKey];
    this.items = Array.isArray(items) ? items : [];
  }

  /** How long pages are: proven by objects that it lacks, or as it says. @param known objects of the list */
  length(known: number): string {
    const [total = 0, last = 0, size] = ["result", "maxpage", "perpage"].map((key) =>
      countOf(this.envelope[key]),
    );
    const shown = this.items.length;
    if (shown > 0 && (Math.max(known, total) > shown || last > 1)) return `pages of ${shown}`;
    return size === undefined ? "pages of unknown length" : `pages of ${size}, as they say`;
  }
}

/** What was received so far. */
export class Reading {
  readonly pages: Page[] = [];
  acceptsHundred: boolean | undefined;
  unlimited: Answer | undefined;
  above: Answer | undefined;
  single: Answer | undefined;
  unknownId: Answer | undefined;
  urls: Answer | undefined;

  /** @param account the first response @param now when it arrived, ms since 1970 */
  constructor(
    readonly account: Answer,
    readonly now: number,
  ) {}

  items(section: string): readonly Item[] {
    return this.pages.find(({ spec }) => spec.section === section)?.items ?? [];
  }

  get longest(): Page {
    return this.pages.reduce((longest, page) => (page.items.length > longest.items.length ? page : longest));
  }

  /** @throws ApiError that concerns the whole session */
  async read(ask: Ask): Promise<void> {
    for (const spec of SPECS) {
      let answer = await ask("GET", spec.path + (this.acceptsHundred === false ? "" : "?limit=100"));
      if (answer?.isSuccess) this.acceptsHundred ??= true;
      else if (answer && this.acceptsHundred === undefined) {
        const plain = await ask("GET", spec.path);
        if (plain?.isSuccess) [answer, this.acceptsHundred] = [plain, false];
      }
      this.pages.push(new Page(spec, answer));
    }
    const { spec, items } = this.longest;
    this.unlimited = await ask("GET", spec.path);
    this.above = await ask("GET", `${spec.path}?limit=101`);
    if (items.length > 1) this.single = await ask("GET", `${spec.path}?limit=1`);
    this.unknownId = await ask("GET", `/api/channel/${UNUSED_ID}`);
    this.urls = await ask("GET", "/api/urls?limit=1");
  }
}

export function readingAnswers(reading: Reading): Answers {
  const { account, pages, acceptsHundred, unlimited, above, unknownId, urls } = reading;
  const fields = account.body.data as Props;
  const missing = ACCOUNT_FIELDS.filter((name) => typeof fields[name] !== "string" || fields[name] === "");
  const length = (answer: Answer | undefined) =>
    answer?.isSuccess && new Page(reading.longest.spec, answer).length(reading.longest.items.length);
  const lacks = pages.filter(({ answer }) => answer?.isSuccess !== true);
  const nameKey = (item: Item) => ["name", "domain", "campaign"].find((key) => key in item) ?? "none";
  const words = reading.items("pixels").map(({ type }) => wordOf(String(type)));
  return {
    account: missing.length > 0 ? `without ${missing.join(", ")}` : "all fields",
    ...limitAnswers(reading),
    "page-size": length(unlimited) || undefined,
    limit: joined(
      acceptsHundred ? `100: ${length(reading.longest.answer)}` : acceptsHundred === false && "100: rejected",
      above && `101: ${length(above) || "rejected"}`,
    ),
    lists: pages.length > 0 ? listForms(reading) : undefined,
    ids: joined(
      ...pages.flatMap(({ spec, items }) => items.map(({ id }) => `${spec.section}: ${formOf(id)}`)),
    ),
    errors: unknownId && `${outcomeOf(unknownId)}, error: ${formOf(unknownId.body.error)}`,
    kinds: joined(
      ...lacks.map(({ spec, answer }) => `${spec.section}: ${answer ? outcomeOf(answer) : "unknown"}`),
      pages.length === SPECS.length && lacks.length === 0 && "all",
    ),
    "qr-names": joined(...reading.items("qrCodes").map(({ name }) => (name ? "shown" : "not shown"))),
    "pixel-words": joined(...words),
    "campaign-name": joined(...reading.items("campaigns").map(nameKey)),
    links: urls && outcomeOf(urls),
  };
}

function limitAnswers({ account: { headers }, now, unknownId }: Reading): Answers {
  const { limit, resetInMs } = readRateHeaders(headers, now);
  const reset = headers["x-ratelimit-reset"];
  const isHidden = unknownId?.isSuccess === false && !unknownId.headers["x-ratelimit-limit"];
  const aheadMs = Date.parse(headers.date ?? "") - now;
  return {
    "rate-limit":
      limit === undefined ? "not shown" : `a limit of ${limit}${isHidden ? ", not shown in errors" : ""}`,
    reset:
      reset === undefined
        ? "not shown"
        : `${resetForm(reset)}, ${Math.round((resetInMs ?? Number.NaN) / 1000)} s left`,
    clock: Number.isNaN(aheadMs) ? "not shown" : `${Math.round(aheadMs / 1000)} s ahead`,
  };
}

function resetForm(text: string): string {
  if (!/^\d+$/.test(text)) return /^\d{4}-/.test(text) ? "ISO date" : "HTTP date";
  return Number(text) < 1e9 ? "seconds left" : Number(text) < 1e11 ? "epoch seconds" : "epoch milliseconds";
}

function listForms({ pages, longest, single }: Reading): string {
  const shown = pages.filter(({ answer }) => answer?.isSuccess);
  const one = new Page(longest.spec, single);
  const isPart = one.items.length > 0 && one.items.length < longest.items.length;
  const orders = shown.flatMap(({ items }) =>
    items.slice(1).map(({ id }, index) => (Number(id) > Number(items[index]!.id) ? "lowest" : "highest")),
  );
  const booleans = ["starred", "public"].flatMap((key) =>
    shown.flatMap(({ items }) => items.map((item) => item[key])),
  );
  const texts = Object.entries(OPTIONAL_TEXTS).flatMap(([section, keys]) =>
    shown.flatMap(({ spec, items }) =>
      spec.section === section ? items.flatMap((item) => keys.map((key) => item[key])) : [],
    ),
  );
  const forms = {
    error: joined(...shown.map(({ answer }) => JSON.stringify(answer!.body.error))),
    result: joined(...shown.map(({ envelope }) => formOf(envelope.result))),
    "result counts": isPart && (countOf(one.envelope.result) === one.items.length ? "the page" : "all pages"),
    "page fields":
      joined(...shown.flatMap(({ envelope }) => ["nextpage", "maxpage"].filter((key) => key in envelope))) ??
      "none",
    "last nextpage": joined(
      ...shown
        .filter(({ envelope }) => "nextpage" in envelope && !(Number(envelope.nextpage) > 1))
        .map(({ envelope }) => JSON.stringify(envelope.nextpage)),
    ),
    order: joined(...orders),
    booleans: joined(...booleans.map((value) => JSON.stringify(value))),
    "empty texts": joined(...texts.filter((value) => !value).map(formOf)),
  };
  return Object.entries(forms)
    .map(([name, form]) => `${name} ${form || "unknown"}`)
    .join("; ");
}

function outcomeOf({ isSuccess, status }: Answer): string {
  return isSuccess ? "accepted" : `rejected with status ${status}`;
}

function formOf(value: unknown): string {
  return value === undefined
    ? "missing"
    : value === null || value === ""
      ? JSON.stringify(value)
      : typeof value;
}

function wordOf(type: string): string | undefined {
  if (DOCUMENTED_TYPES.has(type)) return "the network's own";
  return [...DOCUMENTED_TYPES.values()].includes(type) ? "that of the API document" : undefined;
}

/** The different ones. `undefined`: there are none. */
function joined(...texts: readonly (string | false | undefined)[]): string | undefined {
  return [...new Set(texts)].filter(Boolean).sort().join(", ") || undefined;
}
