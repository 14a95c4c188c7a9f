// The endpoints: those of every collection, made from its table, the account, and assignments.
import {
  type Account,
  type ChannelEntry,
  type Collection,
  type CollectionName,
  dateText,
  ITEM_LISTS,
  type Records,
  shortAddress,
} from "./account";
import { ACCOUNT_FIELDS, DOCUMENT, type Endpoints } from "./document";
import { type Fields, readFields, reject, ServiceError } from "./fields";
import type { Preset } from "./preset";

/** A request after the checks of key, rate limit and body. */
export interface Context {
  readonly account: Account;
  readonly preset: Preset;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Route {
  /** Method and path as in the API document, with `:name` for a parameter. */
  readonly on: string;
  /** Query parameters of the document. @default none */
  readonly query?: readonly string[];
  /** Fields of the body. @default none */
  readonly fields?: Fields;
  /** Returns a success without its `error`. @throws {ServiceError} */
  readonly handle: (context: Context) => object;
}

type Stored = { readonly id: number };

/** @throws {ServiceError} if the account does not have the object */
function find<T extends Stored>({ params }: Context, collection: Collection<T>, param = "id"): T {
  const object = collection.get(positiveInteger(params[param]) ?? 0);
  if (object === undefined) throw new ServiceError(404, "The object does not exist.");
  return object;
}

/** Anything else counts as missing. */
function positiveInteger(text = ""): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

const isObserved = ({ preset }: Context) => preset.responses === "observed";

/** In a list, and of a single object, `error` is text (service.md 7, 39). */
const textError = (context: Context) => ({ error: isObserved(context) ? 0 : "0" });

const DEFAULT_PAGE_SIZE = 15;
const MAX_PAGE_SIZE = 100;

/** A list, newest first, with its envelope (service.md 9). @param viewsOf oldest first */
function listRoute(path: string, key: string, viewsOf: (context: Context) => readonly object[]): Route {
  const handle = (context: Context) => {
    const { query } = context;
    const all = viewsOf(context).toReversed();
    const perpage = Math.min(positiveInteger(query.limit) ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
    const maxpage = Math.max(1, Math.ceil(all.length / perpage));
    const currentpage = positiveInteger(query.page) ?? 1;
    const nextpage = currentpage < maxpage ? currentpage + 1 : isObserved(context) ? null : currentpage;
    const items = all.slice((currentpage - 1) * perpage, currentpage * perpage);
    const data = { result: all.length, perpage, currentpage, nextpage, maxpage, [key]: items };
    return { ...textError(context), data };
  };
  return { on: `GET ${path}`, query: ["limit", "page"], handle };
}

/** List, create, update and delete. */
function routesOf(name: CollectionName, facts: Endpoints): readonly Route[] {
  const { list, key, object, fields, noun, shows, creates = [], updates } = facts;
  const recordsOf = ({ account }: Context) => account[name] as unknown as Collection<Stored>;
  const all = (context: Context) => recordsOf(context).list();
  /** The id, and values by name. */
  const view = (record: Stored, context: Context, names = shows) => {
    const id = isObserved(context) && facts.hasTextId ? String(record.id) : record.id;
    const derived = facts.derived?.(record as never, context.account);
    const values: Record<string, unknown> = { ...record, ...derived };
    return { id, ...Object.fromEntries(names.map((name) => [name, values[name]])) };
  };
  const valuesOf = (context: Context, old?: Stored) => {
    const values = readFields(fields, { ...context, old });
    const others = all(context).filter(({ id }) => id !== old?.id);
    rejectDuplicate(facts, context.preset, others, { ...old, ...values });
    return values;
  };
  const create = (context: Context) => view(recordsOf(context).create(valuesOf(context)), context, creates);
  const update = (context: Context) => {
    const old = find(context, recordsOf(context));
    const record = recordsOf(context).update(old.id, valuesOf(context, old));
    return updates ? view(record, context, updates) : { message: `${noun} has been updated successfully.` };
  };
  const remove = (context: Context) => {
    recordsOf(context).delete(find(context, recordsOf(context)).id);
    return { message: `${noun} has been deleted successfully.` };
  };
  const lists = listRoute(list, key, (context) => all(context).map((one) => view(one, context)));
  if (object === undefined) return [lists];
  return [
    lists,
    { on: `POST ${object}/add`, fields, handle: create },
    { on: `PUT ${object}/:id/update`, fields, handle: update },
    { on: `DELETE ${object}/:id/delete`, handle: remove },
  ];
}

/** @throws {ServiceError} if another object has a value that only one may have, or if that is a name of one character */
function rejectDuplicate(facts: Endpoints, preset: Preset, others: readonly object[], record: object): void {
  const { rejectedDuplicates: level } = preset;
  for (const [word, read] of Object.entries(facts.unique ?? {})) {
    if (level === "none" || (level === "addresses" && word === "name")) continue;
    const value = read(record as never);
    if (word === "name" && value.length === 1) reject("The field name is too short.");
    if (value && others.some((other) => read(other as never) === value))
      reject(`You already have a ${facts.noun.toLowerCase()} with this ${word}.`);
  }
}

/** One code with its statistics, of which the counts of maps are text (service.md 23, 24, 54). */
function singleQr(context: Context) {
  const { id, link, scans, name, date } = find(context, context.account.qrs);
  const counts = scans > 0 ? { Direct: String(scans) } : isObserved(context) ? 0 : {};
  const maps = { topCountries: counts, topReferrers: counts, topBrowsers: counts, topOs: counts };
  const data = { clicks: scans, uniqueClicks: scans, ...maps, socialCount: { socialnetwork: 0 } };
  return { ...textError(context), details: { id, link, scans, name, date }, data };
}

function readAccount(context: Context) {
  const { user } = context.account;
  return { data: { ...user, expires: isObserved(context) ? null : user.expires } };
}

function updateAccount(context: Context) {
  const { account } = context;
  const { email, password } = readFields(ACCOUNT_FIELDS, { ...context, old: {} });
  if (email) account.user.email = String(email);
  if (password) account.password = String(password);
  account.revision += 1;
  return { message: "Account has been successfully updated." };
}

/** A link, a bio page or a code. */
type Item = Partial<Records["links"] & Records["bios"] & Records["qrs"]> & Stored;

function itemsOf({ account }: Context, type: string): Collection<Item> {
  if (!Object.hasOwn(ITEM_LISTS, type)) reject("The item type must be links, bio or qr.");
  return account[ITEM_LISTS[type as ChannelEntry["type"]]] as unknown as Collection<Item>;
}

function itemsOfChannel(context: Context) {
  return find(context, context.account.channels).items.map(({ type, id, date = "2024-01-16" }) => {
    const item = itemsOf(context, type).get(id) ?? { id };
    const link = item.link ?? shortAddress(item);
    const title = item.title ?? item.name ?? "";
    return { type, id, title, preview: `${link}/preview`, link, date: date.slice(0, 10) };
  });
}

/** A second time has no effect. */
function assignItem(context: Context) {
  const { account, params } = context;
  const type = params.type as ChannelEntry["type"];
  const channel = find(context, account.channels, "channelid");
  const { id } = find(context, itemsOf(context, type), "itemid");
  const item = { type, id, date: dateText(account.now()) };
  if (!channel.items.some((one) => one.type === type && one.id === id))
    account.channels.update(channel.id, { items: [...channel.items, item] });
  return { message: "Item successfully added to the channel." };
}

/** A second time has no effect. */
function assignLink(context: Context) {
  const { campaigns, links } = context.account;
  const campaign = find(context, campaigns, "campaignid");
  const { id } = find(context, links, "linkid");
  if (!campaign.links.includes(id)) campaigns.update(campaign.id, { links: [...campaign.links, id] });
  return { message: "Link successfully added to the campaign." };
}

const ROUTES = [
  { on: "GET /api/account", handle: readAccount },
  { on: "PUT /api/account/update", fields: ACCOUNT_FIELDS, handle: updateAccount },
  ...Object.entries(DOCUMENT).flatMap(([name, facts]) => routesOf(name as CollectionName, facts)),
  { on: "GET /api/qr/:id", handle: singleQr },
  listRoute("/api/channel/:id", "items", itemsOfChannel),
  { on: "POST /api/channel/:channelid/assign/:type/:itemid", handle: assignItem },
  { on: "POST /api/campaign/:campaignid/assign/:linkid", handle: assignLink },
].map((route: Route) => ({
  ...route,
  pattern: new RegExp(`^${route.on.replace(/:(\w+)/g, "(?<$1>[^/]*)")}$`),
}));

/** The route of a request, with the parameters of its path. @throws {ServiceError} if there is none */
export function findRoute(method: string, path: string, { linkEndpoints }: Preset) {
  const isHidden = linkEndpoints === "absent" && /^\/api\/urls?(\/|$)/.test(path);
  for (const route of isHidden ? [] : ROUTES) {
    const match = route.pattern.exec(`${method} ${path}`);
    if (match) return { route, params: { ...match.groups } };
  }
  throw new ServiceError(404, "There is no such endpoint.");
}
