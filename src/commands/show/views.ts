// What `show` can show. Each view reads a value, which is the JSON, and makes lines of it for people.
import { ApiError, ErrorResponse } from "../../api/errors";
import { channel, qrCode } from "../../resources/kinds";
import * as queries from "../../resources/queries";
import type { QrStatistics } from "../../resources/query-results";
import { findId, type ObjectSearch } from "../account/find-object";
import { bars } from "../output/bars";
import { properties, type Row, type TableStyle, table } from "../output/table";

export interface Page {
  /** Columns of the terminal. */
  readonly width: number;
  readonly style: TableStyle;
}

/** Something to show. */
export interface View<Value> {
  /** What is read, for the progress. */
  readonly what: string;
  /**
   * Sends GET requests only.
   * @param word the key or the id of an object, if the view shows one
   * @throws ApiError, ConfigFileError
   */
  read(search: ObjectSearch, word: string): Promise<Value>;
  /** @param value a result of `read` without secrets */
  lines(value: Value, page: Page): string[];
}

function listOf<Item>(what: string, { read }: queries.Query<Item[]>): View<Item[]> {
  return {
    what,
    read: ({ session }) => read(session),
    lines: (items, page) => tableOf(items as Row[], `The account has no ${what}.`, page),
  };
}

function tableOf(rows: readonly Row[], otherwise: string, { width, style }: Page): string[] {
  return rows.length === 0 ? [otherwise] : table(rows, width, style);
}

export const accountView: View<object> = {
  what: "account",
  read: ({ session }) => queries.account.read(session),
  lines: (value, { width, style }) => properties(value as Row, width, style),
};

export const overlayList = listOf("CTA overlays", queries.overlays);
export const channelList = listOf("channels", queries.channels);
export const pixelList = listOf("pixels", queries.pixels);
export const domainList = listOf("branded domains", queries.domains);
export const campaignList = listOf("campaigns", queries.campaigns);
export const splashPageList = listOf("custom splash pages", queries.splashPages);
export const qrCodeList = listOf("QR codes", queries.qrCodes);

export const channelView: View<Row & { readonly items: readonly Row[] }> = {
  what: "channel",
  async read(search, word) {
    const { session } = search;
    const id = await findId(channel, word, search);
    const known = (await queries.channels.read(session)).find((one) => one.id === id);
    if (!known) throw new ApiError(`the account has no channel ${id}; \`show channels\` lists its channels`);
    return { ...known, items: (await queries.channelItems.read(session, id)) as unknown as Row[] };
  },
  lines: ({ items, ...values }, page) => [
    ...properties(values, page.width, page.style),
    "",
    ...tableOf(items, "The channel has no items.", page),
  ],
};

/** The counts per label, in the order in which they are shown. */
const COUNTS = {
  topCountries: "countries",
  topBrowsers: "browsers",
  topReferrers: "referrers",
  topOs: "operating systems",
  socialCount: "social networks",
} as const;

export const qrCodeView: View<QrStatistics & { readonly id: string }> = {
  what: "QR code",
  async read(search, word) {
    const id = await findId(qrCode, word, search);
    try {
      return { id, ...(await queries.qrStatistics.read(search.session, id)) };
    } catch (error) {
      if (!(error instanceof ErrorResponse)) throw error;
      throw new ApiError(`${error.message}; \`show qr\` lists the QR codes of the account`);
    }
  },
  lines(value, { width, style }) {
    const values = Object.entries(value).filter(([name]) => !Object.hasOwn(COUNTS, name));
    const lines = properties(Object.fromEntries(values), width, style);
    for (const [name, title] of Object.entries(COUNTS)) {
      const chart = bars(value[name as keyof typeof COUNTS], width);
      if (chart.length > 0) lines.push("", style.heading(title), ...chart);
    }
    return lines;
  },
};
