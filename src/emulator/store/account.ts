// One account: its profile, its credentials and its objects.
import { Collection, type StoreContext } from "./collection";
import { Credentials, type CredentialsState, type KeyState } from "./credentials";
import { PUBLIC_ORIGIN, shortCode } from "./public-urls";
import { addVisit, EMPTY_STATISTICS, type Visit } from "./qr-statistics";
import type {
  Campaign,
  Channel,
  ChannelEntry,
  Domain,
  ItemType,
  Link,
  Overlay,
  Page,
  Pixel,
  Profile,
  QrCode,
  SplashPage,
} from "./records";
import { hasWifiPassword } from "./wifi-content";

/** The fields `Required` of a new object, and optionally any other field. */
type NewObject<T, Required extends keyof T> = Pick<T, Required> & Partial<Omit<T, "id">>;

/** An account as the state file keeps it. */
export interface AccountState extends CredentialsState {
  readonly profile: Profile;
  readonly pixels: readonly Pixel[];
  readonly domains: readonly Domain[];
  readonly channels: readonly Channel[];
  readonly campaigns: readonly Campaign[];
  readonly qrs: readonly QrCode[];
  readonly links: readonly Link[];
  readonly bios: readonly Page[];
  readonly overlays: readonly Overlay[];
  readonly splash: readonly SplashPage[];
}

/** Direct access to one account, without the API. Changes are not logged and do not count as requests. */
export class Account {
  /** Tracking pixels. */
  readonly pixels: Collection<Pixel, NewObject<Pixel, "type" | "name" | "tag">>;
  /** Branded domains. */
  readonly domains: Collection<Domain, NewObject<Domain, "domain">>;
  /** Channels, with their items. */
  readonly channels: Collection<Channel, NewObject<Channel, "name">>;
  /** Campaigns, with their links. */
  readonly campaigns: Collection<Campaign>;
  /** QR codes. */
  readonly qrs: Collection<QrCode, NewObject<QrCode, "type" | "data">>;
  /** Short links. */
  readonly links: Collection<Link>;
  /** Bio pages. */
  readonly bios: Collection<Page>;
  /** CTA overlays. */
  readonly overlays: Collection<Overlay>;
  /** Custom splash pages. */
  readonly splash: Collection<SplashPage>;
  readonly #context: StoreContext;
  readonly #credentials = new Credentials();
  #profile: Profile;

  constructor(context: StoreContext, profile: Profile) {
    this.#context = context;
    this.#profile = profile;
    this.pixels = new Collection(context, {
      name: "pixel",
      complete: (fields) => ({ date: context.now(), ...fields }),
    });
    this.domains = new Collection(context, {
      name: "domain",
      complete: (fields) => ({ redirectroot: "", redirect404: "", ...fields }),
    });
    this.channels = new Collection(context, {
      name: "channel",
      complete: (fields) => ({ description: "", color: "", starred: false, items: [], ...fields }),
    });
    this.campaigns = new Collection(context, {
      name: "campaign",
      complete: (fields, id) => ({
        name: "",
        slug: shortCode("campaign", id),
        public: false,
        links: [],
        ...fields,
      }),
    });
    this.qrs = new Collection(context, {
      name: "qr",
      complete: (fields, id) => ({
        background: "",
        foreground: "",
        logo: "",
        name: `QR ${id}`,
        link: `${PUBLIC_ORIGIN}/qr/${shortCode("qr", id)}`,
        scans: 0,
        date: context.now(),
        statistics: EMPTY_STATISTICS,
        ...fields,
      }),
      onDelete: (id) => this.#unassignEverywhere("qr", id),
    });
    this.links = new Collection(context, {
      name: "link",
      complete: (fields, id) => ({
        title: `Link ${id}`,
        link: `${PUBLIC_ORIGIN}/${id}`,
        longurl: `https://example.com/${id}`,
        description: "",
        date: context.now(),
        ...fields,
      }),
      onDelete: (id) => {
        this.#unassignEverywhere("links", id);
        for (const campaign of this.campaigns.list()) this.unassignLink(campaign.id, id);
      },
    });
    this.bios = new Collection(context, {
      name: "bio",
      complete: (fields, id) => ({ title: `Bio page ${id}`, link: `${PUBLIC_ORIGIN}/bio/${id}`, ...fields }),
      onDelete: (id) => this.#unassignEverywhere("bio", id),
    });
    this.overlays = new Collection(context, {
      name: "overlay",
      complete: (fields, id) => ({
        type: "message",
        name: `Overlay ${id}`,
        date: context.now(),
        ...fields,
      }),
    });
    this.splash = new Collection(context, {
      name: "splash",
      complete: (fields, id) => ({ name: `Splash page ${id}`, message: "", date: context.now(), ...fields }),
    });
  }

  /** The account as the API shows it. */
  get profile(): Profile {
    return this.#profile;
  }

  /** Name of the user. */
  get username(): string {
    return this.#profile.username;
  }

  /** Replaces fields of the profile. */
  update(changes: Partial<Omit<Profile, "id" | "username">>): void {
    this.#profile = { ...this.#profile, ...changes };
    this.#context.changed();
  }

  /** Replaces the password. */
  setPassword(password: string): void {
    this.#credentials.setPassword(password);
    this.#context.changed();
  }

  /** Whether it is the password. */
  passwordMatches(password: string): boolean {
    return this.#credentials.passwordMatches(password);
  }

  /** Activates a key, even if it was revoked. */
  addKey(key: string): void {
    this.#credentials.setKey(key, "active");
    this.#context.changed();
  }

  /** Rejects the key from now on, even after a restart with a seed that has it. */
  revokeKey(key: string): void {
    this.#credentials.setKey(key, "revoked");
    this.#context.changed();
  }

  /** State of a key, by its digest. */
  keyState(digest: string): KeyState | undefined {
    return this.#credentials.keyState(digest);
  }

  /** The objects of an item type. */
  itemsOfType(type: ItemType): Pick<Collection<Page | QrCode, never>, "get"> {
    return { links: this.links, bio: this.bios, qr: this.qrs }[type];
  }

  /** Assigns an item to a channel. A repeated assignment adds a second entry. */
  assignItem(channelId: number, type: ItemType, id: number): void {
    const entry: ChannelEntry = { type, id, date: this.#context.now() };
    this.channels.update(channelId, { items: [...(this.channels.get(channelId)?.items ?? []), entry] });
  }

  /** Removes all entries of an item from a channel. The API cannot do that. */
  unassignItem(channelId: number, type: ItemType, id: number): void {
    const items = this.channels.get(channelId)?.items ?? [];
    const rest = items.filter((entry) => entry.type !== type || entry.id !== id);
    if (rest.length < items.length) this.channels.update(channelId, { items: rest });
  }

  /** Assigns a link to a campaign. A repeated assignment adds a second entry. */
  assignLink(campaignId: number, linkId: number): void {
    this.campaigns.update(campaignId, { links: [...(this.campaigns.get(campaignId)?.links ?? []), linkId] });
  }

  /** Removes all entries of a link from a campaign. The API cannot do that. */
  unassignLink(campaignId: number, linkId: number): void {
    const links = this.campaigns.get(campaignId)?.links ?? [];
    const rest = links.filter((link) => link !== linkId);
    if (rest.length < links.length) this.campaigns.update(campaignId, { links: rest });
  }

  /** Removes a link from all campaigns except one. */
  takeLinkFromOthers(campaignId: number, linkId: number): void {
    for (const { id } of this.campaigns.list()) if (id !== campaignId) this.unassignLink(id, linkId);
  }

  /** Counts one scan of a QR code. */
  scan(qrId: number, visit: Visit = {}): void {
    const code = this.qrs.get(qrId);
    if (code === undefined) throw new RangeError(`No qr ${qrId}.`);
    this.qrs.update(qrId, { scans: code.scans + 1, statistics: addVisit(code.statistics, visit) });
  }

  /** The account for a state file, without keys, passwords and wifi content in plain text. */
  toState(): AccountState {
    return {
      profile: this.#profile,
      ...this.#credentials.toState(),
      pixels: this.pixels.list(),
      domains: this.domains.list(),
      channels: this.channels.list(),
      campaigns: this.campaigns.list(),
      // No endpoint returns content, so a restart may lose secret content.
      qrs: this.qrs
        .list()
        .map((code) => (hasWifiPassword(code.type, code.data) ? { ...code, data: null } : code)),
      links: this.links.list(),
      bios: this.bios.list(),
      overlays: this.overlays.list(),
      splash: this.splash.list(),
    };
  }

  /** Restores what {@link toState} returned. */
  restore(state: AccountState): void {
    this.#credentials.restore(state);
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

  #unassignEverywhere(type: ItemType, id: number): void {
    for (const channel of this.channels.list()) this.unassignItem(channel.id, type, id);
  }
}
