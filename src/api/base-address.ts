// The base address of the service. The paths of the API, which all begin with /api, are appended to it (service.md 2).
import { SettingsError } from "./errors";
import { sanitize } from "./sanitize";

/** A value and its source, for messages. */
export interface Value {
  readonly text: string;
  readonly source: string;
}

const SOME_ADDRESS = "https://…";
/** A path of the API at the end, which would be appended a second time. */
const API = /\/api(?:\/account)?\/*$/i;

/** @returns the address without a trailing slash. @throws SettingsError, without the value: it may be a key */
export function checkBaseUrl({ text, source }: Value): string {
  const wrong = (problem: string, address = SOME_ADDRESS) =>
    new SettingsError(`the base address in ${source} ${problem}: write ${address}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["https:", "http:"].includes(url.protocol) || url.hostname === "") {
    throw wrong("is not an address such as https://host");
  }
  if (url.username !== "" || url.password !== "" || /[?#]/.test(text)) {
    throw wrong("has more than a scheme, a host and a path");
  }
  if (API.test(url.pathname)) {
    const address = sanitize(url.origin + url.pathname.replace(API, ""));
    throw wrong("ends in /api, but the paths of the API begin with /api themselves", address);
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    const address = sanitize(url.origin.replace("http:", "https:"));
    throw wrong("would send the API key unencrypted (http:// is allowed on this machine only)", address);
  }
  return url.origin + pathOf(url);
}

/** Host, port and path of the service: the part of its address that identifies it. */
export function serviceAddress(baseUrl: string): string {
  const url = new URL(baseUrl);
  return url.host + pathOf(url);
}

/**
 * Of the setting `movedFrom`: addresses with or without a scheme, separated by spaces or commas.
 * @returns host, port and path of each
 * @throws SettingsError
 */
export function oldAddresses({ text, source }: Value): readonly string[] {
  return (text.match(/[^\s,]+/g) ?? []).map((one) => {
    const address = /^https?:\/\//i.test(one) ? one : `https://${one}`;
    if (URL.canParse(address)) return serviceAddress(address);
    throw new SettingsError(
      `${source} must be the old address of the service, such as ${SOME_ADDRESS}, or several with commas`,
    );
  });
}

/** Whether the host of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, "");
}
