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
import { DOCUMENT, type Endpoints } from "./document";
import { readFields, reject, ServiceError } from "./fields";
import type { Preset } from "./preset";

/** A request after the checks of key, rate limit and body. */
interface Context {
  readonly account: Account;
  readonly preset: Preset;
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Route {
  /** Method and path as in the API document, with `:name` for a parameter. */
  readonly on: string;
  /** Query parameters of the document. @default none */
  readonly query?: readonly string[];
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

/** A list, newest first, with its envelope (service.md 9). @param itemsOf oldest first */
function listRoute<T>(
  path: string,
  key: string,
  itemsOf: (context: Context) => readonly T[],
  view: (item: T, context: Context) => object,
): Route {
  const handle = (context: Context) => {
    const { query } = context;
    const items = itemsOf(context).toReversed();
    const perpage = Math.min(positiveInteger(query.limit) ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
    const maxpage = Math.max(1, Math.ceil(items.length / perpage));
    const currentpage = positiveInteger(query.page) ?? 1;
    const nextpage = currentpage < maxpage ? currentpage + 1 : isObserved(context) ? null : currentpage;
    const shown = items.slice((currentpage - 1) * perpage, currentpage * perpage);
    const page = { result: items.length, perpage, currentpage, nextpage, maxpage };
    return { ...textError(context), data: { ...page, [key]: shown.map((item) => view(item, context)) } };
  };
  return { on: `GET ${path}`, query: ["limit", "page"], handle };
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
  const { list, key, object, noun, shows, creates = [], updates } = facts;
  const recordsOf = ({ account }: Context) => account[name] as unknown as Collection<Stored>;
  const listed = (context: Context) => recordsOf(context).list();
  /** The id, and values by name. */
  const view = (record: Stored, context: Context, names = shows) => {
    const id = isObserved(context) && facts.hasTextId ? String(record.id) : record.id;
    const values: Record<string, unknown> = {
      ...record,
      ...facts.derived?.(record as never, context.account),
    };
    return { id, ...Object.fromEntries(names.map((name) => [name, values[name]])) };
  };
  const create = (context: Context) => {
    const records = recordsOf(context);
    return view(records.create(fieldsToStore(facts, context, records)), context, creates);
  };
  const update = (context: Context) => {
    const records = recordsOf(context);
    const old = find(context, records);
    const record = records.update(old.id, fieldsToStore(facts, context, records, old));
    return updates ? view(record, context, updates) : { message: `${noun} has been updated successfully.` };
  };
  const remove = (context: Context) => {
    const records = recordsOf(context);
    records.delete(find(context, records).id);
    return { message: `${noun} has been deleted successfully.` };
  };
  const lists = listRoute(list, key, listed, (record, context) => view(record, context));
  if (object === undefined) return [lists];
  return [
    lists,
    { on: `POST ${object}/add`, handle: create },
    { on: `PUT ${object}/:id/update`, handle: update },
    { on: `DELETE ${object}/:id/delete`, handle: remove },
  ];
}

/** One code with its statistics, of which the counts of maps are text (service.md 23, 24, 54). */
function singleQr(context: Context) {
  const { id, link, scans, name, date } = find(context, context.account.qrs);
  const counts = scans > 0 ? { Direct: String(scans) } : isObserved(context) ? 0 : {};
  const maps = { topCountries: counts, topReferrers: counts, topBrowsers: counts, topOs: counts };
  const data = { clicks: scans, uniqueClicks: scans, ...maps, socialCount: { socialnetwork: 0 } };
  return { ...textError(context), details: { id, link, scans, name, date }, data };
}

/** Strictly, both fields are required (service.md 32). */
function updateAccount(context: Context) {
  const { account, preset } = context;
  const { email, password } = readFields({ email: { form: "email" }, password: {} }, { ...context, old: {} });
  if (preset.undocumentedInput === "rejected" ? !email || !password : !email && !password)
    reject("The fields email and password are required.");
  if (email) account.user.email = String(email);
  if (password) account.password = String(password);
  account.revision += 1;
  return { message: "Account has been successfully updated." };
}

/** A link, a bio page or a code. */
type Item = Partial<Records["links"] & Records["bios"] & Records["qrs"]> & { readonly id: number };

function itemsOf({ account }: Context, type: string): Collection<Item> {
  if (!Object.hasOwn(ITEM_LISTS, type)) reject("The item type must be links, bio or qr.");
  return account[ITEM_LISTS[type as ChannelEntry["type"]]] as unknown as Collection<Item>;
}

function itemView({ type, id, date = "2024-01-16" }: ChannelEntry, context: Context): object {
  const item = itemsOf(context, type).get(id) ?? { id };
  const link = item.link ?? shortAddress(item);
  const title = item.title ?? item.name ?? "";
  return { type, id, title, preview: `${link}/preview`, link, date: date.slice(0, 10) };
}

/** A second time has no effect. */
function assignItem(context: Context) {
  const { account, params } = context;
  const type = params.type as ChannelEntry["type"];
  const { id, items } = find(context, account.channels, "channelid");
  const item = { type, id: find(context, itemsOf(context, type), "itemid").id };
  if (!items.some((one) => one.type === type && one.id === item.id)) {
    const date = dateText(account.now());
    account.channels.update(id, { items: [...items, { ...item, date }] });
  }
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

function readAccount(context: Context) {
  const { user } = context.account;
  return { data: { ...user, expires: isObserved(context) ? null : user.expires } };
}

const itemsOfChannel = (context: Context) => find(context, context.account.channels).items;

const ROUTES = [
  { on: "GET /api/account", handle: readAccount },
  { on: "PUT /api/account/update", handle: updateAccount },
  ...Object.entries(DOCUMENT).flatMap(([name, facts]) => routesOf(name as CollectionName, facts)),
  { on: "GET /api/qr/:id", handle: singleQr },
  listRoute("/api/channel/:id", "items", itemsOfChannel, itemView),
  { on: "POST /api/channel/:channelid/assign/:type/:itemid", handle: assignItem },
  { on: "POST /api/campaign/:campaignid/assign/:linkid", handle: assignLink },
].map((route: Route) => ({
  ...route,
  pattern: new RegExp(`^${route.on.replace(/:(\w+)/g, "(?<$1>[^/]*)")}$`),
}));

/**
 * The route of a request, with the parameters of its path.
 * @throws {ServiceError} if there is none
 */
export function findRoute(method: string, path: string, { linkEndpoints }: Preset) {
  const isHidden = linkEndpoints === "absent" && /^\/api\/urls?(\/|$)/.test(path);
  for (const route of isHidden ? [] : ROUTES) {
    const match = route.pattern.exec(`${method} ${path}`);
    if (match) return { route, params: { ...match.groups } };
  }
  throw new ServiceError(404, "There is no such endpoint.");
}
