// One account: its user, its keys and its objects, without the API.
import { type CollectionName, dateText, ITEM_LISTS, NEW_RECORDS, PUBLIC_HOST, type Records } from "./records";

/** What the API shows of the user. */
const PROFILE = ["id", "username", "email", "avatar", "status", "expires", "registered"] as const;
type Profile = Readonly<Pick<Account, (typeof PROFILE)[number]>>;

/** An account as plain data, without keys and password. */
export type AccountData = Profile &
  Pick<Account, "nextId"> & { readonly [K in CollectionName]: readonly Records[K][] };

/** A first account. Records need only the fields that matter; ids are kept. */
export type AccountSeed = {
  readonly username: string;
  readonly keys: readonly string[];
} & Partial<Profile & Pick<Account, "nextId">> & {
    readonly [K in CollectionName]?: readonly Partial<Records[K]>[];
  };

/** API key of the default account. */
export const DEMO_KEY = "demo-key";

/** What every account has whose seed does not say otherwise. */
const defaultsOf = (username: string) => ({
  nextId: 101,
  email: `${username}@example.com`,
  avatar: `https://${PUBLIC_HOST}/avatar/${username}.png`,
  status: "Pro",
  expires: "2035-12-31 23:59:59",
  registered: "2024-01-15 09:30:00",
  links: ["Shop", "Spring sale", "Newsletter", "Catalog", "Jobs"].map((title, n) => ({
    id: 4711 + n,
    title,
  })),
  bios: ["Acme", "Acme events"].map((title, n) => ({ id: 12 + n, title })),
  overlays: ["Welcome", "Write to us"].map((name, n) => ({ id: 21 + n, name })),
});

const COLLECTION_NAMES = Object.keys(NEW_RECORDS) as readonly CollectionName[];

/** Direct access to the data of an account. Changes are not logged and do not count as requests. */
export class Account {
  readonly keys: readonly string[];
  id!: number;
  username!: string;
  email!: string;
  avatar!: string;
  /** Plan. */
  status!: string;
  /** `YYYY-MM-DD HH:MM:SS`, as `registered`. */
  expires!: string;
  registered!: string;
  /** The last password that a request set. */
  password: string | undefined;
  /** The id of the next object, unless its list has a higher one: ids rise over all objects, and in each list. */
  nextId!: number;
  readonly pixels = new Collection<Records["pixels"]>(this, "pixels");
  readonly domains = new Collection<Records["domains"]>(this, "domains");
  readonly channels = new Collection<Records["channels"]>(this, "channels");
  readonly campaigns = new Collection<Records["campaigns"]>(this, "campaigns");
  readonly qrs = new Collection<Records["qrs"]>(this, "qrs");
  readonly links = new Collection<Records["links"]>(this, "links");
  readonly bios = new Collection<Records["bios"]>(this, "bios");
  readonly overlays = new Collection<Records["overlays"]>(this, "overlays");
  readonly splash = new Collection<Records["splash"]>(this, "splash");
  /** Increases with every change of the collections, and of the user by the API. */
  revision = 0;

  /** @param now in ms since 1970 */
  constructor(
    readonly now: () => number,
    seed: AccountSeed & { readonly id: number },
  ) {
    this.keys = seed.keys;
    const all: AccountSeed = { ...defaultsOf(seed.username), ...seed };
    for (const name of [...PROFILE, "nextId"] as const) Object.assign(this, { [name]: all[name] });
    for (const name of COLLECTION_NAMES)
      for (const record of all[name] ?? [])
        (this[name] as Collection<{ readonly id: number }>).create(record);
  }

  get profile(): Profile {
    return Object.fromEntries(PROFILE.map((name) => [name, this[name]])) as unknown as Profile;
  }

  /** The account as plain data. Later changes do not change it. */
  get data(): AccountData {
    const lists = COLLECTION_NAMES.map((name) => [name, this[name].list()]);
    return { ...this.profile, nextId: this.nextId, ...Object.fromEntries(lists) };
  }
}

/** The objects of one type by id, in the order of their creation. A change replaces the record. */
export class Collection<T extends { readonly id: number }> {
  readonly #account: Account;
  readonly #name: CollectionName;
  readonly #records = new Map<number, T>();

  constructor(account: Account, name: CollectionName) {
    this.#account = account;
    this.#name = name;
  }

  /** All objects, oldest first. */
  list(): readonly T[] {
    return [...this.#records.values()];
  }

  get(id: number): T | undefined {
    return this.#records.get(id);
  }

  /**
   * Creates an object with the next id, or with `id` if given. Missing and undefined fields get a default.
   * @throws {RangeError} if the id exists
   */
  create(fields: Partial<T>): T {
    const { id = this.#takeId() } = fields;
    if (this.get(id)) throw new RangeError(`Id ${id} exists.`);
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const defaults = NEW_RECORDS[this.#name](id, dateText(this.#account.now()));
    return this.#put({ ...defaults, ...Object.fromEntries(given), id } as unknown as T);
  }

  /**
   * Replaces fields of an object.
   * @throws {RangeError} if it does not exist
   */
  update(id: number, fields: Partial<Omit<T, "id">>): T {
    const old = this.get(id);
    if (old === undefined) throw new RangeError(`No object ${id}.`);
    return this.#put({ ...old, ...fields, id });
  }

  /** Deletes an object, and removes it from channels and campaigns. Returns whether it existed. */
  delete(id: number): boolean {
    if (!this.#records.delete(id)) return false;
    this.#account.revision += 1;
    const { channels, campaigns } = this.#account;
    for (const { id: channel, items } of channels.list()) {
      const kept = items.filter((item) => ITEM_LISTS[item.type] !== this.#name || item.id !== id);
      if (kept.length < items.length) channels.update(channel, { items: kept });
    }
    for (const { id: campaign, links } of this.#name === "links" ? campaigns.list() : [])
      if (links.includes(id)) campaigns.update(campaign, { links: links.filter((link) => link !== id) });
    return true;
  }

  #takeId(): number {
    const id = Math.max(this.#account.nextId, ...[...this.#records.keys()].map((taken) => taken + 1));
    this.#account.nextId = id + 1;
    return id;
  }

  #put(record: T): T {
    this.#records.set(record.id, record);
    this.#account.revision += 1;
    return record;
  }
}
