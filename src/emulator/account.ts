// One account: its user, its keys and its objects, without the API.
import { Collection } from "./collection";
import { type CollectionName, dateText, NEW_RECORDS, PUBLIC_HOST, type Records } from "./records";

type Lists = { readonly [K in CollectionName]: readonly Records[K][] };

/** What the API shows of the user, and the password. */
export interface Profile {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly avatar: string;
  /** Plan. */
  readonly status: string;
  /** `YYYY-MM-DD HH:MM:SS`, as `registered`. */
  readonly expires: string;
  readonly registered: string;
}

/** An account as plain data, without keys and password. */
export interface AccountData extends Profile, Lists {}

/** A first account. Records need only the fields that matter; ids are kept. */
export type AccountSeed = {
  readonly username: string;
  readonly keys: readonly string[];
} & Partial<Profile> & {
    readonly [K in CollectionName]?: readonly Partial<Records[K]>[];
  };

/** API key of the default account. */
export const DEMO_KEY = "demo-key";

/** The accounts of an emulator that is started without `accounts`. */
export const DEFAULT_ACCOUNTS: readonly AccountSeed[] = [{ username: "acme", keys: [DEMO_KEY] }];

/** The objects of every account whose seed does not say otherwise. */
const DEFAULT_SEED: Partial<AccountSeed> = {
  links: ["Shop", "Spring sale", "Newsletter", "Catalog", "Jobs"].map((title, n) => ({
    id: 4711 + n,
    title,
  })),
  bios: ["Acme", "Acme events"].map((title, n) => ({ id: 12 + n, title })),
  overlays: ["Welcome", "Write to us"].map((name, n) => ({ id: 21 + n, name })),
};

/** What all accounts of an emulator share. */
export interface AccountContext {
  readonly now: () => number;
  /** Whether lists of the last minute are kept. */
  readonly keepsHistory: boolean;
  /** The next id of each collection. Ids are never reused. */
  readonly nextIds: Partial<Record<CollectionName, number>>;
}

const FIRST_ID = 101;

/** Direct access to the data of an account. Changes are not logged and do not count as requests. */
export class Account {
  keys: readonly string[];
  id: number;
  username: string;
  email: string;
  /** The last password that a request set. */
  password: string | undefined;
  avatar: string;
  status: string;
  expires: string;
  registered: string;
  readonly pixels = this.#collection("pixels");
  readonly domains = this.#collection("domains");
  readonly channels = this.#collection("channels");
  readonly campaigns = this.#collection("campaigns");
  readonly qrs = this.#collection("qrs", (id) => this.#unassign("qr", id));
  readonly links = this.#collection("links", (id) => this.#unassign("links", id));
  readonly bios = this.#collection("bios", (id) => this.#unassign("bio", id));
  readonly overlays = this.#collection("overlays");
  readonly splash = this.#collection("splash");
  /** Increases with every change of the collections, and of the user by the API. */
  revision = 0;

  constructor(
    readonly context: AccountContext,
    seed: AccountSeed & { readonly id: number },
  ) {
    const { username } = seed;
    this.keys = seed.keys;
    this.id = seed.id;
    this.username = username;
    this.email = seed.email ?? `${username}@example.com`;
    this.avatar = seed.avatar ?? `https://${PUBLIC_HOST}/avatar/${username}.png`;
    this.status = seed.status ?? "Pro";
    this.expires = seed.expires ?? "2035-12-31 23:59:59";
    this.registered = seed.registered ?? "2024-01-15 09:30:00";
    const records: Partial<AccountSeed> = { ...DEFAULT_SEED, ...seed };
    for (const name of COLLECTION_NAMES) {
      const collection = this[name] as Collection<{ readonly id: number }>;
      for (const record of records[name] ?? []) collection.create(record);
      collection.forgetHistory();
    }
  }

  /** The account as plain data. Later changes do not change it. */
  get data(): AccountData {
    const { id, username, email, avatar, status, expires, registered } = this;
    const lists = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, this[name].list()])) as Lists;
    return { id, username, email, avatar, status, expires, registered, ...lists };
  }

  #collection<K extends CollectionName>(name: K, deleted?: (id: number) => void): Collection<Records[K]> {
    return new Collection<Records[K]>({
      complete: (id) =>
        NEW_RECORDS[name](id, dateText(this.context.now())) as unknown as Omit<Records[K], "id">,
      nextId: (taken) => {
        const { nextIds } = this.context;
        const id = taken ?? nextIds[name] ?? FIRST_ID;
        nextIds[name] = Math.max(nextIds[name] ?? FIRST_ID, id + 1);
        return id;
      },
      changed: (deletedId) => {
        this.revision += 1;
        if (deletedId !== undefined) deleted?.(deletedId);
      },
      now: () => (this.context.keepsHistory ? this.context.now() : undefined),
    });
  }

  /** Removes a deleted object from all channels and campaigns. */
  #unassign(type: "links" | "bio" | "qr", id: number): void {
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

const COLLECTION_NAMES = Object.keys(NEW_RECORDS) as readonly CollectionName[];
