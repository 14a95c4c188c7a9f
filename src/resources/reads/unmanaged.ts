// Lists that the API only shows.
import type { ListSpec } from "../../api/list/collection";
import type { ReadOptions, ReadOutputOptions } from "../../pulumi/reads/read-function";
import type * as pulumi from "../../pulumi/sdk";
import { itemsOf, readFunction } from "./read";
import { texts } from "./values";

/** A CTA overlay (api.md, "CTA overlay"). */
export interface OverlayDetails {
  /** Id of the overlay. */
  id: string;
  /** Kind of overlay, as the service names it. */
  type: string;
  /** Its name. */
  name: string;
  /** When it was created, `YYYY-MM-DD HH:MM:SS` without a zone. */
  date: string;
}

/** A custom splash page (api.md, "Custom splash page"). */
export interface SplashPageDetails {
  /** Id of the splash page. */
  id: string;
  /** Its name. */
  name: string;
  /** When it was created, `YYYY-MM-DD HH:MM:SS` without a zone. */
  date: string;
}

/** Nothing changes these lists, so no path begins with their write path. */
const listAt = (path: string, key: string): ListSpec => ({ path, key, writePath: `${path}/` });

/** Installations have them under `overlay`. */
const OVERLAYS = { ...listAt("/api/overlay", "cta"), otherKey: "overlay" };
const SPLASH_PAGES = listAt("/api/splash", "splash");

const overlays = readFunction<OverlayDetails[]>({
  name: "getOverlays",
  isList: true,
  read: async (session) =>
    (await itemsOf(session, OVERLAYS)).map((item) => texts(item, "id", "type", "name", "date")),
});

const splashPages = readFunction<SplashPageDetails[]>({
  name: "getSplashPages",
  isList: true,
  read: async (session) =>
    (await itemsOf(session, SPLASH_PAGES)).map((item) => texts(item, "id", "name", "date")),
});

/**
 * All CTA overlays of the account. A program reads the list once.
 * @throws pulumi.RunError if the list cannot be read
 */
export function getOverlays(opts?: ReadOptions): Promise<OverlayDetails[]> {
  return overlays.promise({}, opts);
}

/** `getOverlays` as an output. */
export function getOverlaysOutput(opts?: ReadOutputOptions): pulumi.Output<OverlayDetails[]> {
  return overlays.output({}, opts);
}

/**
 * All custom splash pages of the account. A program reads the list once.
 * @throws pulumi.RunError if the list cannot be read
 */
export function getSplashPages(opts?: ReadOptions): Promise<SplashPageDetails[]> {
  return splashPages.promise({}, opts);
}

/** `getSplashPages` as an output. */
export function getSplashPagesOutput(opts?: ReadOutputOptions): pulumi.Output<SplashPageDetails[]> {
  return splashPages.output({}, opts);
}
