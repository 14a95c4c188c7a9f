// One account: its user, its keys and its objects, without the API.
import { type CollectionName, dateText, NEW_RECORDS, PUBLIC_HOST, type Records } from "./records";

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

/** The accounts of an emulator that is started without `accounts`. */
export const DEFAULT_ACCOUNTS: readonly AccountSeed[] = [{ username: "acme", keys: [DEMO_KEY] }];

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
  readonly pixels = this.#collection("pixels");
  readonly domains = this.#collection("domains");
  readonly channels = this.#collection("channels");
  readonly campaigns = this.#collection("campaigns");
  readonly qrs = this.#collection("qrs", "qr");
  readonly links = this.#collection("links", "links");
  readonly bios = this.#collection("bios", "bio");
  readonly overlays = this.#collection("overlays");
  readonly splash = this.#collection("splash");
  /** Increases with every change of the collections, and of the user by the API. */
  revision = 0;

  /** @param now in ms since 1970 */
  constructor(
    readonly now: () => number,
    seed: AccountSeed & { readonly id: number },
  ) {
    this.keys = seed.keys;
    const all: AccountSeed & { readonly id: number } = { ...defaultsOf(seed.username), ...seed };
    for (const name of [...PROFILE, "nextId"] as const) Object.assign(this, { [name]: all[name] });
    for (const name of COLLECTION_NAMES) {
      const collection = this[name] as Collection<{ readonly id: number }>;
      for (const record of all[name] ?? []) collection.create(record);
    }
  }

  get profile(): Profile {
    return Object.fromEntries(PROFILE.map((name) => [name, this[name]])) as unknown as Profile;
  }

  /** The account as plain data. Later changes do not change it. */
  get data(): AccountData {
    const lists = COLLECTION_NAMES.map((name) => [name, this[name].list()]);
    return { ...this.profile, nextId: this.nextId, ...Object.fromEntries(lists) };
  }

  /** @param type of its objects as items of channels */
  #collection<K extends CollectionName>(name: K, type?: string): Collection<Records[K]> {
    const create = (id: number) =>
      ({ ...NEW_RECORDS[name](id, dateText(this.now())), id }) as unknown as Records[K];
    return new Collection(this, create, (id) => type && this.#unassign(type, id));
  }

  /** Removes a deleted object from all channels and campaigns. */
  #unassign(type: string, id: number): void {
    for (const channel of this.channels.list()) {
      const items = channel.items.filter((item) => item.type !== type || item.id !== id);
      if (items.length < channel.items.length) this.channels.update(channel.id, { items });
    }
    if (type !== "links") return;
    for (const campaign of this.campaigns.list()) {
      const links = campaign.links.filter((link) => link !== id);
      if (links.length < campaign.links.length) this.campaigns.update(campaign.id, { links });
    }
  }
}

/** The objects of one type by id, in the order of their creation. A change replaces the record, and the list of all. */
export class Collection<T extends { readonly id: number }> {
  readonly #account: { nextId: number; revision: number };
  readonly #newRecord: (id: number) => T;
  readonly #deleted: (id: number) => void;
  readonly #records = new Map<number, T>();
  /** All of them, until a change. */
  #list: readonly T[] | undefined;

  /** @param deleted called with the id of an object that is gone */
  constructor(
    account: { nextId: number; revision: number },
    newRecord: (id: number) => T,
    deleted: (id: number) => void,
  ) {
    this.#account = account;
    this.#newRecord = newRecord;
    this.#deleted = deleted;
  }

  /** All objects, oldest first. */
  list(): readonly T[] {
    this.#list ??= [...this.#records.values()];
    return this.#list;
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
    return this.#put({ ...this.#newRecord(id), ...Object.fromEntries(given) });
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

  /** Deletes an object and what refers to it. Returns whether it existed. */
  delete(id: number): boolean {
    if (!this.#records.delete(id)) return false;
    this.#changed();
    this.#deleted(id);
    return true;
  }

  #takeId(): number {
    let id = this.#account.nextId;
    for (const taken of this.#records.keys()) id = Math.max(id, taken + 1);
    this.#account.nextId = id + 1;
    return id;
  }

  #put(record: T): T {
    this.#records.set(record.id, record);
    this.#changed();
    return record;
  }

  #changed(): void {
    this.#list = undefined;
    this.#account.revision += 1;
  }
}
