// The shapes of what an account holds. Field names are those of api.md, dates are milliseconds since 1970.

/** Kinds of a channel's items (api.md, Channel item). */
export const ITEM_TYPES = ["links", "bio", "qr"] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** The 13 pixel types (api.md, Pixel). */
export const PIXEL_TYPES = [
  "gtmpixel",
  "gapixel",
  "fbpixel",
  "searchadspixel",
  "professionalnetworkpixel",
  "microblogpixel",
  "retargetingpixel",
  "questionsitepixel",
  "pinboard",
  "searchengine",
  "ephemeralmessaging",
  "forum",
  "shortvideo",
] as const;

/** The QR types (api.md, QR input fields). */
export const QR_TYPES = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;

/** Account (api.md, Account); its two dates are texts `YYYY-MM-DD HH:MM:SS`, shown exactly as they are. */
export interface Profile {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly avatar: string;
  readonly status: string;
  readonly expires: string;
  readonly registered: string;
}

export interface Pixel {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly tag: string;
  readonly date: number;
}

export interface Domain {
  readonly id: number;
  readonly domain: string;
  readonly redirectroot: string;
  readonly redirect404: string;
}

/** One assignment to a channel; `id` is the item's id within its type. */
export interface ChannelEntry {
  readonly type: ItemType;
  readonly id: number;
  readonly date: number;
}

export interface Channel {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly color: string;
  readonly starred: boolean;
  /** Oldest assignment first. */
  readonly items: readonly ChannelEntry[];
}

export interface Campaign {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly public: boolean;
  /** Ids of the assigned links, oldest assignment first; no endpoint shows them. */
  readonly links: readonly number[];
}

export type Counts = Readonly<Record<string, number>>;

/** Statistics of a QR code (api.md, Single-QR statistics object). */
export interface QrStatistics {
  readonly clicks: number;
  readonly uniqueClicks: number;
  readonly topCountries: Counts;
  readonly topReferrers: Counts;
  readonly topBrowsers: Counts;
  readonly topOs: Counts;
  readonly socialCount: Counts;
}

export interface QrCode {
  readonly id: number;
  readonly type: string;
  /** Content as it was sent: a text, or an array or object. null: a wifi content before the last restart. */
  readonly data: unknown;
  readonly background: string;
  readonly foreground: string;
  readonly logo: string;
  readonly name: string;
  readonly link: string;
  readonly scans: number;
  readonly date: number;
  readonly statistics: QrStatistics;
}

/** A short link or bio page: can be assigned, never created through the API. */
export interface Page {
  readonly id: number;
  readonly title: string;
  readonly link: string;
}

export interface Overlay {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly date: number;
}

export interface SplashPage {
  readonly id: number;
  readonly name: string;
  readonly date: number;
}
