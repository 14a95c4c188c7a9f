// One account: its profile, its keys and everything it owns.
import { createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { Collection, type Owner } from "./collection";
import { PUBLIC_HOST, shortCode } from "./public-urls";
import type {
  Campaign,
  Channel,
  ChannelEntry,
  Counts,
  Domain,
  ItemType,
  Overlay,
  Page,
  Pixel,
  Profile,
  QrCode,
  QrStatistics,
  SplashPage,
} from "./records";

/** Where a scan came from; every field may be left out. */
export interface Visit {
  readonly country?: string;
  readonly referrer?: string;
  readonly browser?: string;
  readonly os?: string;
  /** Counts as a new visitor. @default true */
  readonly unique?: boolean;
}

type KeyState = "active" | "revoked";
type Needs<T, K extends keyof T> = Pick<T, K> & Partial<Omit<T, "id">>;

const NO_STATISTICS: QrStatistics = {
  clicks: 0,
  uniqueClicks: 0,
  topCountries: {},
  topReferrers: {},
  topBrowsers: {},
  topOs: {},
  socialCount: { socialnetwork: 0, microblog: 0, professionalnetwork: 0 },
};

/** A key is kept as its digest only: what is not there cannot leak into a log or a state file. */
export function keyDigest(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Direct access to one account, behind the API's back. Changes count neither as requests nor in the log. */
export class Account {
  readonly pixels: Collection<Pixel, Needs<Pixel, "type" | "name" | "tag">>;
  readonly domains: Collection<Domain, Needs<Domain, "domain">>;
  readonly channels: Collection<Channel, Needs<Channel, "name">>;
  readonly campaigns: Collection<Campaign>;
  readonly qrs: Collection<QrCode, Needs<QrCode, "type" | "data">>;
  readonly links: Collection<Page>;
  readonly bios: Collection<Page>;
  readonly overlays: Collection<Overlay>;
  readonly splash: Collection<SplashPage>;
  readonly #owner: Owner;
  readonly #keys = new Map<string, KeyState>();
  #profile: Profile;
  #password: string | undefined;

  constructor(owner: Owner, profile: Profile) {
    this.#owner = owner;
    this.#profile = profile;
    const page = (title: string, path: string) => (fields: Partial<Page>, id: number) => ({
      title: `${title} ${id}`,
      link: `https://${PUBLIC_HOST}/${path}${id}`,
      ...fields,
    });
    this.pixels = new Collection(owner, {
      name: "pixel",
      complete: (fields) => ({ date: owner.now(), ...fields }),
    });
    this.domains = new Collection(owner, {
      name: "domain",
      complete: (fields) => ({ redirectroot: "", redirect404: "", ...fields }),
    });
    this.channels = new Collection(owner, {
      name: "channel",
      complete: (fields) => ({ description: "", color: "", starred: false, items: [], ...fields }),
    });
    this.campaigns = new Collection(owner, {
      name: "campaign",
      complete: (fields, id) => ({
        name: "",
        slug: shortCode("campaign", id),
        public: false,
        links: [],
        ...fields,
      }),
    });
    this.qrs = new Collection(owner, {
      name: "qr",
      complete: (fields, id) => ({
        background: "",
        foreground: "",
        logo: "",
        name: `QR ${id}`,
        link: `https://${PUBLIC_HOST}/qr/${shortCode("qr", id)}`,
        scans: 0,
        date: owner.now(),
        statistics: NO_STATISTICS,
        ...fields,
      }),
      onDelete: (id) => this.#forgetItem("qr", id),
    });
    this.links = new Collection(owner, {
      name: "link",
      complete: page("Link", ""),
      onDelete: (id) => {
        this.#forgetItem("links", id);
        for (const campaign of this.campaigns.list()) this.unassignLink(campaign.id, id);
      },
    });
    this.bios = new Collection(owner, {
      name: "bio",
      complete: page("Bio page", "bio/"),
      onDelete: (id) => this.#forgetItem("bio", id),
    });
    this.overlays = new Collection(owner, {
      name: "overlay",
      complete: (fields, id) => ({ type: "message", name: `Overlay ${id}`, date: owner.now(), ...fields }),
    });
    this.splash = new Collection(owner, {
      name: "splash",
      complete: (fields, id) => ({ name: `Splash page ${id}`, date: owner.now(), ...fields }),
    });
  }

  get profile(): Profile {
    return this.#profile;
  }

  get username(): string {
    return this.#profile.username;
  }

  /** Replaces fields of the profile. */
  update(changes: Partial<Omit<Profile, "id" | "username">>): void {
    this.#profile = { ...this.#profile, ...changes };
    this.#owner.changed();
  }

  /** Keeps the password as a salted hash. */
  setPassword(password: string): void {
    const salt = randomBytes(16);
    this.#password = `${salt.toString("hex")}:${scryptSync(password, salt, 32).toString("hex")}`;
    this.#owner.changed();
  }

  passwordMatches(password: string): boolean {
    const [salt, hash] = this.#password?.split(":") ?? [];
    if (salt === undefined || hash === undefined) return false;
    return timingSafeEqual(scryptSync(password, Buffer.from(salt, "hex"), 32), Buffer.from(hash, "hex"));
  }

  /** Makes a key valid, also one that was revoked. */
  addKey(key: string): void {
    this.#keys.set(keyDigest(key), "active");
    this.#owner.changed();
  }

  /** The key is refused from now on, also after a restart that seeds it again. */
  revokeKey(key: string): void {
    this.#keys.set(keyDigest(key), "revoked");
    this.#owner.changed();
  }

  /** State of a key by its digest. */
  keyState(digest: string): KeyState | undefined {
    return this.#keys.get(digest);
  }

  /** The assignable objects of an item type. */
  itemsOfType(type: ItemType): Pick<Collection<Page | QrCode, never>, "get"> {
    return type === "links" ? this.links : type === "bio" ? this.bios : this.qrs;
  }

  /** Adds an entry to a channel, also a second one for the same item. */
  assignItem(channelId: number, type: ItemType, id: number): void {
    const entry: ChannelEntry = { type, id, date: this.#owner.now() };
    this.channels.update(channelId, { items: [...(this.channels.get(channelId)?.items ?? []), entry] });
  }

  /** Removes all entries of an item from a channel; the API itself cannot do that. */
  unassignItem(channelId: number, type: ItemType, id: number): void {
    const items = this.channels.get(channelId)?.items ?? [];
    const rest = items.filter((entry) => entry.type !== type || entry.id !== id);
    if (rest.length < items.length) this.channels.update(channelId, { items: rest });
  }

  /** Adds a link to a campaign, also a second time. */
  assignLink(campaignId: number, linkId: number): void {
    this.campaigns.update(campaignId, { links: [...(this.campaigns.get(campaignId)?.links ?? []), linkId] });
  }

  /** Removes a link from a campaign; the API itself cannot do that. */
  unassignLink(campaignId: number, linkId: number): void {
    const links = this.campaigns.get(campaignId)?.links ?? [];
    const rest = links.filter((link) => link !== linkId);
    if (rest.length < links.length) this.campaigns.update(campaignId, { links: rest });
  }

  /** Counts one scan of a QR code. */
  scan(qrId: number, visit: Visit = {}): void {
    const code = this.qrs.get(qrId);
    if (code === undefined) throw new RangeError(`There is no qr ${qrId}.`);
    const old = code.statistics;
    const { country, referrer, browser, os, unique = true } = visit;
    this.qrs.update(qrId, {
      scans: code.scans + 1,
      statistics: {
        clicks: old.clicks + 1,
        uniqueClicks: old.uniqueClicks + (unique ? 1 : 0),
        topCountries: oneMore(old.topCountries, country),
        topReferrers: oneMore(old.topReferrers, referrer),
        topBrowsers: oneMore(old.topBrowsers, browser),
        topOs: oneMore(old.topOs, os),
        socialCount: old.socialCount,
      },
    });
  }

  /** Everything that a state file keeps; no key, no password and no wifi content in plain. */
  toState(): AccountState {
    return {
      profile: this.#profile,
      password: this.#password,
      keys: Object.fromEntries(this.#keys),
      pixels: this.pixels.list(),
      domains: this.domains.list(),
      channels: this.channels.list(),
      campaigns: this.campaigns.list(),
      // No endpoint reads a content back, so a restart may forget the secret ones.
      qrs: this.qrs.list().map((code) => (holdsWifi(code.type, code.data) ? { ...code, data: null } : code)),
      links: this.links.list(),
      bios: this.bios.list(),
      overlays: this.overlays.list(),
      splash: this.splash.list(),
    };
  }

  /** Puts back what {@link toState} wrote. */
  restore(state: AccountState): void {
    this.#password = state.password;
    for (const [digest, keyState] of Object.entries(state.keys)) this.#keys.set(digest, keyState);
    this.pixels.restore(state.pixels);
    this.domains.restore(state.domains);
    this.channels.restore(state.channels);
    this.campaigns.restore(state.campaigns);
    this.qrs.restore(state.qrs);
    this.links.restore(state.links);
    this.bios.restore(state.bios);
    this.overlays.restore(state.overlays);
    this.splash.restore(state.splash);
  }

  #forgetItem(type: ItemType, id: number): void {
    for (const channel of this.channels.list()) this.unassignItem(channel.id, type, id);
  }
}

/** Whether a QR content is a wifi login: by its type, or as the standard text `WIFI:…` under another type. */
export function holdsWifi(type: unknown, data: unknown): boolean {
  return type === "wifi" || /WIFI:/i.test(JSON.stringify(data) ?? "");
}

function oneMore(counts: Counts, label: string | undefined): Counts {
  return label === undefined
    ? counts
    : { ...counts, [label]: (Object.hasOwn(counts, label) ? counts[label]! : 0) + 1 };
}

export interface AccountState {
  readonly profile: Profile;
  readonly password: string | undefined;
  readonly keys: Readonly<Record<string, KeyState>>;
  readonly pixels: readonly Pixel[];
  readonly domains: readonly Domain[];
  readonly channels: readonly Channel[];
  readonly campaigns: readonly Campaign[];
  readonly qrs: readonly QrCode[];
  readonly links: readonly Page[];
  readonly bios: readonly Page[];
  readonly overlays: readonly Overlay[];
  readonly splash: readonly SplashPage[];
}
