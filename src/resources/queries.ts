// What can be read of an account: one table of queries, each after the type of its result. Programs read by the functions
// of reads.ts, and the command line reads directly, because it works without the SDK.
import { ApiError } from "../api/errors";
import { idText, type ListSpec } from "../api/lists/list";
import type { Definition, Props } from "../kind/definition";
import type { Query } from "../kind/query";
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

/** The account of the API key (service.md 20). Dates are as the service writes them, without a zone. */
export interface AccountDetails {
  /** Id of the account. */ id: string;
  /** Name of the user. */ username: string;
  /** E-mail address of the user. */ email: string;
  /** Address of an image. */ avatar?: string;
  /** Name of the plan. */ status?: string;
  /** When the plan ends, `YYYY-MM-DD HH:MM:SS`. */ expires?: string;
  /** When the account was created, `YYYY-MM-DD HH:MM:SS`. */ registered?: string;
}
export const account: Query<AccountDetails> = {
  name: "getAccount",
  isList: false,
  read: async (session) => ({ ...(await session.account()) }),
};

interface Dated {
  /** Id of the object. */ id: string;
  /** Its name. */ name: string;
  /** When it was created, `YYYY-MM-DD HH:MM:SS` without a zone. */ date: string;
}
const dated = { id, name: text, date: text };

/** Statistics of one QR code (service.md 53, 54); counts per label are numbers. */
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
export const qrStatistics: Query<QrStatistics> = {
  name: "getQrStatistics",
  argument: { name: "qrCode", type: kinds.qrCode.type },
  isList: false,
  async read(session, id) {
    const path = `/api/qr/${id}`;
    const { details, data } = (await session.readOnce(path)).data;
    const clicks = toObject(data);
    if (clicks.clicks === undefined) {
      throw new ApiError(`GET ${path}: the response has no statistics of the QR code`);
    }
    return rowOf(statisticsFields)({ id, ...clicks, ...toObject(details) });
  },
};

/** An entry of a channel's item list (service.md 39). */
export interface ChannelEntry {
  /** What the item is. */ type: "links" | "bio" | "qr";
  /** Id of the item, unique within its type. */ id: string;
  /** Its title. */ title: string;
  /** Address of a picture. */ preview: string;
  /** Its address. */ link: string;
  /** `YYYY-MM-DD`. */ date: string;
}
const itemFields = { type: text as Reader<ChannelEntry["type"]>, title: text, preview: text };
export const channelItems: Query<ChannelEntry[]> = {
  ...list<ChannelEntry>("getChannelItems", itemsOf, rowOf({ ...itemFields, id, link: text, date: text })),
  argument: { name: "channel", type: kinds.channel.type },
};

/** A CTA overlay (service.md 58). */
export interface OverlayDetails extends Dated {
  /** Kind of overlay, as the service names it. */ type: string;
}
// Some services have them under `overlay` (service.md 94).
const overlayList = { ...unchanged("/api/overlay", "cta"), otherKey: "overlay" };
export const overlays = list<OverlayDetails>(
  "getOverlays",
  () => overlayList,
  rowOf({ ...dated, type: text }),
);

/** A custom splash page (service.md 59). */
export interface SplashPageDetails extends Dated {}
const splashList = unchanged("/api/splash", "splash");
export const splashPages = list<SplashPageDetails>("getSplashPages", () => splashList, rowOf(dated));

/** All lists by section. */
export const lists: Readonly<Record<string, Query<object[]>>> = {
  ...Object.fromEntries(listedKinds.map((kind) => [kind.yaml.section, listOf<object>(kind)])),
  ...{ overlays, splashPages },
};

/** What one object has besides its row, by section. */
export const details: Readonly<Record<string, Query<object>>> = { qrCodes: qrStatistics };

/** All objects of a kind. What is unset or unknown is left out. */
export function listOf<Row>(kind: Definition): Query<Row[]> {
  const { fields, outputs, shown, list: spec, yaml } = kind;
  const name = `get${yaml.section.charAt(0).toUpperCase()}${yaml.section.slice(1)}`;
  const toRow = (item: Props) => {
    const known = Object.entries(readAll({ ...fields, ...outputs, ...shown }, item));
    // null means that there is none.
    return { id: id(item.id), ...Object.fromEntries(known.filter(([, value]) => value !== null)) } as Row;
  };
  return list(name, () => spec!, toRow);
}

function list<Row>(
  name: string,
  specOf: (argument: string) => ListSpec,
  toRow: (item: Props) => Row,
): Query<Row[]> {
  return {
    name,
    isList: true,
    async read(session, argument = "") {
      const items = await session.inventory(specOf(argument)).all();
      return [...items.values()].map(toRow);
    },
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
