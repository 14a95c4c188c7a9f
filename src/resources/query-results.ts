// What the queries return, for the functions of programs.

interface Listed {
  /** Id of the object. */
  id: string;
  /** Its name. */
  name: string;
}

interface Dated extends Listed {
  /** When it was created, `YYYY-MM-DD HH:MM:SS` without a zone. */
  date: string;
}

/** The account of the API key (api.md, "Account"). Dates are as the service writes them, without a zone. */
export interface AccountDetails {
  /** Id of the account. */
  id: string;
  /** Name of the user. */
  username: string;
  /** E-mail address of the user. */
  email: string;
  /** Address of an image. */
  avatar?: string;
  /** Name of the plan. */
  status?: string;
  /** When the plan ends, `YYYY-MM-DD HH:MM:SS`. */
  expires?: string;
  /** When the account was created, `YYYY-MM-DD HH:MM:SS`. */
  registered?: string;
}

/** A pixel of the account (api.md, "Pixel"). */
export interface PixelDetails extends Dated {
  /** The network that the tag belongs to, as the service names it. */
  type: string;
  /** The tag code from the network. */
  tag: string;
}

/** A branded domain of the account (api.md, "Branded domain"). */
export interface DomainDetails {
  /** Id of the domain. */
  id: string;
  /** The domain with http:// or https://. */
  domain: string;
  /** Where visitors of the bare domain are sent. "" if nowhere. */
  redirectRoot: string;
  /** Where visitors of an unknown short link are sent. "" if nowhere. */
  redirect404: string;
}

/** A channel of the account (api.md, "Channel"). */
export interface ChannelDetails extends Listed {
  /** What it is for. */
  description: string;
  /** Color of its badge, as the service writes it. */
  color: string;
  /** Whether it has a star. Unset if the service does not say. */
  starred?: boolean;
}

/** A campaign of the account (api.md, "Campaign"). */
export interface CampaignDetails extends Listed {
  /** Last part of the rotator address. Only that of a public campaign can be read. */
  slug?: string;
  /** Whether everybody can open its rotator address. Unset if the service does not say. */
  public?: boolean;
  /** The rotator address. Only a public campaign has one. */
  rotator?: string;
  /** The address of its list of links. */
  list?: string;
}

/** A QR code of the account (api.md, "QR code"). The service does not return its content. */
export interface QrCodeDetails extends Dated {
  /** Name that the service gave it. */
  name: string;
  /** Address of the code. */
  link: string;
  /** Number of scans. */
  scans: number;
}

/** Statistics of one QR code (api.md, "Single-QR statistics"); counts per label are numbers. */
export interface QrStatistics {
  /** Address of the code. */
  link: string;
  /** Name that the service gave it. */
  name: string;
  /** Number of scans. */
  scans: number;
  /** Number of clicks. */
  clicks: number;
  /** Number of different visitors. */
  uniqueClicks: number;
  /** Clicks by country. */
  topCountries: Record<string, number>;
  /** Clicks by the page that visitors came from. */
  topReferrers: Record<string, number>;
  /** Clicks by browser. */
  topBrowsers: Record<string, number>;
  /** Clicks by operating system. */
  topOs: Record<string, number>;
  /** Clicks by social network. */
  socialCount: Record<string, number>;
}

/** An entry of a channel's item list (api.md, "Channel item"). */
export interface ChannelEntry {
  /** What the item is. */
  type: "links" | "bio" | "qr";
  /** Id of the item, unique within its type. */
  id: string;
  /** Its title. */
  title: string;
  /** Address of a picture. */
  preview: string;
  /** Its address. */
  link: string;
  /** `YYYY-MM-DD`. */
  date: string;
}

/** A CTA overlay (api.md, "CTA overlay"). */
export interface OverlayDetails extends Dated {
  /** Kind of overlay, as the service names it. */
  type: string;
}

/** A custom splash page (api.md, "Custom splash page"). */
export interface SplashPageDetails extends Dated {}
