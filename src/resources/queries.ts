// What can be read of an account: each query with its result. Programs read by the functions of reads.ts, and the command
// line reads directly, because it works without the SDK. A missing text is "", and a missing counter is 0.
import { UnexpectedResponse } from "../api/errors";
import type { ListSpec } from "../api/list";
import type { AccountSession } from "../api/session";
import type { Definition, Props } from "../kind/definition";
import type { Query } from "../kind/query";
import { readAll } from "../kind/state";
import { channelItems as itemsOf } from "./channel-item";
import { campaign, channel, domain, pixel, qrCode } from "./kinds";
import type * as results from "./query-results";

export const account: Query<results.AccountDetails> = {
  name: "getAccount",
  isList: false,
  read: async (session) => ({ ...(await session.account()) }),
};

export const pixels = ofKind<results.PixelDetails>("getPixels", pixel, (item) => texts(item, "date"));

export const domains = ofKind<results.DomainDetails>("getDomains", domain);

export const channels = ofKind<results.ChannelDetails>("getChannels", channel);

export const campaigns = ofKind<results.CampaignDetails>("getCampaigns", campaign);

export const qrCodes = ofKind<results.QrCodeDetails>("getQrCodes", qrCode, (item) => ({
  ...texts(item, "name", "link", "date"),
  scans: count(item.scans),
}));

export const qrStatistics: Query<results.QrStatistics> = {
  name: "getQrStatistics",
  argument: { name: "qrCode", type: qrCode.type },
  isList: false,
  async read(session, id) {
    const path = `/api/qr/${id}`;
    const { data: body } = await session.readOnce(path);
    const [details, data] = [toObject(body.details), toObject(body.data)];
    if (data.clicks === undefined) {
      throw new UnexpectedResponse(`GET ${path}: the response has no statistics of the QR code`);
    }
    return {
      ...texts(details, "link", "name"),
      scans: count(details.scans),
      clicks: count(data.clicks),
      uniqueClicks: count(data.uniqueClicks),
      topCountries: counts(data.topCountries),
      topReferrers: counts(data.topReferrers),
      topBrowsers: counts(data.topBrowsers),
      topOs: counts(data.topOs),
      socialCount: counts(data.socialCount),
    };
  },
};

export const channelItems: Query<results.ChannelEntry[]> = {
  name: "getChannelItems",
  argument: { name: "channel", type: channel.type },
  isList: true,
  read: async (session, id = "") =>
    (await itemsAt(session, itemsOf(id))).map((item) => ({
      ...texts(item, "id", "title", "preview", "link", "date"),
      type: item.type as results.ChannelEntry["type"],
    })),
};

export const overlays: Query<results.OverlayDetails[]> = {
  name: "getOverlays",
  isList: true,
  // Deployments have them under `overlay`.
  read: async (session) =>
    (await itemsAt(session, { ...unchanged("/api/overlay", "cta"), otherKey: "overlay" })).map((item) =>
      texts(item, "id", "type", "name", "date"),
    ),
};

export const splashPages: Query<results.SplashPageDetails[]> = {
  name: "getSplashPages",
  isList: true,
  read: async (session) =>
    (await itemsAt(session, unchanged("/api/splash", "splash"))).map((item) =>
      texts(item, "id", "name", "date"),
    ),
};

/** All objects of a kind: their readable arguments, what the service sets, and what only the list has. */
function ofKind<Details>(
  name: string,
  { fields, outputs, lifecycle }: Definition,
  rest: (item: Props) => Partial<Details> = () => ({}),
): Query<Details[]> {
  const detailsOf = ([id, item]: readonly [string, Props]) => {
    const known = Object.entries(readAll({ ...fields, ...outputs }, item));
    // null means that there is none.
    const values = Object.fromEntries(known.filter(([, value]) => value !== null));
    return { id, ...rest(item), ...values } as Details;
  };
  return {
    name,
    isList: true,
    read: async (session) => [...(await session.collection(lifecycle.list!).items())].map(detailsOf),
  };
}

/** A list that this package never changes: no path begins with its write path. */
function unchanged(path: string, key: string): ListSpec {
  return { path, key, writePath: `${path}/` };
}

async function itemsAt(session: AccountSession, spec: ListSpec): Promise<Props[]> {
  return [...(await session.collection(spec).items()).values()];
}

/** The given fields as text. */
function texts<Name extends string>(item: Props, ...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, String(item[name] ?? "")])) as Record<Name, string>;
}

function count(value: unknown): number {
  return Number(value) || 0;
}

/** Labels come from visitors, so the table has no prototype. */
function counts(value: unknown): Record<string, number> {
  const table: Record<string, number> = Object.create(null);
  for (const [label, number] of Object.entries(toObject(value))) table[label] = count(number);
  return table;
}

/** Empty for what is no JSON object. */
function toObject(value: unknown): Props {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Props) : {};
}
