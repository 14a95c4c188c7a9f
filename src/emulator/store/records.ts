// Types of the objects of an account. Field names are those of api.md. Dates are milliseconds since 1970.

/** Types of channel items (api.md, Channel item). */
export const ITEM_TYPES = ["links", "bio", "qr"] as const;
/** What a channel item is. */
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
  /** Id of the account. */
  readonly id: number;
  /** E-mail address of the user. */
  readonly email: string;
  /** Name of the user. */
  readonly username: string;
  /** Address of an image. */
  readonly avatar: string;
  /** Name of the plan. */
  readonly status: string;
  /** When the plan ends. */
  readonly expires: string;
  /** When the account was created. */
  readonly registered: string;
}

/** Pixel (api.md, Pixel). */
export interface Pixel {
  /** Id, unique in its collection. */
  readonly id: number;
  /** The network that the tag belongs to. */
  readonly type: string;
  /** Its name. */
  readonly name: string;
  /** The tag code from the network. */
  readonly tag: string;
  /** When it was created, ms since 1970. */
  readonly date: number;
}

/** Branded domain (api.md, Branded domain). */
export interface Domain {
  /** Id, unique in its collection. */
  readonly id: number;
  /** The domain with http:// or https://. */
  readonly domain: string;
  /** Where visitors of the bare domain are sent. "" if nowhere. */
  readonly redirectroot: string;
  /** Where visitors of an unknown short link are sent. "" if nowhere. */
  readonly redirect404: string;
}

/** One item of a channel. `id` is unique within `type`. */
export interface ChannelEntry {
  /** What the item is. */
  readonly type: ItemType;
  /** Id of the item. */
  readonly id: number;
  /** When it was assigned, ms since 1970. */
  readonly date: number;
}

/** Channel (api.md, Channel). */
export interface Channel {
  /** Id, unique in its collection. */
  readonly id: number;
  /** Its name. */
  readonly name: string;
  /** What it is for. */
  readonly description: string;
  /** Color of its badge. */
  readonly color: string;
  /** Whether it has a star. */
  readonly starred: boolean;
  /** Oldest assignment first. */
  readonly items: readonly ChannelEntry[];
}

/** Campaign (api.md, Campaign). */
export interface Campaign {
  /** Id, unique in its collection. */
  readonly id: number;
  /** Its name. */
  readonly name: string;
  /** Last part of the rotator address. */
  readonly slug: string;
  /** Whether everybody can open its rotator address. */
  readonly public: boolean;
  /** Ids of the assigned links, oldest assignment first. No endpoint returns them. */
  readonly links: readonly number[];
}

/** Counts by label. */
export type Counts = Readonly<Record<string, number>>;

/** Statistics of a QR code (api.md, Single-QR statistics object). */
export interface QrStatistics {
  /** Number of clicks. */
  readonly clicks: number;
  /** Number of different visitors. */
  readonly uniqueClicks: number;
  /** Clicks by country. */
  readonly topCountries: Counts;
  /** Clicks by the page that visitors came from. */
  readonly topReferrers: Counts;
  /** Clicks by browser. */
  readonly topBrowsers: Counts;
  /** Clicks by operating system. */
  readonly topOs: Counts;
  /** Clicks by social network. */
  readonly socialCount: Counts;
}

/** QR code (api.md, QR code). */
export interface QrCode {
  /** Id, unique in its collection. */
  readonly id: number;
  /** What kind of content it holds. */
  readonly type: string;
  /** Content as sent: a string, array or object. null: wifi content from before the last restart. */
  readonly data: unknown;
  /** Background color as sent. "" if never set. */
  readonly background: string;
  /** Foreground color as sent. "" if never set. */
  readonly foreground: string;
  /** Path or address of an image. "" if never set. */
  readonly logo: string;
  /** Its name. */
  readonly name: string;
  /** Its address. */
  readonly link: string;
  /** Number of scans. */
  readonly scans: number;
  /** When it was created, ms since 1970. */
  readonly date: number;
  /** Its clicks. */
  readonly statistics: QrStatistics;
}

/** A bio page. The API can assign it, but not create it. */
export interface Page {
  /** Id, unique in its collection. */
  readonly id: number;
  /** Its title. */
  readonly title: string;
  /** Its address. */
  readonly link: string;
}

/** A short link. `link` is its short URL. The API can create it only if the dialect has endpoints for links. */
export interface Link extends Page {
  /** Where the link leads. */
  readonly longurl: string;
  /** What it is for. "" if never set. */
  readonly description: string;
  /** When it was created, ms since 1970. */
  readonly date: number;
}

/** CTA overlay (api.md, CTA overlay). */
export interface Overlay {
  /** Id, unique in its collection. */
  readonly id: number;
  /** Kind of overlay. */
  readonly type: string;
  /** Its name. */
  readonly name: string;
  /** When it was created, ms since 1970. */
  readonly date: number;
}

/** Custom splash page (api.md, Custom splash page). */
export interface SplashPage {
  /** Id, unique in its collection. */
  readonly id: number;
  /** Its name. */
  readonly name: string;
  /** Empty if it was never set. */
  readonly message: string;
  /** When it was created, ms since 1970. */
  readonly date: number;
}
