// What can be read of an account: one table by section. Programs read by functions, which the build writes from it with the types
// of their results, and the command line by `read`, because it works without the SDK.
import { ApiError } from "../api/errors";
import { idText, type ListSpec } from "../api/lists/list";
import type { AccountSession } from "../api/session";
import type { Definition, Props } from "../kind/definition";
import type { Query } from "../kind/query";
import { readAll } from "../kind/state";
import { channelItems } from "./channel-item";
import { listedKinds } from "./definitions";
import * as kinds from "./kinds";

/** A property of a result, from the field of the same name. */
export interface Column {
  readonly doc: string;
  /** @default "string" */
  readonly type?: string;
  readonly isOptional?: true;
  read(value: unknown): unknown;
}
type Columns = Readonly<Record<string, Column>>;

/** A read that is not the list of a kind. */
export interface OtherQuery extends Query {
  /** The result, or each in a list: the name of its type, and what it is. */
  readonly type: string;
  readonly noun: string;
  readonly columns: Columns;
}

/** A list has no item without one. */
const id = (doc: string): Column => ({ doc, read: (value) => idText(value)! });
/** A missing one is "". */
const text = (doc: string): Column => ({ doc, read: (value) => String(value ?? "") });
const optional = (doc: string): Column => ({ ...text(doc), isOptional: true });
const count = (doc: string): Column => ({ doc, type: "number", read: toNumber });
const counts = (doc: string): Column => ({ doc, type: "Record<string, number>", read: toCounts });

const ACCOUNT = {
  id: id("Id of the account."),
  username: text("Name of the user."),
  email: text("E-mail address of the user."),
  avatar: optional("Address of an image."),
  status: optional("Name of the plan."),
  expires: optional("When the plan ends, `YYYY-MM-DD HH:MM:SS`."),
  registered: optional("When the account was created, `YYYY-MM-DD HH:MM:SS`."),
};
const DATED = {
  id: id("Id of the object."),
  name: text("Its name."),
  date: text("When it was created, `YYYY-MM-DD HH:MM:SS` without a zone."),
};
const STATISTICS = {
  ...DATED,
  link: text("Address of the code."),
  scans: count("Number of scans."),
  clicks: count("Number of clicks."),
  uniqueClicks: count("Number of different visitors."),
  topCountries: counts("Clicks by country."),
  topReferrers: counts("Clicks by the page that visitors came from."),
  topBrowsers: counts("Clicks by browser."),
  topOs: counts("Clicks by operating system."),
  socialCount: counts("Clicks by social network."),
};
const ITEM = {
  type: { ...text("What the item is."), type: '"links" | "bio" | "qr"' },
  id: id("Id of the item, unique within its type."),
  title: text("Its title."),
  preview: text("Address of a picture."),
  link: text("Its address."),
  date: text("`YYYY-MM-DD`."),
};

export const otherQueries: readonly OtherQuery[] = [
  {
    section: "account",
    type: "AccountDetails",
    noun: "account of the API key. Dates are as the service writes them, without a zone",
    columns: ACCOUNT,
    isList: false,
    read: async (session) => ({ ...(await session.account()) }),
  },
  {
    section: "qrStatistics",
    argument: { name: "qrCode", type: kinds.qrCode.type },
    type: "QrStatistics",
    noun: "clicks and scans of a QR code",
    columns: STATISTICS,
    isList: false,
    read: statistics,
  },
  listOf(channelItems, {
    section: "channelItems",
    argument: { name: "channel", type: kinds.channel.type },
    type: "ChannelEntry",
    noun: "item of a channel",
    columns: ITEM,
  }),
  // Some services have them under `overlay` (service.md 55).
  listOf(() => unchanged("/api/overlay", "cta"), {
    section: "overlays",
    type: "OverlayDetails",
    noun: "CTA overlay of the account",
    columns: { ...DATED, type: text("Kind of overlay, as the service names it.") },
  }),
  listOf(() => unchanged("/api/splash", "splash"), {
    section: "splashPages",
    type: "SplashPageDetails",
    noun: "custom splash page of the account",
    columns: DATED,
  }),
];

export const queries: ReadonlyMap<string, Query> = new Map(
  [...otherQueries, ...listedKinds.map(listOfKind)].map((one) => [one.section, one]),
);

/** @param id the argument, if the section has one. @throws ApiError */
export async function read<Result>(session: AccountSession, section: string, id?: string): Promise<Result> {
  return (await queries.get(section)!.read(session, id)) as Result;
}

function listOf(specOf: (id: string) => ListSpec, about: Omit<OtherQuery, "isList" | "read">): OtherQuery {
  const toRow = rowOf(about.columns);
  return { ...about, isList: true, read: (session, id = "") => rowsOf(session, specOf(id), toRow) };
}

/** A list that this package never changes: no path begins with its write path. */
function unchanged(path: string, key: string): ListSpec {
  return { path, key, writePath: `${path}/` };
}

/** What is unset or unknown is left out. */
function listOfKind({ yaml, list, fields, outputs, shown }: Definition): Query {
  const toRow = (item: Props) => {
    const known = Object.entries(readAll({ ...fields, ...outputs, ...shown }, item));
    // null means that there is none.
    return { id: idText(item.id), ...Object.fromEntries(known.filter(([, value]) => value !== null)) };
  };
  return { section: yaml.section, isList: true, read: (session) => rowsOf(session, list!, toRow) };
}

async function rowsOf(session: AccountSession, spec: ListSpec, toRow: (item: Props) => object) {
  return [...(await session.inventory(spec).all()).values()].map(toRow);
}

async function statistics(session: AccountSession, id?: string): Promise<object> {
  const path = `/api/qr/${id}`;
  const { details, data } = await session.send("GET", path);
  const clicks = toObject(data);
  if (clicks.clicks === undefined)
    throw new ApiError(`GET ${path}: the response has no statistics of the QR code`);
  // Some services have the date there (service.md 54).
  const { data: date, ...shown } = toObject(details);
  return rowOf(STATISTICS)({ id, date, ...clicks, ...shown });
}

function rowOf(columns: Columns): (item: Props) => object {
  const all = Object.entries(columns);
  return (item) => Object.fromEntries(all.map(([name, { read }]) => [name, read(item[name])]));
}

/** A missing one is 0. */
function toNumber(value: unknown): number {
  return Number(value) || 0;
}

/** Labels come from visitors, so the table has no prototype. */
function toCounts(value: unknown): Record<string, number> {
  const entries = Object.entries(toObject(value)).map(
    ([label, number]) => [label, toNumber(number)] as const,
  );
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** Empty for what is no JSON object. */
function toObject(value: unknown): Props {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Props) : {};
}
