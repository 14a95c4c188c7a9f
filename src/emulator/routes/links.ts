// Short links. api.md has no endpoints for them, but installations do. The client does not use these endpoints.
// The service ignores the other fields of a link, such as password, expiry and pixels: no response shows them.
import { webUrl } from "../endpoint/field-checks";
import { slugCheck } from "../endpoint/names";
import type { RequestContext, Route } from "../endpoint/request-context";
import { success } from "../endpoint/responses";
import { HttpError } from "../http/http-error";
import { PUBLIC_ORIGIN, shortCode } from "../store/public-urls";
import type { Link } from "../store/records";

const aliasOf = ({ link }: Link) => link.slice(link.lastIndexOf("/") + 1);

function linkView({ account, serializer }: RequestContext, link: Link) {
  const { id, title, longurl, description, date } = link;
  const campaign = account.campaigns.list().find(({ links }) => links.includes(id));
  const channels = account.channels
    .list()
    .filter(({ items }) => items.some((item) => item.type === "links" && item.id === id));
  return {
    id: serializer.id(id),
    alias: aliasOf(link),
    shorturl: link.link,
    longurl,
    title,
    description: serializer.text(description),
    clicks: serializer.count(0),
    uniqueclicks: serializer.count(0),
    domain: new URL(link.link).origin,
    campaign: campaign === undefined ? null : serializer.id(campaign.id),
    channel: channels.map((channel) => serializer.id(channel.id)),
    date: serializer.dateTime(date),
  };
}

/** `q` searches, and `short` is an alias or a short URL. `order` has no effect, because no link has clicks. */
function matches(context: RequestContext, link: Link): boolean {
  const q = context.query("q")?.toLowerCase() ?? "";
  const short = context.query("short");
  const texts = [link.title, link.longurl, aliasOf(link)];
  const isFound = texts.some((text) => text.toLowerCase().includes(q));
  return isFound && (short === undefined || [link.link, aliasOf(link)].includes(short));
}

/** The object whose id is in a field of the body. */
function findGiven<T>(
  { fields }: RequestContext,
  field: string,
  objects: { get(id: number): T | undefined },
) {
  const id = fields.raw(field);
  if (id === undefined) return undefined;
  const object = objects.get(Number(id));
  if (object === undefined) throw new HttpError(400, `The ${field} does not exist.`);
  return object;
}

function addLink(context: RequestContext): Link {
  const { account, dialect, fields } = context;
  const longurl = fields.requiredText("url", webUrl);
  const title = fields.optionalText("metatitle", undefined);
  const description = fields.optionalText("description", undefined);
  const custom = fields.optionalText("custom", undefined, slugCheck(dialect));
  const origin = fields.optionalText("domain", undefined, webUrl) || PUBLIC_ORIGIN;
  const channel = findGiven(context, "channel", account.channels);
  const campaign = findGiven(context, "campaign", account.campaigns);
  const linkOf = (alias: string) => `${origin.replace(/\/$/, "")}/${alias}`;
  if (custom !== "" && account.links.list().some(({ link }) => link === linkOf(custom))) {
    throw new HttpError(400, "The alias is taken.");
  }
  const { id } = account.links.create({ longurl, description, ...(title !== "" && { title }) });
  if (channel !== undefined) account.assignItem(channel.id, "links", id);
  if (campaign !== undefined) account.assignLink(campaign.id, id);
  return account.links.update(id, { link: linkOf(custom || shortCode("link", id)) });
}

export const linkRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/urls",
    handle: (context) => {
      const links = context.listed(context.account.links).filter((link) => matches(context, link));
      return context.list("urls", links, (link) => linkView(context, link));
    },
  },
  {
    method: "GET",
    path: "/api/url/:id",
    handle: (context) => {
      const link = context.find(context.account.links, "Link");
      return success(context.dialect, "list", { details: linkView(context, link) });
    },
  },
  {
    method: "POST",
    path: "/api/url/add",
    hasBody: true,
    handle: (context) => {
      const { id, link } = addLink(context);
      return context.created({ id: context.serializer.id(id), shorturl: link });
    },
  },
  {
    method: "PUT",
    path: "/api/url/:id/update",
    hasBody: true,
    handle: (context) => {
      const { account, fields } = context;
      const old = context.find(account.links, "Link");
      account.links.update(old.id, {
        longurl: fields.optionalName("url", old.longurl, webUrl) || old.longurl,
        title: fields.optionalText("metatitle", old.title),
        description: fields.optionalText("description", old.description),
      });
      return context.done("Link has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/url/:id/delete",
    handle: (context) => context.delete(context.account.links, "Link", "Link has been deleted successfully."),
  },
];
