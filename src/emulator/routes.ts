// The endpoints: those of every collection, made from its table, the account, and assignments.
import type { Account, Collection } from "./account";
import { DOCUMENT, type Endpoints } from "./document";
import { readFields, reject, ServiceError } from "./fields";
import type { Preset } from "./preset";
import { type ChannelEntry, type CollectionName, dateText, shortAddress } from "./records";

/** A request after the checks of key and rate limit. */
interface Context {
  readonly account: Account;
  readonly preset: Preset;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** As in the API document, with `:name` for a parameter. */
  readonly path: string;
  /** Query parameters of the document. @default none */
  readonly query?: readonly string[];
  /** Returns a success without its `error`. @throws {ServiceError} */
  readonly handle: (context: Context) => object;
}

type Stored = { readonly id: number } & Readonly<Record<string, unknown>>;

/** @throws {ServiceError} if the account does not have the object */
function find<T extends { readonly id: number }>(
  { params }: Context,
  collection: Collection<T>,
  noun: string,
  param = "id",
): T {
  const object = collection.get(positiveInteger(params[param]) ?? 0);
  if (object === undefined) throw new ServiceError(404, `${noun} does not exist.`);
  return object;
}

/** Anything else counts as missing. */
function positiveInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

const isObserved = ({ preset }: Context) => preset.responses === "observed";

/** In a list, and of a single object, `error` is text (service.md 7, 39). */
const textError = (context: Context) => ({ error: isObserved(context) ? 0 : "0" });

const DEFAULT_PAGE_SIZE = 15;
const MAX_PAGE_SIZE = 100;

/** A list, newest first, with its envelope (service.md 9). @param itemsOf oldest first */
function listRoute<T>(
  path: string,
  key: string,
  itemsOf: (context: Context) => readonly T[],
  view: (item: T, context: Context) => object,
): Route {
  const handle = (context: Context) => {
    const { query } = context;
    const items = itemsOf(context);
    const perpage = Math.min(positiveInteger(query.limit) ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
    const maxpage = Math.max(1, Math.ceil(items.length / perpage));
    const currentpage = positiveInteger(query.page) ?? 1;
    const nextpage = currentpage < maxpage ? currentpage + 1 : isObserved(context) ? null : currentpage;
    const end = items.length - (currentpage - 1) * perpage;
    const shown = items.slice(Math.max(0, end - perpage), Math.max(0, end)).toReversed();
    const page = { result: items.length, perpage, currentpage, nextpage, maxpage };
    return { ...textError(context), data: { ...page, [key]: shown.map((item) => view(item, context)) } };
  };
  return { method: "GET", path, query: ["limit", "page"], handle };
}

/** The id, and values by name. */
function view(facts: Endpoints, record: Stored, context: Context, names: readonly string[]) {
  const id = isObserved(context) && facts.observed?.idIsText ? String(record.id) : record.id;
  const values: Record<string, unknown> = { ...record, ...facts.derived?.(record as never, context.account) };
  return { id, ...Object.fromEntries(names.map((name) => [name, values[name]])) };
}

/** The values of the body. @throws {ServiceError} if one is invalid or the object exists */
function fieldsToStore(facts: Endpoints, context: Context, all: Collection<Stored>, old?: Stored): object {
  const { fields, unique = {}, noun } = facts;
  const { rejectedDuplicates: level } = context.preset;
  const values = readFields(fields, { ...context, old });
  for (const [word, read] of Object.entries(unique)) {
    const value = read({ ...old, ...values } as never);
    if (!value || level === "none" || (level === "addresses" && word === "name")) continue;
    if (all.list().some((other) => other.id !== old?.id && read(other as never) === value))
      reject(`You already have a ${noun.toLowerCase()} with this ${word}.`);
  }
  return values;
}

/** List, create, update and delete. */
function routesOf(name: CollectionName, facts: Endpoints): readonly Route[] {
  const { list, key, object, noun, updatedNoun = noun, shows, creates = [], updates, observed } = facts;
  const recordsOf = ({ account }: Context) => account[name] as unknown as Collection<Stored>;
  const create = (context: Context) => {
    const records = recordsOf(context);
    const record = records.create(fieldsToStore(facts, context, records));
    return view(facts, record, context, (isObserved(context) && observed?.creates) || creates);
  };
  const update = (context: Context) => {
    const records = recordsOf(context);
    const old = find(context, records, noun);
    const record = records.update(old.id, fieldsToStore(facts, context, records, old));
    const shown = (isObserved(context) && observed?.updates) || updates;
    const message = `${updatedNoun} has been updated successfully.`;
    return shown ? view(facts, record, context, shown) : { message };
  };
  const remove = (context: Context) => {
    const records = recordsOf(context);
    records.delete(find(context, records, noun).id);
    return { message: `${noun} has been deleted successfully.` };
  };
  const listed = (context: Context) => recordsOf(context).list();
  const lists = listRoute(list, key, listed, (record, context) => view(facts, record, context, shows));
  if (object === undefined) return [lists];
  return [
    lists,
    { method: "POST", path: `${object}/add`, handle: create },
    { method: "PUT", path: `${object}/:id/update`, handle: update },
    { method: "DELETE", path: `${object}/:id/delete`, handle: remove },
  ];
}

/** One code with its statistics, of which the counts of maps are text (service.md 23, 24, 54). */
function singleQr(context: Context) {
  const { id, link, scans, name, date } = find(context, context.account.qrs, "QR Code");
  const isSeen = isObserved(context);
  const counts = scans === 0 ? (isSeen ? 0 : {}) : { Direct: String(scans) };
  const maps = { topCountries: counts, topReferrers: counts, topBrowsers: counts, topOs: counts };
  const socialCount = { socialnetwork: 0, microblog: 0, professionalnetwork: 0 };
  const details = { id: isSeen ? String(id) : id, link, scans, name, [isSeen ? "data" : "date"]: date };
  return {
    ...textError(context),
    details,
    data: { clicks: scans, uniqueClicks: scans, ...maps, socialCount },
  };
}

/** One link. "observed": like a code, beside its statistics (service.md 58). */
function singleLink(context: Context) {
  const link = find(context, context.account.links, "Link");
  const facts = DOCUMENT.links as Endpoints;
  const details = view(facts, link as never, context, facts.shows);
  const { clicks, uniqueclicks: uniqueClicks } = link;
  const data = isObserved(context) ? { details, data: { clicks, uniqueClicks } } : { data: details };
  return { ...textError(context), ...data };
}

/** Strictly, both fields are required (service.md 32). */
function updateAccount(context: Context) {
  const { account, preset } = context;
  const { email, password } = readFields({ email: { form: "email" }, password: {} }, { ...context, old: {} });
  const isStrict = preset.undocumentedInput === "rejected";
  if (isStrict ? !email || !password : !email && !password)
    reject("The fields email and password are required.");
  if (email) account.email = String(email);
  if (password) account.password = String(password);
  account.revision += 1;
  return { message: "Account has been successfully updated." };
}

function itemsOf({ account }: Context, type: string) {
  if (type === "links") return account.links;
  if (type === "bio") return account.bios;
  return type === "qr" ? account.qrs : reject("The item type must be links, bio or qr.");
}

function itemView({ type, id, date }: ChannelEntry, context: Context): object {
  const item = itemsOf(context, type).get(id) ?? { title: "", link: "" };
  const title = "title" in item ? item.title : item.name;
  const link = "link" in item ? item.link : shortAddress(item);
  return { type, id, title, preview: `${link}/preview`, link, date: date?.slice(0, 10) ?? "2024-01-16" };
}

/** A second time has no effect. */
function assignItem(context: Context) {
  const { account, params } = context;
  const type = params.type as ChannelEntry["type"];
  const { id, items } = find(context, account.channels, "Channel", "channelid");
  const item = { type, id: find(context, itemsOf(context, type) as Collection<Stored>, "Item", "itemid").id };
  if (!items.some((one) => one.type === type && one.id === item.id)) {
    const date = dateText(account.now());
    account.channels.update(id, { items: [...items, { ...item, date }] });
  }
  return { message: "Item successfully added to the channel." };
}

/** A second time has no effect. */
function assignLink(context: Context) {
  const { campaigns, links } = context.account;
  const campaign = find(context, campaigns, "Campaign", "campaignid");
  const { id } = find(context, links, "Link", "linkid");
  if (!campaign.links.includes(id)) campaigns.update(campaign.id, { links: [...campaign.links, id] });
  return { message: "Link successfully added to the campaign." };
}

function readAccount(context: Context) {
  const { profile } = context.account;
  return { data: { ...profile, expires: isObserved(context) ? null : profile.expires } };
}

const itemsOfChannel = (context: Context) => find(context, context.account.channels, "Channel").items;

const ROUTES = [
  { method: "GET", path: "/api/account", handle: readAccount } as const,
  { method: "PUT", path: "/api/account/update", handle: updateAccount } as const,
  ...Object.entries(DOCUMENT).flatMap(([name, facts]) => routesOf(name as CollectionName, facts)),
  { method: "GET", path: "/api/qr/:id", handle: singleQr } as const,
  { method: "GET", path: "/api/url/:id", handle: singleLink } as const,
  listRoute("/api/channel/:id", "items", itemsOfChannel, itemView),
  { method: "POST", path: "/api/channel/:channelid/assign/:type/:itemid", handle: assignItem } as const,
  { method: "POST", path: "/api/campaign/:campaignid/assign/:linkid", handle: assignLink } as const,
].map((route: Route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, "(?<$1>[^/]*)")}$`),
}));

/**
 * The route of a request, with the parameters of its path.
 * @throws {ServiceError} if there is none
 */
export function findRoute(
  method: string,
  path: string,
  { linkEndpoints }: Preset,
): { route: Route; params: Record<string, string> } {
  const isHidden = linkEndpoints === "absent" && /^\/api\/urls?(\/|$)/.test(path);
  const matches = (isHidden ? [] : ROUTES).flatMap(({ route, pattern }) => {
    const match = pattern.exec(path);
    return match ? [{ route, params: { ...match.groups } }] : [];
  });
  if (matches.length === 0) throw new ServiceError(404, "There is no such endpoint.");
  const found = matches.find(({ route }) => route.method === method);
  if (!found) throw new ServiceError(405, "The endpoint does not support this method.");
  return found;
}
