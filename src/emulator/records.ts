// The objects of an account, as plain data.
import { createHash } from "node:crypto";

/** Host of all addresses that the service assigns. No server listens there. */
export const PUBLIC_HOST = "link.example";

/** The text of the API for a time in ms since 1970: `YYYY-MM-DD HH:MM:SS`, in UTC. */
export function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** A code of seven characters that depends only on the collection and the id. */
export function shortCode(collection: string, id: number): string {
  const digest = createHash("sha256").update(`${collection} ${id}`).digest();
  return digest.readUIntBE(0, 6).toString(36).padStart(7, "0").slice(-7);
}

interface Stored {
  /** Id, unique in its collection over all accounts. */
  readonly id: number;
}

/** A tracking pixel. `type` is as sent. */
export interface Pixel extends Stored {
  readonly type: string;
  readonly name: string;
  readonly tag: string;
  readonly date: string;
}

/** A branded domain. Redirects are "" if not set. */
export interface Domain extends Stored {
  readonly domain: string;
  readonly redirectroot: string;
  readonly redirect404: string;
}

/** One item of a channel. */
export interface ChannelEntry {
  readonly type: "links" | "bio" | "qr";
  /** Id of the item within its type. */
  readonly id: number;
  /** When it was assigned. */
  readonly date?: string;
}

/** A channel with its items, the oldest assignment first. */
export interface Channel extends Stored {
  readonly name: string;
  readonly description: string;
  readonly color: string;
  readonly starred: boolean;
  readonly items: readonly ChannelEntry[];
}

/** A campaign with the ids of its links, the oldest assignment first. */
export interface Campaign extends Stored {
  readonly name: string;
  readonly slug: string;
  readonly public: boolean;
  readonly links: readonly number[];
}

/** A QR code. The API never returns type, data and design. */
export interface QrCode extends Stored {
  readonly type: string;
  readonly data: unknown;
  readonly name: string;
  readonly background: string;
  readonly foreground: string;
  readonly logo: string;
  readonly link: string;
  readonly scans: number;
  readonly date: string;
}

/** A short link or a bio page. The API assigns them, but does not show or create them. */
export interface Page extends Stored {
  readonly title: string;
  readonly link: string;
}

/** A CTA overlay. The API only lists them. */
export interface Overlay extends Stored {
  readonly type: string;
  readonly name: string;
  readonly date: string;
}

/** A custom splash page. */
export interface SplashPage extends Stored {
  readonly name: string;
  readonly message: string;
  readonly date: string;
}

/** The collections of an account, by name. */
export interface Records {
  pixels: Pixel;
  domains: Domain;
  channels: Channel;
  campaigns: Campaign;
  qrs: QrCode;
  links: Page;
  bios: Page;
  overlays: Overlay;
  splash: SplashPage;
}

/** The name of a collection. */
export type CollectionName = keyof Records;

/** The fields of a new record that it was not given. */
export const NEW_RECORDS: {
  readonly [K in CollectionName]: (id: number, date: string) => Omit<Records[K], "id">;
} = {
  pixels: (_, date) => ({ type: "gtmpixel", name: "", tag: "", date }),
  domains: () => ({ domain: "", redirectroot: "", redirect404: "" }),
  channels: () => ({ name: "", description: "", color: "", starred: false, items: [] }),
  campaigns: (id) => ({ name: "", slug: shortCode("campaign", id), public: false, links: [] }),
  qrs: (id, date) => ({
    type: "text",
    data: "",
    name: `QR ${id}`,
    background: "",
    foreground: "",
    logo: "",
    link: `https://${PUBLIC_HOST}/qr/${shortCode("qr", id)}`,
    scans: 0,
    date,
  }),
  links: (id) => ({ title: `Link ${id}`, link: `https://${PUBLIC_HOST}/${id}` }),
  bios: (id) => ({ title: `Bio page ${id}`, link: `https://${PUBLIC_HOST}/bio/${id}` }),
  overlays: (id, date) => ({ type: "message", name: `Overlay ${id}`, date }),
  splash: (id, date) => ({ name: `Splash page ${id}`, message: "", date }),
};
