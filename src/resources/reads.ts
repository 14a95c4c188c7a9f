// What is no resource: typed reads of the account, for programs. They go through the program's own session,
// so they count on the same rate limit and stop at the same mistakes.
import type { CollectionSpec } from "../api/list/collection";
import type { Props } from "../kind/definition";
import { readInProgram, runError } from "../pulumi/program-session";
import { channelItems, channelList } from "./channel";

/** The account of the API key (api.md, "Account"). Dates are as the service writes them, without a zone. */
export interface AccountDetails {
  id: string;
  username: string;
  email: string;
  avatar?: string;
  /** Name of the plan. */
  status?: string;
  expires?: string;
  registered?: string;
}

/** A CTA overlay (api.md, "CTA overlay"). */
export interface Overlay {
  id: string;
  type: string;
  name: string;
  date: string;
}

/** A custom splash page (api.md, "Custom splash page"). */
export interface SplashPage {
  id: string;
  name: string;
  date: string;
}

/** An entry of a channel's item list (api.md, "Channel item"). */
export interface ChannelEntry {
  type: "links" | "bio" | "qr";
  id: string;
  title: string;
  /** Address of a picture. */
  preview: string;
  link: string;
  /** `YYYY-MM-DD`. */
  date: string;
}

/** Statistics of one QR code (api.md, "Single-QR statistics"); counts per label are numbers. */
export interface QrStatistics {
  link: string;
  name: string;
  scans: number;
  clicks: number;
  uniqueClicks: number;
  topCountries: Record<string, number>;
  topReferrers: Record<string, number>;
  topBrowsers: Record<string, number>;
  topOs: Record<string, number>;
  socialCount: Record<string, number>;
}

const text = (value: unknown): string => (value === undefined || value === null ? "" : String(value));
const count = (value: unknown): number => Number(value) || 0;

/** Labels come from visitors, so the table has no prototype to fall into. */
function counts(value: unknown): Record<string, number> {
  const table: Record<string, number> = Object.create(null);
  if (value === null || typeof value !== "object") return table;
  for (const [label, number] of Object.entries(value)) table[label] = count(number);
  return table;
}

async function list(spec: CollectionSpec): Promise<Props[]> {
  return readInProgram(async (session) => [...(await session.collection(spec).items()).values()]);
}

/** The account that the API key belongs to. One request per program, whoever asks. */
export async function getAccount(): Promise<AccountDetails> {
  return readInProgram(async (session) => ({ ...(await session.account()) }));
}

/** All CTA overlays. */
export async function getOverlays(): Promise<Overlay[]> {
  return (await list({ path: "/api/overlay", key: "cta" })).map(({ id, type, name, date }) => ({
    id: text(id),
    type: text(type),
    name: text(name),
    date: text(date),
  }));
}

/** All custom splash pages. */
export async function getSplashPages(): Promise<SplashPage[]> {
  return (await list({ path: "/api/splash", key: "splash" })).map(({ id, name, date }) => ({
    id: text(id),
    name: text(name),
    date: text(date),
  }));
}

/**
 * What is in a channel.
 * @throws RunError when the channel does not exist: a list that the service answers for one that is gone says nothing.
 */
export async function getChannelItems(channel: string | number): Promise<ChannelEntry[]> {
  const id = numericId(channel);
  const exists = await readInProgram(async (session) =>
    (await session.collection(channelList).items()).has(id),
  );
  if (!exists) throw runError(`getChannelItems: the account has no channel ${id}`);
  return (await list(channelItems(id))).map((item) => ({
    type: text(item.type) as ChannelEntry["type"],
    id: text(item.id),
    title: text(item.title),
    preview: text(item.preview),
    link: text(item.link),
    date: text(item.date),
  }));
}

/**
 * Clicks and scans of one QR code.
 * @throws RunError when the service does not answer with the statistics of it
 */
export async function getQrStatistics(qrCode: string | number): Promise<QrStatistics> {
  const path = `/api/qr/${numericId(qrCode)}`;
  const { data } = await readInProgram((session) => session.read(path));
  const details = (data.details ?? {}) as Props;
  const statistics = (data.data ?? {}) as Props;
  return {
    link: text(details.link),
    name: text(details.name),
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

function numericId(id: string | number): string {
  if (!/^[1-9]\d*$/.test(String(id))) throw runError(`${JSON.stringify(id)} is no id of an object`);
  return String(id);
}
