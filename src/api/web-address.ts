// Web addresses, and the base address of the service, to which the paths of the API are appended. They all begin with /api
// (service.md 1).

import { SettingsError } from "./errors";
import { sanitize } from "./sanitize";

/**
 * `undefined`: the text is no address. Not by `URL.canParse`: after many calls, Node 20 answers it wrongly for a text with
 * letters such as ü, so that a value would change its meaning within a run.
 */
export function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A value and its source, for messages. */
export interface Value {
  readonly text: string;
  readonly source: string;
}

/** A path of the API at the end, which would be appended a second time. */
const API = /\/api(?:\/account)?\/*$/i;

/** @returns the address without a trailing slash. @throws SettingsError, without the value: it may be a key */
export function checkBaseUrl({ text, source }: Value): string {
  const wrong = (problem: string, address = "https://…") =>
    new SettingsError(`the base address in ${source} ${problem}: write ${sanitize(address)}`);
  // A password, a query or a fragment would be lost.
  const url = /^https?:\/\/[^?#@]+$/i.test(text.trim()) ? parseAddress(text) : undefined;
  if (!url) throw wrong("is not a scheme, a host and a path");
  const { origin, pathname } = url;
  if (API.test(pathname))
    throw wrong("ends in /api, which the paths of the API begin with", origin + pathname.replace(API, ""));
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw wrong(
      "would send the API key unencrypted (http:// is allowed on this machine only)",
      origin.replace("http:", "https:"),
    );
  return `${url.protocol}//${serviceAddress(url.href)}`;
}

/** Host, port and path of the service: the part of its address that identifies it. */
export function serviceAddress(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return host + pathname.replace(/\/+$/, "");
}

/** Whether the host of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
