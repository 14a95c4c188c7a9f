// What can be read of an account: one table by section, after the types of its results. Programs read by the functions of
// reads.ts, and the command line by `read`, because it works without the SDK.
import { ApiError } from "../api/errors";
import { idText, type ListSpec } from "../api/lists/list";
import type { AccountSession } from "../api/session";
import type { Definition, Props, Query } from "../kind/definition";
import { readAll } from "../kind/state";
import { channelItems as itemsOf } from "./channel-item";
import { listedKinds } from "./definitions";
import * as kinds from "./kinds";

/** From the field of the same name. */
type Reader<Value> = (value: unknown) => Value;
type Readers<Row> = { readonly [Name in keyof Row]: Reader<Row[Name]> };

/** A list has no item without one. */
const id = (value: unknown) => idText(value)!;
/** A missing one is "". */
const text = (value: unknown) => String(value ?? "");
/** A missing one is 0. */
const count = (value: unknown) => Number(value) || 0;

/** The account of the API key (service.md 13). Dates are as the service writes them, without a zone. */
export interface AccountDetails {
  /** Id of the account. */ id: string;
  /** Name of the user. */ username: string;
  /** E-mail address of the user. */ email: string;
  /** Address of an image. */ avatar?: string;
  /** Name of the plan. */ status?: string;
  /** When the plan ends, `YYYY-MM-DD HH:MM:SS`. */ expires?: string;
  /** When the account was created, `YYYY-MM-DD HH:MM:SS`. */ registered?: string;
}

interface Dated {
  /** Id of the object. */ id: string;
  /** Its name. */ name: string;
  /** When it was created, `YYYY-MM-DD HH:MM:SS` without a zone. */ date: string;
}
const dated = { id, name: text, date: text };

/** Statistics of one QR code (service.md 23, 24); counts per label are numbers. */
export interface QrStatistics extends Dated {
  /** Address of the code. */ link: string;
  /** Number of scans. */ scans: number;
  /** Number of clicks. */ clicks: number;
  /** Number of different visitors. */ uniqueClicks: number;
  /** Clicks by country. */ topCountries: Record<string, number>;
  /** Clicks by the page that visitors came from. */ topReferrers: Record<string, number>;
  /** Clicks by browser. */ topBrowsers: Record<string, number>;
  /** Clicks by operating system. */ topOs: Record<string, number>;
  /** Clicks by social network. */ socialCount: Record<string, number>;
}
const statisticsFields: Readers<QrStatistics> = {
  ...{ ...dated, link: text, scans: count },
  ...{ clicks: count, uniqueClicks: count, socialCount: counts },
  ...{ topCountries: counts, topReferrers: counts, topBrowsers: counts, topOs: counts },
};

/** An entry of a channel's item list (service.md 16). */
export interface ChannelEntry {
  /** What the item is. */ type: "links" | "bio" | "qr";
  /** Id of the item, unique within its type. */ id: string;
  /** Its title. */ title: string;
  /** Address of a picture. */ preview: string;
  /** Its address. */ link: string;
  /** `YYYY-MM-DD`. */ date: string;
}
const itemFields: Readers<ChannelEntry> = {
  ...{ id, type: text as Reader<ChannelEntry["type"]>, title: text },
  ...{ preview: text, link: text, date: text },
};

/** A CTA overlay (service.md 25). */
export interface OverlayDetails extends Dated {
  /** Kind of overlay, as the service names it. */ type: string;
}

/** A custom splash page (service.md 26). */
export interface SplashPageDetails extends Dated {}

const all: readonly Query[] = [
  { section: "account", isList: false, read: async (session) => ({ ...(await session.account()) }) },
  {
    section: "channelItems",
    argument: { name: "channel", type: kinds.channel.type },
    isList: true,
    read: (session, channel = "") => rowsOf(session, itemsOf(channel), rowOf(itemFields)),
  },
  {
    section: "qrStatistics",
    argument: { name: "qrCode", type: kinds.qrCode.type },
    isList: false,
    read: statistics,
  },
  ...listedKinds.map((kind) => list(kind.yaml.section, kind.list!, rowOfKind(kind))),
  // Some services have them under `overlay` (service.md 55).
  list("overlays", unchanged("/api/overlay", "cta"), rowOf<OverlayDetails>({ ...dated, type: text })),
  list("splashPages", unchanged("/api/splash", "splash"), rowOf<SplashPageDetails>(dated)),
];

export const queries: ReadonlyMap<string, Query> = new Map(all.map((one) => [one.section, one]));

export function query(section: string): Query {
  return queries.get(section)!;
}

/** @param id the argument, if the section has one. @throws ApiError */
export async function read<Result>(session: AccountSession, section: string, id?: string): Promise<Result> {
  return (await query(section).read(session, id)) as Result;
}

function list(section: string, spec: ListSpec, toRow: (item: Props) => unknown): Query {
  return { section, isList: true, read: (session) => rowsOf(session, spec, toRow) };
}

async function rowsOf(session: AccountSession, spec: ListSpec, toRow: (item: Props) => unknown) {
  return [...(await session.inventory(spec).all()).values()].map(toRow);
}

async function statistics(session: AccountSession, id?: string): Promise<QrStatistics> {
  const path = `/api/qr/${id}`;
  const { details, data } = await session.send("GET", path);
  const clicks = toObject(data);
  if (clicks.clicks === undefined)
    throw new ApiError(`GET ${path}: the response has no statistics of the QR code`);
  return rowOf(statisticsFields)({ id, ...clicks, ...toObject(details) });
}

/** What is unset or unknown is left out. */
function rowOfKind({ fields, outputs, shown }: Definition): (item: Props) => object {
  return (item) => {
    const known = Object.entries(readAll({ ...fields, ...outputs, ...shown }, item));
    // null means that there is none.
    return { id: id(item.id), ...Object.fromEntries(known.filter(([, value]) => value !== null)) };
  };
}

/** A list that this package never changes: no path begins with its write path. */
function unchanged(path: string, key: string): ListSpec {
  return { path, key, writePath: `${path}/` };
}

function rowOf<Row>(readers: Readers<Row>): (item: Props) => Row {
  const all = Object.entries<Reader<unknown>>(readers);
  return (item) => Object.fromEntries(all.map(([name, read]) => [name, read(item[name])])) as Row;
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
