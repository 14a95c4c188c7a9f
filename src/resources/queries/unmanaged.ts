// The account itself, and the lists that the API only shows.
import type { ListSpec } from "../../api/list";
import type { AccountSession } from "../../api/session";
import { itemsOf } from "./query";
import { texts } from "./values";

/** Nothing changes these lists, so no path begins with their write path. */
const listAt = (path: string, key: string): ListSpec => ({ path, key, writePath: `${path}/` });

/** Installations have them under `overlay`. */
const OVERLAYS = { ...listAt("/api/overlay", "cta"), otherKey: "overlay" };
const SPLASH_PAGES = listAt("/api/splash", "splash");

export const account = {
  name: "getAccount",
  isList: false,
  read: async (session: AccountSession) => ({ ...(await session.account()) }),
};

export const overlays = {
  name: "getOverlays",
  isList: true,
  read: async (session: AccountSession) =>
    (await itemsOf(session, OVERLAYS)).map((item) => texts(item, "id", "type", "name", "date")),
};

export const splashPages = {
  name: "getSplashPages",
  isList: true,
  read: async (session: AccountSession) =>
    (await itemsOf(session, SPLASH_PAGES)).map((item) => texts(item, "id", "name", "date")),
};
