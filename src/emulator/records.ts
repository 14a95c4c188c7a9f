// The objects of an account, as plain data.
import { createHash } from "node:crypto";

/** Host of all addresses that the service assigns. No server listens there. */
export const PUBLIC_HOST = "link.example";

/** The text of the API for a time in ms since 1970: `YYYY-MM-DD HH:MM:SS`, in UTC. */
export function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** A code of seven characters that depends only on the collection and the id. */
function shortCode(collection: string, id: number): string {
  const digest = createHash("sha256").update(`${collection} ${id}`).digest();
  return digest.readUIntBE(0, 6).toString(36).padStart(7, "0").slice(-7);
}

/** The lists of what channels contain, by type of item. */
export const ITEM_LISTS = { links: "links", bio: "bios", qr: "qrs" } as const;

/** One item of a channel: its type, its id within the type, and when it was assigned. */
export interface ChannelEntry {
  readonly type: keyof typeof ITEM_LISTS;
  readonly id: number;
  readonly date?: string;
}

/** The fields of a new record that are not given. Texts that are not set are "". */
export const NEW_RECORDS = {
  pixels: (_: number, date: string) => ({ type: "gtmpixel", name: "", tag: "", date }),
  domains: () => ({ domain: "", redirectroot: "", redirect404: "" }),
  /** Items: the oldest assignment first, as the links of a campaign. */
  channels: () => ({
    name: "",
    description: "",
    color: "",
    starred: false,
    items: [] as readonly ChannelEntry[],
  }),
  campaigns: (id: number) => ({
    name: "",
    slug: shortCode("campaign", id),
    public: false,
    links: [] as readonly number[],
  }),
  /** The API never returns type, data and design. */
  qrs: (id: number, date: string) => ({
    type: "text",
    data: "" as unknown,
    name: `QR ${id}`,
    background: "",
    foreground: "",
    logo: "",
    link: `https://${PUBLIC_HOST}/qr/${shortCode("qr", id)}`,
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
