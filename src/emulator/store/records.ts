// Types of the objects of an account. Field names are those of api.md. Dates are milliseconds since 1970.

/** Types of channel items (api.md, Channel item). */
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

/** The 7 QR code types (api.md, QR input fields). */
export const QR_TYPES = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;

/** Types that other installations of the API have as well. */
export const EXTENDED_QR_TYPES = ["whatsapp", "smsonly", "application", "crypto", "staticvcard"] as const;

/** Account (api.md, Account). Its two dates are strings `YYYY-MM-DD HH:MM:SS`, returned as they are. */
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

/** One item of a channel. `id` is unique within `type`. */
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
  /** Ids of the assigned links, oldest assignment first. No endpoint returns them. */
  readonly links: readonly number[];
}

/** Counts by label. */
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
  /** Content as sent: a string, array or object. null: wifi content from before the last restart. */
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

/** A bio page. The API can assign it, but not create it. */
export interface Page {
  readonly id: number;
  readonly title: string;
  readonly link: string;
}

/** A short link. `link` is its short URL. The API can create it only if the dialect has endpoints for links. */
export interface Link extends Page {
  /** Where the link leads. */
  readonly longurl: string;
  readonly description: string;
  readonly date: number;
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
  /** Empty if it was never set. */
  readonly message: string;
  readonly date: number;
}
