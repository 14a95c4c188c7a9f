// The API document as a table, transcribed by hand: paths, fields, and what responses show. It is independent of the
// client's kinds: test/emulator/document.test.ts compares both, fact by fact.
import { type Account, type CollectionName, PUBLIC_HOST, type Records, shortAddress } from "./account";
import type { Fields } from "./fields";

/** A collection with its endpoints. Names of what responses show are those of stored or derived values. */
export interface Endpoints<Stored = never> {
  /** In messages. */
  readonly noun: string;
  /** Path of the list. */
  readonly list: string;
  /** Key of the items in the list. */
  readonly key: string;
  /** Path of the objects, without their id. Omitted by collections that are only listed. */
  readonly object?: string;
  /** What a create and an update accept. */
  readonly fields: Fields;
  /** What a list shows beside the id. */
  readonly shows: readonly string[];
  /** What a create responds with beside the id. */
  readonly creates?: readonly string[];
  /** What an update responds with beside the id. @default a message */
  readonly updates?: readonly string[];
  /** In the responses of deployments, the id is text (service.md 40). */
  readonly hasTextId?: true;
  /** What is shown, but not stored. */
  derived?(record: Stored, account: Account): Readonly<Record<string, unknown>>;
  /** By word: a value that only one object has, or "" for none (service.md 35, 47). */
  readonly unique?: Readonly<Record<string, (record: Stored) => string>>;
}

const CHANNEL = ["name", "description", "color", "starred"];
const CAMPAIGN = ["public", "rotator", "list"];
const nameOf = ({ name = "" }: { name?: string }) => name.toLowerCase();

/** Which ones an update requires is open (service.md 32). */
export const ACCOUNT_FIELDS: Fields = {
  email: { required: "update", form: "email" },
  password: { required: "update" },
};

/** Every collection. Short links are beyond the document (service.md 56 to 64). */
export const DOCUMENT: { [K in CollectionName]?: Endpoints<Records[K]> } = {
  pixels: {
    noun: "Pixel",
    list: "/api/pixels",
    key: "pixels",
    object: "/api/pixel",
    fields: {
      type: { required: "create", createOnly: true, form: "pixelType" },
      name: { required: "create", form: "name" },
      tag: { required: "always" },
    },
    shows: ["type", "name", "tag", "date"],
    hasTextId: true,
  },
  domains: {
    noun: "Domain",
    list: "/api/domains",
    key: "domains",
    object: "/api/domain",
    fields: {
      domain: { required: "create", createOnly: true, form: "origin" },
      redirectroot: { form: "url" },
      redirect404: { form: "url" },
    },
    shows: ["domain", "redirectroot", "redirect404"],
    hasTextId: true,
    unique: { address: ({ domain }) => domain.toLowerCase().replace(/\/$/, "") },
  },
  channels: {
    noun: "Channel",
    list: "/api/channels",
    key: "channels",
    object: "/api/channel",
    fields: {
      name: { required: "create", form: "name" },
      description: {},
      color: { form: "hexColor" },
      starred: { form: "boolean" },
    },
    shows: CHANNEL,
    creates: CHANNEL,
    unique: { name: nameOf },
  },
  campaigns: {
    noun: "Campaign",
    list: "/api/campaigns",
    key: "campaigns",
    object: "/api/campaign",
    fields: {
      name: { required: "update", form: "name" },
      slug: { form: "slug" },
      public: { form: "boolean" },
    },
    shows: ["name", ...CAMPAIGN],
    creates: ["domain", ...CAMPAIGN],
    updates: ["domain", ...CAMPAIGN],
    // Its addresses, and its name under the key of responses (service.md 18, 19, 21).
    derived: ({ id, name, slug, public: isPublic }, { user }) => ({
      domain: name,
      rotator: isPublic && `https://${PUBLIC_HOST}/r/${slug}`,
      list: `https://${PUBLIC_HOST}/u/${user.username}/${slug}-${id}`,
    }),
    unique: { name: nameOf, slug: ({ slug }) => slug },
  },
  qrs: {
    noun: "QR Code",
    list: "/api/qr",
    key: "qrs",
    object: "/api/qr",
    fields: {
      type: { required: "create", createOnly: true, form: "qrType" },
      data: { required: "always", form: "qrData" },
      name: { form: "name", undocumented: true },
      background: { form: "rgbColor" },
      foreground: { form: "rgbColor" },
      logo: {},
    },
    shows: ["link", "scans", "name", "date"],
    creates: ["link"],
    hasTextId: true,
  },
  overlays: {
    noun: "Overlay",
    list: "/api/overlay",
    key: "cta",
    fields: {},
    shows: ["type", "name", "date"],
  },
  splash: {
    noun: "Splash page",
    list: "/api/splash",
    key: "splash",
    fields: {},
    shows: ["name", "date"],
  },
  links: {
    noun: "Link",
    list: "/api/urls",
    key: "urls",
    object: "/api/url",
    fields: {
      url: { required: "always", form: "url" },
      custom: { form: "alias" },
      domain: { createOnly: true, form: "linkDomain" },
      description: {},
    },
    shows: ["alias", "shorturl", "longurl", "title", "description", "clicks", "domain", "campaign", "date"],
    creates: ["shorturl"],
    updates: ["short"],
    derived: (link, { campaigns }) => ({
      alias: link.custom,
      longurl: link.url,
      shorturl: shortAddress(link),
      short: shortAddress(link),
      campaign: campaigns.list().find(({ links }) => links.includes(link.id))?.id ?? null,
    }),
    unique: { alias: (link) => (link.custom ? shortAddress(link) : "") },
  },
};
