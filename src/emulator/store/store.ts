// All accounts of the service, and the id counters that they share.
import { Account, type AccountState } from "./account";
import type { StoreContext } from "./collection";
import { keyDigest } from "./credentials";
import { PUBLIC_ORIGIN } from "./public-urls";
import { type AccountSeed, SEEDED_BIOS, SEEDED_LINKS, SEEDED_OVERLAYS, SEEDED_SPLASH } from "./seed";

export interface StoreState {
  readonly counters: Readonly<Record<string, number>>;
  readonly accounts: readonly AccountState[];
}

/** Direct access to the data of the service, without the API. For tests and demos. */
export class Store {
  readonly #accounts = new Map<string, Account>();
  readonly #counters = new Map<string, number>();
  readonly #reservedIds = new Set<string>();
  readonly #context: StoreContext;
  #revision = 0;
  #onChange: () => void = () => {};

  /** @param firstId first id of every collection. Each collection counts separately. */
  constructor(firstId: number, now: () => number) {
    this.#context = {
      now,
      nextId: (collection) => {
        let id = this.#counters.get(collection) ?? firstId;
        while (this.#reservedIds.has(`${collection} ${id}`)) id += 1;
        this.#counters.set(collection, id + 1);
        return id;
      },
      reserveId: (collection, id) => {
        this.#reservedIds.add(`${collection} ${id}`);
      },
      changed: () => {
        this.#revision += 1;
        this.#onChange();
      },
    };
  }

  /** Increases with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Calls `listener` after every change. There is only one listener. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** All accounts. */
  accounts(): Account[] {
    return [...this.#accounts.values()];
  }

  /**
   * An account by its username.
   * @throws {RangeError} if it does not exist.
   */
  account(username: string): Account {
    const account = this.#accounts.get(username);
    if (account === undefined) throw new RangeError(`No account "${username}".`);
    return account;
  }

  /** The account of a valid key. */
  accountOfKey(key: string): Account | undefined {
    const digest = keyDigest(key);
    return this.accounts().find((account) => account.keyState(digest) === "active");
  }

  /**
   * Adds an account. An account from the state file keeps its data, and gets only the new keys of the seed.
   * @throws {RangeError} if the key or the id belongs to another account.
   */
  addAccount(seed: AccountSeed): Account {
    const account = this.#accounts.get(seed.username) ?? this.#newAccount(seed);
    for (const key of seed.keys) {
      if (account.keyState(keyDigest(key)) !== undefined) continue;
      if (this.accountOfKey(key) !== undefined)
        throw new RangeError("Two accounts cannot have the same key.");
      account.addKey(key);
    }
    return account;
  }

  /** The data for a state file. */
  toState(): StoreState {
    return {
      counters: Object.fromEntries(this.#counters),
      accounts: this.accounts().map((account) => account.toState()),
    };
  }

  /** Restores what {@link toState} returned. */
  restore(state: StoreState): void {
    for (const [collection, nextId] of Object.entries(state.counters)) this.#counters.set(collection, nextId);
    for (const saved of state.accounts) {
      const account = new Account(this.#context, saved.profile);
      account.restore(saved);
      this.#accounts.set(saved.profile.username, account);
    }
  }

  #newAccount(seed: AccountSeed): Account {
    const id = seed.id ?? Math.max(0, ...this.accounts().map((account) => account.profile.id)) + 1;
    if (this.accounts().some((account) => account.profile.id === id)) {
      throw new RangeError(`Two accounts cannot have the id ${id}.`);
    }
    const account = new Account(this.#context, {
      id,
      username: seed.username,
      email: seed.email ?? `${seed.username}@example.com`,
      avatar: seed.avatar ?? `${PUBLIC_ORIGIN}/avatar/${seed.username}.png`,
      status: seed.status ?? "Pro",
      expires: seed.expires ?? "2035-12-31 23:59:59",
      registered: seed.registered ?? "2024-01-15 09:30:00",
    });
    for (const link of seed.links ?? SEEDED_LINKS) account.links.create(link);
    for (const bio of seed.bios ?? SEEDED_BIOS) account.bios.create(bio);
    for (const overlay of seed.overlays ?? SEEDED_OVERLAYS) account.overlays.create(overlay);
    for (const page of seed.splash ?? SEEDED_SPLASH) account.splash.create(page);
    this.#accounts.set(seed.username, account);
    return account;
  }
}
