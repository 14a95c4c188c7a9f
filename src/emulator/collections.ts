// The endpoints of each collection of the API document: fields, checks and responses. Every export is the routes of one
// collection. Short links: links.ts.
import { type Context, crudRoutes } from "./crud";
import * as fields from "./fields";
import { type Campaign, type Channel, PUBLIC_HOST, type QrCode } from "./records";

/** The words of the API document for the types of pixels, and the networks' own (service.md 24, 85). */
const PIXEL_TYPES: Readonly<Record<string, string>> = {
  gtmpixel: "gtmpixel",
  gapixel: "gapixel",
  fbpixel: "fbpixel",
  searchadspixel: "adwordspixel",
  professionalnetworkpixel: "linkedinpixel",
  microblogpixel: "twitterpixel",
  retargetingpixel: "adrollpixel",
  questionsitepixel: "quorapixel",
  pinboard: "pinterest",
  searchengine: "bing",
  ephemeralmessaging: "snapchat",
  forum: "reddit",
  shortvideo: "tiktok",
};
const networkOf = (type: string) => PIXEL_TYPES[type] ?? type;

const pixelType: fields.Check = (value, name, { dialect }) => {
  const documented = Object.keys(PIXEL_TYPES);
  const networks = Object.values(PIXEL_TYPES);
  const accepted = { documented, networks, both: [...documented, ...networks] };
  return fields.oneOf(value, accepted[dialect.pixelTypes], name);
};

interface Named {
  readonly name: string;
}
const uniqueName = {
  by: "name",
  from: "names",
  isSame: (a: Named, b: Named) => a.name !== "" && a.name.toLowerCase() === b.name?.toLowerCase(),
} as const;

export const pixels = crudRoutes({
  collection: "pixels",
  noun: "Pixel",
  observedId: "text",
  path: "/api/pixel",
  fields: {
    type: { required: "create", createOnly: true, check: pixelType },
    name: { required: "create", check: fields.objectName },
    tag: { required: "always" },
  },
  unique: [
    { by: "tag", from: "all", isSame: (a, b) => a.tag === b.tag && networkOf(a.type) === networkOf(b.type) },
  ],
  view: ({ type, name, tag, date }, context) => ({
    type: context.dialect.pixelTypes === "both" ? networkOf(type) : type,
    name,
    tag,
    date,
  }),
});

const plainAddress = (domain: string) => domain.toLowerCase().replace(/\/$/, "");

export const domains = crudRoutes({
  collection: "domains",
  noun: "Domain",
  observedId: "text",
  path: "/api/domain",
  fields: {
    domain: { required: "create", createOnly: true, check: fields.domainUrl },
    redirectroot: { check: fields.webUrl },
    redirect404: { check: fields.webUrl },
  },
  unique: [
    { by: "address", from: "addresses", isSame: (a, b) => plainAddress(a.domain) === plainAddress(b.domain) },
  ],
  view: ({ domain, redirectroot, redirect404 }) => ({ domain, redirectroot, redirect404 }),
});

const channelView = ({ name, description, color, starred }: Channel) => ({
  name,
  description,
  color,
  starred,
});

export const channels = crudRoutes({
  collection: "channels",
  noun: "Channel",
  path: "/api/channel",
  fields: {
    name: { required: "create", check: fields.longName },
    description: {},
    color: { check: fields.hexColor },
    starred: { read: fields.readBoolean },
  },
  unique: [uniqueName],
  view: channelView,
  created: channelView,
  updated: (channel, { dialect }) => (dialect.responses === "observed" ? channelView(channel) : undefined),
});

/** @param nameKey of its name */
function campaignView(campaign: Campaign, { account, dialect }: Context, nameKey: string) {
  const { id, name, slug, public: isPublic } = campaign;
  const origin = dialect.responses === "strings" ? PUBLIC_HOST : `https://${PUBLIC_HOST}`;
  return {
    [nameKey]: name,
    public: isPublic,
    rotator: isPublic && `${origin}/r/${slug}`,
    list: `${origin}/u/${account.username}/${slug}-${id}`,
  };
}

function campaignAnswer(campaign: Campaign, context: Context): object {
  const key = context.dialect.responses === "observed" ? "campaign" : "domain";
  return campaignView(campaign, context, key);
}

export const campaigns = crudRoutes({
  collection: "campaigns",
  noun: "Campaign",
  path: "/api/campaign",
  fields: {
    name: { required: "update", check: fields.longName },
    slug: { isKept: true, read: fields.readSlug },
    public: { read: fields.readBoolean },
  },
  unique: [uniqueName, { by: "slug", from: "addresses", isSame: (a, b) => a.slug === b.slug }],
  view: (campaign, context) => campaignView(campaign, context, context.dialect.campaignNameKey),
  created: campaignAnswer,
  updated: campaignAnswer,
});

const QR_TYPES = ["text", "vcard", "link", "email", "phone", "sms", "wifi"];
const FURTHER_QR_TYPES = ["whatsapp", "smsonly", "application", "crypto", "staticvcard"];
const TEXT_QR_TYPES = ["text", "link", "phone"];

const qrType: fields.Check = (value, name, { dialect }) =>
  fields.oneOf(value, dialect.qrData === "objects" ? [...QR_TYPES, ...FURTHER_QR_TYPES] : QR_TYPES, name);

function readQrData(data: unknown, _: string, { body, dialect, old }: fields.Input): unknown {
  const isText = typeof data === "string";
  const isEmpty = !isText && (typeof data !== "object" || Object.keys(data as object).length === 0);
  if (isEmpty) fields.reject("The field data must be a text, an array or an object.");
  const needsText = dialect.qrData === "text" || TEXT_QR_TYPES.includes(String(old?.type ?? body.type));
  if (dialect.qrData !== "any" && needsText !== isText) {
    fields.reject(`The field data must be ${needsText ? "a text" : "an object"} for this type.`);
  }
  return data;
}

function readQrName(value: unknown, name: string, input: fields.Input): string | undefined {
  const { dialect } = input;
  if (dialect.qrNames === "rejected") fields.reject("The field name is unknown.");
  if (dialect.qrNames === "generated") return undefined;
  if (typeof value !== "string" || value.trim() === "") fields.reject(`The field ${name} must be a text.`);
  return fields.objectName(value, name, input);
}

/** Without its id. */
function qrView({ id, link, scans, name, date }: QrCode, { dialect }: Context) {
  const isHidden = dialect.qrNames === "shownSometimes" && id % 2 === 0;
  return { link, scans, name: isHidden ? "" : name, date };
}

/** With the statistics of its scans. */
function singleQr(code: QrCode, context: Context) {
  const isObserved = context.dialect.responses === "observed";
  const { date, ...details } = qrView(code, context);
  const id = isObserved ? String(code.id) : code.id;
  const dateKey = isObserved ? "data" : "date";
  const { scans } = code;
  // The counts of maps are text (service.md 54).
  const counts = scans === 0 ? (isObserved ? 0 : {}) : { Direct: String(scans) };
  const maps = { topCountries: counts, topReferrers: counts, topBrowsers: counts, topOs: counts };
  const socialCount = { socialnetwork: 0, microblog: 0, professionalnetwork: 0 };
  const data = { clicks: scans, uniqueClicks: scans, ...maps, socialCount };
  return { details: { id, ...details, [dateKey]: date }, data };
}

export const qrs = crudRoutes({
  collection: "qrs",
  noun: "QR Code",
  observedId: "text",
  list: "/api/qr",
  path: "/api/qr",
  fields: {
    type: { required: "create", createOnly: true, check: qrType },
    data: { required: "always", read: readQrData },
    name: { read: readQrName, isKept: true },
    background: { check: fields.rgbColor },
    foreground: { check: fields.rgbColor },
    logo: {},
  },
  view: qrView,
  single: singleQr,
  created: ({ link }) => ({ link }),
});
