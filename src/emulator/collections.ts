// The collections of api.md: fields, checks and responses.
import { type Context, type CrudDefinition, crudRoutes, type Route } from "./crud";
import type { Dialect } from "./dialect";
import {
  type Check,
  domainUrl,
  hexColor,
  type Input,
  longName,
  objectName,
  oneOf,
  readBoolean,
  reject,
  rewriteName,
  rgbColor,
  slug,
  slugify,
  webUrl,
} from "./fields";
import { type Campaign, type Channel, type Pixel, PUBLIC_HOST, type QrCode, shortCode } from "./records";

/** The words of api.md for the types of pixels, and the networks' own. */
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

const pixelType: Check = (value, name, { dialect }) => {
  const documented = Object.keys(PIXEL_TYPES);
  const networks = Object.values(PIXEL_TYPES);
  const both = [...new Set([...documented, ...networks])];
  return oneOf(value, { documented, networks, both }[dialect.pixelTypes], name);
};

const listedName = ({ dialect }: Context, name: string) =>
  dialect.names === "lowerInLists" ? rewriteName(dialect, name) : name;

/** Each one includes those before it. */
const DUPLICATES: readonly Dialect["rejectedDuplicates"][] = ["none", "addresses", "names", "all"];

const rejects = ({ rejectedDuplicates }: Dialect, what: Dialect["rejectedDuplicates"]) =>
  DUPLICATES.indexOf(rejectedDuplicates) >= DUPLICATES.indexOf(what);

/** @throws {ServiceError} if another object of the account has the name, in any case */
function rejectTakenName(
  noun: string,
  others: readonly Named[],
  { id, name }: Named,
  dialect: Dialect,
): void {
  const isEqual = (other: Named) => other.id !== id && other.name.toLowerCase() === name.toLowerCase();
  if (name && rejects(dialect, "names") && others.some(isEqual))
    reject(`You already have a ${noun} with this name.`);
}
interface Named {
  readonly id: number;
  readonly name: string;
}

const pixels: CrudDefinition<"pixels"> = {
  collection: "pixels",
  noun: "Pixel",
  list: "/api/pixels",
  key: "pixels",
  path: "/api/pixel",
  fields: {
    type: { required: "create", createOnly: true, check: pixelType },
    name: { required: "create", check: objectName },
    tag: { required: "always" },
  },
  complete: ({ id, type, tag }, { account, dialect }) => {
    const isEqual = (other: Pixel) =>
      other.id !== id && other.tag === tag && networkOf(other.type) === networkOf(type);
    if (rejects(dialect, "all") && account.pixels.list().some(isEqual)) reject("The pixel already exists.");
    return {};
  },
  view: ({ id, type, name, tag, date }, context) => ({
    id: context.format.id(id, "text"),
    type: context.dialect.pixelTypes === "both" ? networkOf(type) : type,
    name: listedName(context, name),
    tag,
    date,
  }),
  created: ({ id }, { format }) => ({ id: format.id(id, "text") }),
};

const domains: CrudDefinition<"domains"> = {
  collection: "domains",
  noun: "Domain",
  list: "/api/domains",
  key: "domains",
  path: "/api/domain",
  fields: {
    domain: { required: "create", createOnly: true, check: domainUrl },
    redirectroot: { check: webUrl },
    redirect404: { check: webUrl },
  },
  complete: ({ id, domain }, { account, dialect }) => {
    const normalize = (text: string) => text.toLowerCase().replace(/\/$/, "");
    const isTaken = account.domains
      .list()
      .some((other) => other.id !== id && normalize(other.domain) === normalize(domain));
    if (rejects(dialect, "addresses") && isTaken) reject("The domain already exists.");
    return {};
  },
  view: ({ id, domain, redirectroot, redirect404 }, { format }) => ({
    id: format.id(id, "text"),
    domain,
    redirectroot: format.text(redirectroot),
    redirect404: format.text(redirect404),
  }),
  created: ({ id }, { format }) => ({ id: format.id(id, "text") }),
};

function channelView({ id, name, description, color, starred }: Channel, { format }: Context): object {
  return {
    id: format.id(id),
    name,
    description: format.text(description),
    color: format.text(color),
    starred: format.boolean(starred),
  };
}

const channels: CrudDefinition<"channels"> = {
  collection: "channels",
  noun: "Channel",
  list: "/api/channels",
  key: "channels",
  path: "/api/channel",
  fields: {
    name: { required: "create", check: longName },
    description: {},
    color: { check: hexColor },
    starred: { read: readBoolean },
  },
  complete: (channel, { account, dialect }) => {
    rejectTakenName("channel", account.channels.list(), channel, dialect);
    return {};
  },
  view: (channel, context) => ({
    ...channelView(channel, context),
    name: listedName(context, channel.name),
  }),
  created: channelView,
  updated: (channel, context) =>
    context.dialect.responses === "observed" ? channelView(channel, context) : undefined,
};

function campaignView({ id, name, slug, public: isPublic }: Campaign, context: Context, key: string): object {
  const { account, dialect, format } = context;
  const origin = dialect.responses === "strings" ? PUBLIC_HOST : `https://${PUBLIC_HOST}`;
  return {
    id: format.id(id),
    [key]: format.text(name),
    public: format.boolean(isPublic),
    rotator: isPublic && `${origin}/r/${slug}`,
    list: `${origin}/u/${account.username}/${slug}-${id}`,
  };
}

const campaignAnswer = (campaign: Campaign, context: Context) =>
  campaignView(campaign, context, context.dialect.responses === "observed" ? "campaign" : "domain");

const campaigns: CrudDefinition<"campaigns"> = {
  collection: "campaigns",
  noun: "Campaign",
  list: "/api/campaigns",
  key: "campaigns",
  path: "/api/campaign",
  fields: {
    // A create may omit it, an update may not.
    name: { required: "update", check: longName },
    slug: { check: slug },
    public: { read: readBoolean },
  },
  complete: ({ id, name = "", slug = "" }, { account, dialect }) => {
    const others = account.campaigns.list().filter((other) => other.id !== id);
    const isTaken = (text: string) => others.some((other) => other.slug === text);
    rejectTakenName("campaign", others, { id, name }, dialect);
    if (rejects(dialect, "addresses") && slug && isTaken(slug)) reject("The slug is taken.");
    if (slug) return {};
    // Every campaign has a slug, because its address needs one.
    const fromName = dialect.names === "kept" ? "" : slugify(name);
    const isGenerated = fromName === "" || isTaken(fromName);
    return { slug: isGenerated ? id && shortCode("campaign", id) : fromName } as Partial<Campaign>;
  },
  view: (campaign, context) => {
    const { campaignNameKey } = context.dialect;
    const key = campaign.id % 2 === 0 ? "name" : "domain";
    const name = listedName(context, campaign.name);
    return campaignView({ ...campaign, name }, context, campaignNameKey === "mixed" ? key : campaignNameKey);
  },
  created: campaignAnswer,
  updated: campaignAnswer,
};

const QR_TYPES = ["text", "vcard", "link", "email", "phone", "sms", "wifi"];
const FURTHER_QR_TYPES = ["whatsapp", "smsonly", "application", "crypto", "staticvcard"];
const TEXT_QR_TYPES = ["text", "link", "phone"];

function readQrData(data: unknown, _: string, { body, dialect, old }: Input): unknown {
  const type = String(old?.type ?? body.type);
  const isText = typeof data === "string";
  if (!isText && typeof data !== "object") reject("The field data must be a string, an array or an object.");
  if (Object.keys(data as object).length === 0) reject("The field data is required.");
  const needsText = dialect.qrData === "text" || TEXT_QR_TYPES.includes(type);
  if (dialect.qrData !== "any" && needsText !== isText) {
    reject(`The field data must be ${needsText ? "a string" : "an object"} for this type.`);
  }
  return data;
}

function readQrName(value: unknown, name: string, { dialect }: Input): string | undefined {
  if (dialect.qrNames === "rejected") reject("The field name is unknown.");
  if (dialect.qrNames === "generated") return undefined;
  if (typeof value !== "string" || value.trim() === "") reject(`The field ${name} must be a text.`);
  return dialect.qrNames === "rewritten" ? value.trim().toLowerCase() : value;
}

/** A QR code in the list and in its own endpoint. */
export function qrView({ id, link, scans, name, date }: QrCode, { dialect, format }: Context) {
  const isHidden = dialect.qrNames === "shownSometimes" && id % 2 === 0;
  return {
    id: format.id(id, "text"),
    link,
    scans: format.number(scans),
    name: format.text(isHidden ? "" : name),
    date,
  };
}

const qrs: CrudDefinition<"qrs"> = {
  collection: "qrs",
  noun: "QR Code",
  list: "/api/qr",
  key: "qrs",
  path: "/api/qr",
  fields: {
    type: {
      required: "create",
      createOnly: true,
      check: (value, name, { dialect }) =>
        oneOf(value, dialect.qrData === "objects" ? [...QR_TYPES, ...FURTHER_QR_TYPES] : QR_TYPES, name),
    },
    data: { required: "always", read: readQrData },
    name: { read: readQrName, isKept: true },
    background: { check: rgbColor },
    foreground: { check: rgbColor },
    logo: {},
  },
  view: qrView,
  created: ({ id, link }, { format }) => ({ id: format.id(id, "text"), link }),
};

/** api.md only lists splash pages. The others follow its conventions, for the example of CONTRIBUTING.md. */
const splash: CrudDefinition<"splash"> = {
  collection: "splash",
  noun: "Splash page",
  list: "/api/splash",
  key: "splash",
  path: "/api/splash",
  fields: { name: { required: "create", check: objectName }, message: {} },
  view: ({ id, name, message, date }, context) => ({
    id: context.format.id(id),
    name: listedName(context, name),
    ...(message !== "" && { message }),
    date,
  }),
  created: ({ id }, { format }) => ({ id: format.id(id) }),
};

/** The routes of all collections. */
export const collectionRoutes: readonly Route[] = [
  ...crudRoutes(pixels),
  ...crudRoutes(domains),
  ...crudRoutes(channels),
  ...crudRoutes(campaigns),
  ...crudRoutes(qrs),
  ...crudRoutes(splash),
];
