// What `show` can show. Each view reads a value, which is the JSON, and makes lines of it for people.
import { ApiError, ErrorResponse } from "../../api/errors";
import { channel, qrCode } from "../../resources/kinds";
import { channelItems } from "../../resources/queries/channel-items";
import { campaigns, channels, domains, pixels, qrCodes } from "../../resources/queries/kinds";
import { qrStatistics } from "../../resources/queries/qr-statistics";
import type { Query } from "../../resources/queries/query";
import { account, overlays, splashPages } from "../../resources/queries/unmanaged";
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

function listOf<Item>(what: string, { read }: Query<Item[]>): View<Item[]> {
  return {
    what,
    read: ({ session }) => read(session, {}),
    lines: (items, page) => tableOf(items as Row[], `The account has no ${what}.`, page),
  };
}

function tableOf(rows: readonly Row[], otherwise: string, { width, style }: Page): string[] {
  return rows.length === 0 ? [otherwise] : table(rows, width, style);
}

export const accountView: View<object> = {
  what: "account",
  read: ({ session }) => account.read(session),
  lines: (value, { width, style }) => properties(value as Row, width, style),
};

export const overlayList = listOf("CTA overlays", overlays);
export const channelList = listOf("channels", channels);
export const pixelList = listOf("pixels", pixels);
export const domainList = listOf("branded domains", domains);
export const campaignList = listOf("campaigns", campaigns);
export const splashPageList = listOf("custom splash pages", splashPages);
export const qrCodeList = listOf("QR codes", qrCodes);

export const channelView: View<Row & { readonly items: readonly Row[] }> = {
  what: "channel",
  async read(search, word) {
    const { session } = search;
    const id = await findId(channel, word, search);
    const known = (await channels.read(session, {})).find((one) => one.id === id);
    if (!known) throw new ApiError(`the account has no channel ${id}; \`show channels\` lists its channels`);
    return { ...known, items: await channelItems.read(session, { channel: id }) };
  },
  lines: ({ items, ...values }, page) => [
    ...properties(values, page.width, page.style),
    "",
    ...tableOf(items, "The channel has no items.", page),
  ],
};

type Statistics = Awaited<ReturnType<typeof qrStatistics.read>>;

/** The counts per label, in the order in which they are shown. */
const COUNTS = {
  topCountries: "countries",
  topBrowsers: "browsers",
  topReferrers: "referrers",
  topOs: "operating systems",
  socialCount: "social networks",
} as const;

export const qrCodeView: View<Statistics & { readonly id: string }> = {
  what: "QR code",
  async read(search, word) {
    const id = await findId(qrCode, word, search);
    try {
      return { id, ...(await qrStatistics.read(search.session, { qrCode: id })) };
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
