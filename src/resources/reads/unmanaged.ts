// Lists that the API only shows.
import type { ReadOptions, ReadOutputOptions } from "../../pulumi/reads/read-function";
import type * as pulumi from "../../pulumi/sdk";
import * as queries from "../queries/unmanaged";
import { readFunction } from "./read";

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

const overlays = readFunction<OverlayDetails[]>(queries.overlays);

const splashPages = readFunction<SplashPageDetails[]>(queries.splashPages);

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
