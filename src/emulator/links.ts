// The endpoints of short links, which the API document does not have (service.md 95 to 104).
import { type Context, crudRoutes } from "./crud";
import { type Input, reject, webUrl } from "./fields";
import { type ChannelEntry, PUBLIC_HOST, type ShortLink } from "./records";

/** @param address may be missing in a create */
const hostOf = (address = "") => address.toLowerCase().replace(/^https?:\/\/|\/$/g, "");

export function shortAddress({ domain, custom }: ShortLink): string {
  return `https://${hostOf(domain) || PUBLIC_HOST}/${custom}`;
}

/** If empty, a new link gets one, and an update keeps it. */
function readAlias(value: unknown, name: string, { dialect, old }: Input): string | undefined {
  if (value === "") return undefined;
  const alias = String(value);
  if (!/^[^\s/?#]{3,}$/.test(alias)) reject(`The field ${name} needs three characters of an address.`);
  const isTaken = dialect.ownAlias === "taken" && alias === old?.custom;
  return isTaken ? reject("You already have a link with this alias.") : alias;
}

/** The address of a domain that is given by address, host or id. "" is the service's own. */
function readDomain(value: unknown, _: string, { account }: Input): string {
  const host = hostOf(String(value));
  if (host === "" || host === PUBLIC_HOST) return "";
  const domain = account.domains.list().find((one) => host === `${one.id}` || host === hostOf(one.domain));
  return domain?.domain ?? `https://${host}`;
}

const asSent = (value: unknown) => value;

function linkView(link: ShortLink, { account, dialect }: Context) {
  const { id, url, custom, domain, title, description, clicks, uniqueclicks, date } = link;
  const own = dialect.linkDomain === "id" && account.domains.list().find((one) => one.domain === domain);
  const campaign = account.campaigns.list().find(({ links }) => links.includes(id));
  const isItem = (item: ChannelEntry) => item.type === "links" && item.id === id;
  const channels = account.channels.list().filter(({ items }) => items.some(isItem));
  return {
    ...{ alias: custom, shorturl: shortAddress(link), longurl: url, domain: own ? own.id : domain },
    ...{ title, description, clicks, uniqueclicks, date },
    ...{ campaign: campaign?.id ?? null, channel: channels.map((channel) => channel.id) },
  };
}

/** Also what lists do not show. In the dialect `observed` like a single QR code: details beside statistics. */
function singleLink(link: ShortLink, context: Context) {
  const { dialect } = context;
  const { id, location, device, expiry, clicks, uniqueclicks: uniqueClicks } = link;
  const { alias, ...view } = linkView(link, context);
  const shownAlias = dialect.singleLink === "withAlias" && { alias };
  const details = { id, ...shownAlias, ...view, location, device, expiry };
  return dialect.responses === "observed" ? { details, data: { clicks, uniqueClicks } } : { data: details };
}

export const links = crudRoutes({
  collection: "links",
  noun: "Link",
  list: "/api/urls",
  listKey: "urls",
  path: "/api/url",
  fields: {
    url: { required: "always", check: webUrl },
    custom: { isKept: true, read: readAlias },
    domain: { createOnly: true, read: readDomain },
    description: {},
    location: { read: asSent },
    device: { read: asSent },
    expiry: {},
  },
  unique: [{ by: "alias", from: "addresses", isSame: (a, b) => shortAddress(a) === shortAddress(b) }],
  existing: ({ account, body, dialect }) =>
    dialect.knownUrl === "existing" ? account.links.list().find(({ url }) => url === body.url) : undefined,
  view: linkView,
  single: singleLink,
  created: (link) => ({ shorturl: shortAddress(link) }),
  updated: (link) => ({ short: shortAddress(link) }),
});
