// All endpoints.
import * as collections from "./collections";
import { type Context, find, listRoute, type Route, success } from "./crud";
import type { Dialect } from "./dialect";
import { reject, rejectUnknown, ServiceError } from "./fields";
import { links, shortAddress } from "./links";
import { type ChannelEntry, dateText } from "./records";

const accountRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/account",
    handle: (context) => {
      const { profile } = context.account;
      const expires = context.dialect.responses === "observed" ? null : profile.expires;
      return success(context, { data: { ...profile, expires } });
    },
  },
  { method: "PUT", path: "/api/account/update", handle: updateAccount },
];

function updateAccount(context: Context) {
  const { account, body, dialect } = context;
  const { email, password } = body;
  const given = [email, password].filter((value) => value !== undefined && value !== null && value !== "");
  const isStrict = dialect.undocumentedInput === "rejected";
  const needed = isStrict ? 2 : 1;
  if (isStrict) rejectUnknown("field", body, ["email", "password"]);
  if (given.length < needed) reject("The fields email and password are required.");
  if (given.some((value) => typeof value !== "string")) reject("The fields must be strings.");
  if (email && !/^[^\s@]+@[^\s@]+$/.test(String(email))) reject("The field email must be an email address.");
  if (email) account.email = String(email);
  if (password) account.password = String(password);
  account.revision += 1;
  return success(context, { message: "Account has been successfully updated." });
}

function itemsOf({ account }: Context, type: string) {
  if (type === "links") return account.links;
  if (type === "bio") return account.bios;
  return type === "qr" ? account.qrs : reject("The item type must be links, bio or qr.");
}

function itemView({ type, id, date }: ChannelEntry, context: Context): object {
  const item = itemsOf(context, type).get(id) ?? { title: "", link: "" };
  const title = "title" in item ? item.title : item.name;
  const link = "link" in item ? item.link : shortAddress(item);
  return { type, id, title, preview: `${link}/preview`, link, date: date?.slice(0, 10) ?? "2024-01-16" };
}

/** Calls `assign`, unless the dialect ignores or rejects a repeated assignment. */
function assignOnce({ dialect }: Context, isAssigned: boolean, assign: () => void): void {
  if (isAssigned && dialect.repeatedAssignment === "error") reject("It is already assigned.");
  if (!isAssigned || dialect.repeatedAssignment === "duplicateEntry") assign();
}

const assignmentRoutes: readonly Route[] = [
  listRoute(
    "/api/channel/:id",
    "items",
    (context) => find(context, context.account.channels, "Channel").items,
    itemView,
  ),
  {
    method: "POST",
    path: "/api/channel/:channelid/assign/:type/:itemid",
    handle: (context) => {
      const { account, params } = context;
      const type = params.type as ChannelEntry["type"];
      const { id, items } = find(context, account.channels, "Channel", "channelid");
      const itemId = Number(params.itemid);
      if (itemsOf(context, type).get(itemId) === undefined)
        throw new ServiceError(404, "Item does not exist.");
      const isAssigned = items.some((item) => item.type === type && item.id === itemId);
      const date = dateText(account.context.now());
      assignOnce(context, isAssigned, () =>
        account.channels.update(id, { items: [...items, { type, id: itemId, date }] }),
      );
      return success(context, { message: "Item successfully added to the channel." });
    },
  },
  {
    method: "POST",
    path: "/api/campaign/:campaignid/assign/:linkid",
    handle: (context) => {
      const { account } = context;
      const campaign = find(context, account.campaigns, "Campaign", "campaignid");
      const link = find(context, account.links, "Link", "linkid").id;
      assignOnce(context, campaign.links.includes(link), () =>
        account.campaigns.update(campaign.id, { links: [...campaign.links, link] }),
      );
      return success(context, { message: "Link successfully added to the campaign." });
    },
  },
];

/** What the API document only lists (service.md 58 to 60). */
const lists: readonly Route[] = [
  listRoute(
    "/api/overlay",
    "cta",
    ({ account }) => account.overlays.list(),
    (overlay) => overlay,
  ),
  listRoute(
    "/api/splash",
    "splash",
    ({ account }) => account.splash.list(),
    (page) => page,
  ),
];

const patternsOf = (routes: readonly Route[]) =>
  routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, "(?<$1>[^/]*)")}$`),
  }));

const DOCUMENTED = patternsOf([
  ...accountRoutes,
  ...lists,
  ...Object.values(collections).flat(),
  ...assignmentRoutes,
]);
const LINKS = patternsOf(links);

/**
 * The route of a request, with the parameters of its path.
 * @throws {ServiceError} if there is none
 */
export function findRoute(
  method: string,
  path: string,
  { linkEndpoints }: Dialect,
): { route: Route; params: Record<string, string> } {
  const routes = linkEndpoints === "present" ? [...DOCUMENTED, ...LINKS] : DOCUMENTED;
  const matches = routes.flatMap(({ route, pattern }) => {
    const match = pattern.exec(path);
    return match ? [{ route, params: { ...match.groups } }] : [];
  });
  if (matches.length === 0) throw new ServiceError(404, "There is no such endpoint.");
  const found = matches.find(({ route }) => route.method === method);
  if (!found) throw new ServiceError(405, "The endpoint does not support this method.");
  return found;
}
