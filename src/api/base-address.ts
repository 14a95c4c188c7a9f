// The base address of the service. The paths of api.md, which all begin with /api, are appended to it.
import { SettingsError } from "./errors";
import { sanitize } from "./sanitize";

/** A value and its source, for messages. */
export interface Value {
  readonly text: string;
  readonly source: string;
}

/** Stands for the address of the service. */
export const SOME_ADDRESS = "https://…";

/** @returns the address without a trailing slash. @throws SettingsError, without the value: it may be a key */
export function checkBaseUrl({ text, source }: Value): string {
  const wrong = (problem: string, address = SOME_ADDRESS) =>
    new SettingsError(`the base address in ${source} ${problem}: write ${address}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["https:", "http:"].includes(url.protocol) || url.hostname === "") {
    throw wrong("is not an address such as https://host");
  }
  if (url.username !== "" || url.password !== "") {
    throw wrong("contains a user name or password, but the API key is the only credential");
  }
  if (/[?#]/.test(text)) {
    throw wrong("contains a query or fragment, but the paths of the API are appended to it");
  }
  if (/\/api(?:\/account)?\/*$/i.test(url.pathname)) {
    throw wrong("ends in /api, but the paths of the API begin with /api themselves", addressToWrite(url));
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    const address = sanitize(url.origin.replace("http:", "https:"));
    throw wrong("would send the API key unencrypted (http:// is allowed on this machine only)", address);
  }
  return url.origin + pathOf(url);
}

/** An address without the paths of the API, or without its whole path. `undefined` if there is nothing to leave out. */
export function addressToWrite(url: URL): string | undefined {
  const [before = "", ...after] = url.pathname.split(/\/api(?=\/|$)/i);
  if (after.length > 0) return sanitize(url.origin + before);
  return pathOf(url) === "" ? undefined : sanitize(url.origin);
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
