// The base address of the service. The paths of api.md, which all begin with /api, are appended to it.
import { type ApiError, ErrorResponse, SettingsError, WrongAddressError } from "./errors";
import { sanitize } from "./sanitize";
import { isLoopback } from "./transport";

/** A value and its source, for messages. */
export interface Value {
  readonly text: string;
  readonly source: string;
}

const API = /\/api(?=\/|$)/i;

/** Whether an address contains a path of the API, which would be appended a second time. */
function endsInApi({ pathname }: URL): boolean {
  return /\/api(?:\/account)?\/*$/i.test(pathname);
}

/** An address without the paths of the API, or without its whole path. `undefined` if there is nothing to leave out. */
function addressToWrite({ origin, pathname }: URL): string | undefined {
  const at = pathname.search(API);
  if (at >= 0) return sanitize(origin + pathname.slice(0, at));
  return /[^/]/.test(pathname) ? sanitize(origin) : undefined;
}

/** What to do about a wrong address. @param address the one to write */
export type SetUrl = (address: string) => string;

const SOME_ADDRESS = "https://…";
const setInSettings: SetUrl = (address) =>
  `set it with \`export LINK_MANAGEMENT_BASE_URL=${address}\` or \`pulumi config set link-management:baseUrl ${address}\``;

/**
 * @param setUrl @default the variable or the stack config
 * @returns the address without a trailing slash
 * @throws SettingsError
 */
export function checkBaseUrl(value: Value | undefined, setUrl = setInSettings): string {
  if (value === undefined) {
    throw new SettingsError(`no base address of the service: ${setUrl(SOME_ADDRESS)}`);
  }
  const text = value.text.trim();
  const wrong = (problem: string, address = SOME_ADDRESS) =>
    new SettingsError(`the base address in ${value.source} ${problem}: ${setUrl(address)}`);
  if (text === "") throw wrong("is empty");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The value is not shown: it may be a key in the wrong place.
  if (!url || !["https:", "http:"].includes(url.protocol) || url.hostname === "") {
    throw wrong("is not an address such as https://host");
  }
  if (url.username !== "" || url.password !== "") {
    throw wrong("contains a user name or password, but the API key is the only credential");
  }
  if (url.search !== "" || url.hash !== "" || text.endsWith("?") || text.endsWith("#")) {
    throw wrong("contains a query or fragment, but the paths of the API are appended to it");
  }
  if (endsInApi(url)) {
    throw wrong("ends in /api, but the paths of the API begin with /api themselves", addressToWrite(url));
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new SettingsError(
      `the base address in ${value.source}, ${sanitize(url.origin)}, would send the API key unencrypted: use https:// ` +
        "(http:// is allowed on this machine only)",
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Host, port and path of the service: the part of its address that identifies it. */
export function serviceAddress(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return host + pathname.replace(/\/+$/, "");
}

/**
 * Of the setting `movedFrom`: addresses with or without a scheme, separated by spaces or commas.
 * @returns host, port and path of each
 * @throws SettingsError
 */
export function oldAddresses(value: Value | undefined): readonly string[] | undefined {
  const texts = value?.text.split(/[\s,]+/).filter((text) => text !== "") ?? [];
  if (!value || texts.length === 0) return undefined;
  return texts.map((text) => {
    const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
    if (URL.canParse(address)) return serviceAddress(address);
    throw new SettingsError(
      `${value.source} must be the old address of the service, such as ${SOME_ADDRESS}, or several with commas`,
    );
  });
}

/** Nothing is at `/api/account`, which every account has. */
export function wrongAddress(baseUrl: string, error: ApiError): WrongAddressError {
  const reason = error instanceof ErrorResponse ? `status 404: ${error.reason}` : "status 404";
  const known = addressToWrite(new URL(baseUrl));
  const address = known ?? "the address of the service as in its API documentation, without /api";
  const toWrite = known ?? SOME_ADDRESS;
  const set = `export LINK_MANAGEMENT_BASE_URL=${toWrite} or pulumi config set link-management:baseUrl ${toWrite}`;
  return new WrongAddressError(
    `wrong base address: ${sanitize(baseUrl)} has no /api/account (${reason}). Write ${address}: ${set}`,
    error,
  );
}
