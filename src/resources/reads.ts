// Typed reads of the account, for programs. They use the program's own session, with the same rate limit and the same
// account guard.
import { UnexpectedResponse } from "../api/errors";
import type { ListSpec } from "../api/list/collection";
import { toCount } from "../api/list/page";
import type { Props } from "../kind/definition";
import { listOf } from "../kind/lifecycle/listed-object";
import { Program } from "../pulumi/program";
import { channelPaths } from "./channel";
import { channelItems } from "./channel-item";
import { objectId } from "./references";

/** The account of the API key (api.md, "Account"). */
export interface AccountDetails {
  /** Its id. */
  id: string;
  /** Name of the user. */
  username: string;
  /** E-mail address of the user. */
  email: string;
  /** Address of an image. */
  avatar?: string;
  /** Name of the plan. */
  status?: string;
  /** When the plan ends: YYYY-MM-DD HH:MM:SS, without a time zone. */
  expires?: string;
  /** When the account was created: YYYY-MM-DD HH:MM:SS, without a time zone. */
  registered?: string;
}

/** A CTA overlay (api.md, "CTA overlay"). */
export interface OverlayDetails {
  /** Its id. */
  id: string;
  /** What it is. The API does not document the values. */
  type: string;
  /** Its name. */
  name: string;
  /** When it was created: YYYY-MM-DD HH:MM:SS, without a time zone. */
  date: string;
}

/** A custom splash page (api.md, "Custom splash page"). */
export interface SplashPageDetails {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** When it was created: YYYY-MM-DD HH:MM:SS, without a time zone. */
  date: string;
}

/** An entry of a channel's item list (api.md, "Channel item"). */
export interface ChannelEntry {
  /** A short link, a bio page or a QR code. */
  type: "links" | "bio" | "qr";
  /** Id of the item, unique within its type. */
  id: string;
  /** Title of the item. */
  title: string;
  /** Address of a picture. */
  preview: string;
  /** Address of the item. */
  link: string;
  /** Date of the item: YYYY-MM-DD. */
  date: string;
}

/** Statistics of one QR code (api.md, "Single-QR statistics"); counts per label are numbers. */
export interface QrStatistics {
  /** Address of the code. */
  link: string;
  /** Name of the code. */
  name: string;
  /** Number of scans. */
  scans: number;
  /** Number of clicks. */
  clicks: number;
  /** Number of clicks of different visitors. */
  uniqueClicks: number;
  /** Number of clicks by country. */
  topCountries: Record<string, number>;
  /** Number of clicks by referring page. */
  topReferrers: Record<string, number>;
  /** Number of clicks by browser. */
  topBrowsers: Record<string, number>;
  /** Number of clicks by operating system. */
  topOs: Record<string, number>;
  /** Number of clicks by social network. */
  socialCount: Record<string, number>;
}

const text = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** The given fields as text. A missing one is "". */
function texts<Name extends string>(item: Props, ...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, text(item[name])])) as Record<Name, string>;
}

const count = (value: unknown): number => Number(value) || 0;

/** Labels come from visitors, so the table has no prototype. */
function counts(value: unknown): Record<string, number> {
  const table: Record<string, number> = Object.create(null);
  if (value === null || typeof value !== "object") return table;
  for (const [label, number] of Object.entries(value)) table[label] = count(number);
  return table;
}

/** A list that the API cannot change. */
const readOnlyList = (path: string, key: string): ListSpec => ({ path, key, writePath: `${path}/` });

async function list(spec: ListSpec): Promise<Props[]> {
  return Program.current().read(async (session) => [...(await session.collection(spec).items()).values()]);
}

/** The account of the API key. One request per program. */
export async function getAccount(): Promise<AccountDetails> {
  return Program.current().read(async (session) => ({ ...(await session.account()) }));
}

/** All CTA overlays. */
export async function getOverlays(): Promise<OverlayDetails[]> {
  return (await list(readOnlyList("/api/overlay", "cta"))).map((item) =>
    texts(item, "id", "type", "name", "date"),
  );
}

/** All custom splash pages. */
export async function getSplashPages(): Promise<SplashPageDetails[]> {
  return (await list(readOnlyList("/api/splash", "splash"))).map((item) => texts(item, "id", "name", "date"));
}

/**
 * The items of a channel.
 * @throws RunError if the channel does not exist. The item list of a missing channel proves nothing.
 */
export async function getChannelItems(channel: string | number): Promise<ChannelEntry[]> {
  const id = numericId(channel);
  const exists = await Program.current().read(async (session) =>
    (await session.collection(listOf(channelPaths)).items()).has(id),
  );
  if (!exists) throw Program.current().error(`getChannelItems: the account has no channel ${id}`);
  return (await list(channelItems(id))).map((item) => ({
    ...texts(item, "id", "title", "preview", "link", "date"),
    type: text(item.type) as ChannelEntry["type"],
  }));
}

/**
 * Clicks and scans of one QR code.
 * @throws RunError if the service does not return its statistics
 */
export async function getQrStatistics(qrCode: string | number): Promise<QrStatistics> {
  const path = `/api/qr/${numericId(qrCode)}`;
  const { details, statistics } = await Program.current().read(async (session) => {
    const { data: body } = await session.read(path);
    const [details, statistics] = [toObject(body.details), toObject(body.data)];
    if (details && toCount(statistics?.clicks) !== undefined) return { details, statistics: statistics! };
    throw new UnexpectedResponse(`GET ${path}: the response has no statistics of the QR code`);
  });
  return {
    ...texts(details, "link", "name"),
    scans: count(details.scans),
    clicks: count(statistics.clicks),
    uniqueClicks: count(statistics.uniqueClicks),
    topCountries: counts(statistics.topCountries),
    topReferrers: counts(statistics.topReferrers),
    topBrowsers: counts(statistics.topBrowsers),
    topOs: counts(statistics.topOs),
    socialCount: counts(statistics.socialCount),
  };
}

function toObject(value: unknown): Props | undefined {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Props) : undefined;
}

function numericId(id: string | number): string {
  if (!objectId().safeParse(id).success)
    throw Program.current().error(`${JSON.stringify(id)} is not the id of an object`);
  return String(id);
}
