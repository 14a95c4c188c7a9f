// One account and its objects as plain data, without the API.

/** Host of all addresses that the service assigns. No server listens there. */
export const PUBLIC_HOST = "link.example";
/** API key of the default account. */
export const DEMO_KEY = "demo-key";

/** The text of the API for a time in ms since 1970: `YYYY-MM-DD HH:MM:SS`, in UTC. */
export function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** A part of an address that depends only on the id. */
const shortCode = (id: number) => (id * 1_000_003).toString(36);

/** The lists of what channels contain, by type of item. */
export const ITEM_LISTS = { links: "links", bio: "bios", qr: "qrs" } as const;

/** One item of a channel: its type, its id within the type, and when it was assigned. */
export interface ChannelEntry {
  readonly type: keyof typeof ITEM_LISTS;
  readonly id: number;
  readonly date?: string;
}

const NO_ITEMS: readonly ChannelEntry[] = [];
const NO_LINKS: readonly number[] = [];

/** The fields of a new record that are not given. Texts that are not set are "". */
const NEW_RECORDS = {
  pixels: (_: number, date: string) => ({ type: "gtmpixel", name: "", tag: "", date }),
  domains: () => ({ domain: "", redirectroot: "", redirect404: "" }),
  /** The oldest assignment comes first. */
  channels: () => ({ name: "", description: "", color: "", starred: false, items: NO_ITEMS }),
  campaigns: (id: number) => ({ name: "", slug: shortCode(id), public: false, links: NO_LINKS }),
  /** The API never returns type, data and design. */
  qrs: (id: number, date: string) => ({
    type: "text",
    data: "" as unknown,
    name: `QR ${id}`,
    background: "",
    foreground: "",
    logo: "",
    link: `https://${PUBLIC_HOST}/qr/${shortCode(id)}`,
    scans: 0,
    date,
  }),
  /** Short links: `custom` is the alias, `domain` the address of a branded domain, or "". */
  links: (id: number, date: string) => ({
    url: `https://www.example.com/${id}`,
    custom: `${id}`,
    domain: "",
    title: `Link ${id}`,
    description: "",
    clicks: 0,
    date,
  }),
  /** The API assigns bio pages, but does not show or create them. */
  bios: (id: number) => ({ title: `Bio page ${id}`, link: `https://${PUBLIC_HOST}/bio/${id}` }),
  overlays: (id: number, date: string) => ({ type: "message", name: `Overlay ${id}`, date }),
  splash: (id: number, date: string) => ({ name: `Splash page ${id}`, date }),
};

export type CollectionName = keyof typeof NEW_RECORDS;
export const COLLECTION_NAMES = Object.keys(NEW_RECORDS) as readonly CollectionName[];

/** The records of the collections. */
export type Records = {
  readonly [K in CollectionName]: { readonly id: number } & Readonly<ReturnType<(typeof NEW_RECORDS)[K]>>;
};

/** The host of a domain that is given by address or host. */
export const hostOf = (address: string) => address.toLowerCase().replace(/^https?:\/\/|\/$/g, "");

/** @param link its domain may be missing in a create */
export function shortAddress({ domain = "", custom }: Partial<Records["links"]>): string {
  return `https://${hostOf(domain) || PUBLIC_HOST}/${custom}`;
}

/** What the API shows of the user of a new account. */
const newUser = (username: string) => ({
  id: 1,
  username,
  email: `${username}@example.com`,
  avatar: `https://${PUBLIC_HOST}/avatar/${username}.png`,
  /** Plan. */
  status: "Pro",
  expires: "2035-12-31 23:59:59",
  registered: "2024-01-15 09:30:00",
});
type User = ReturnType<typeof newUser>;

/** What the API does not create, but assigns and lists. */
const FIRST_OBJECTS = {
  links: ["Shop", "Spring sale", "Newsletter", "Catalog", "Jobs"].map((title, n) => ({
    id: 4711 + n,
    title,
  })),
  bios: ["Acme", "Acme events"].map((title, n) => ({ id: 12 + n, title })),
  overlays: ["Welcome", "Write to us"].map((name, n) => ({ id: 21 + n, name })),
};

/** An account as plain data, without keys and password. */
export type AccountData = Readonly<User> & { readonly nextId: number } & {
  readonly [K in CollectionName]: readonly Records[K][];
};

/** A first account. Records need only the fields that matter; ids are kept. */
export type AccountSeed = Partial<Omit<AccountData, CollectionName>> & {
  readonly username: string;
  readonly keys: readonly string[];
} & { readonly [K in CollectionName]?: readonly Partial<Records[K]>[] };

/** Direct access to the data of an account. Changes are not logged and do not count as requests. */
export interface Account extends Readonly<{ [K in CollectionName]: Collection<Records[K]> }> {
  readonly keys: readonly string[];
  readonly user: User;
  /** The last password that a request set. */
  password: string | undefined;
  /** The id of the next object, unless its list has a higher one: ids rise over all objects, and in each list. */
  nextId: number;
  /** Increases with every change of the collections, and of the user by the API. */
  revision: number;
  /** ms since 1970. */
  now(): number;
  /** The account as plain data. Later changes do not change it. */
  readonly data: AccountData;
}

/** @param now ms since 1970 */
export function openAccount(now: () => number, seed: AccountSeed): Account {
  const { keys, nextId = 101, username } = seed;
  const user = newUser(username);
  for (const name of Object.keys(user) as (keyof User)[])
    if (name in seed) Object.assign(user, { [name]: seed[name] });
  const account = {
    ...{ keys, user, password: undefined, nextId, revision: 0, now },
    get data() {
      const lists = COLLECTION_NAMES.map((name) => [name, account[name].list()]);
      return { ...user, nextId: account.nextId, ...Object.fromEntries(lists) };
    },
  } as Account;
  const records: Partial<Record<CollectionName, readonly object[]>> = { ...FIRST_OBJECTS, ...seed };
  for (const name of COLLECTION_NAMES) {
    const collection = new Collection(account, name);
    Object.assign(account, { [name]: collection });
    for (const record of records[name] ?? []) collection.create(record);
  }
  return account;
}

/** The objects of one type by id, in the order of their creation. A change replaces the record. */
export class Collection<T extends { readonly id: number }> {
  readonly #records = new Map<number, T>();

  constructor(
    private readonly account: Account,
    private readonly name: CollectionName,
  ) {}

  /** All objects, oldest first. */
  list(): readonly T[] {
    return [...this.#records.values()];
  }

  get(id: number): T | undefined {
    return this.#records.get(id);
  }

  /** Creates an object with the next id, or with `id` if given. Missing and undefined fields get a default. */
  create(fields: Partial<T>): T {
    const { id = this.#takeId() } = fields;
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const defaults = NEW_RECORDS[this.name](id, dateText(this.account.now()));
    return this.#put({ ...defaults, ...Object.fromEntries(given), id } as unknown as T);
  }

  /** Replaces fields of an object. @throws {RangeError} if it does not exist */
  update(id: number, fields: Partial<Omit<T, "id">>): T {
    const old = this.get(id);
    if (old === undefined) throw new RangeError(`No object ${id}.`);
    return this.#put({ ...old, ...fields, id });
  }

  /** Deletes an object, and removes it from channels and campaigns. Returns whether it existed. */
  delete(id: number): boolean {
    if (!this.#records.delete(id)) return false;
    this.account.revision += 1;
    const { channels, campaigns } = this.account;
    const isKept = (item: ChannelEntry) => ITEM_LISTS[item.type] !== this.name || item.id !== id;
    for (const { id: channel, items } of channels.list())
      if (!items.every(isKept)) channels.update(channel, { items: items.filter(isKept) });
    for (const { id: campaign, links } of this.name === "links" ? campaigns.list() : [])
      if (links.includes(id)) campaigns.update(campaign, { links: links.filter((link) => link !== id) });
    return true;
  }

  #takeId(): number {
    const id = Math.max(this.account.nextId, ...[...this.#records.keys()].map((taken) => taken + 1));
    this.account.nextId = id + 1;
    return id;
  }

  #put(record: T): T {
    this.#records.set(record.id, record);
    this.account.revision += 1;
    return record;
  }
}
