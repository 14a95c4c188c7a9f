// The base address of the service. The paths of api.md, which all begin with /api, are appended to it.
import { type ApiError, ErrorResponse, WrongAddressError } from "./errors";
import { sanitize } from "./sanitize";

const API = /\/api(?=\/|$)/i;

/** Whether an address contains a path of the API, which would be appended a second time. */
export function endsInApi({ pathname }: URL): boolean {
  return /\/api(?:\/account)?\/*$/i.test(pathname);
}

/** An address without the paths of the API, or without its whole path. `undefined` if there is nothing to leave out. */
export function addressToWrite({ origin, pathname }: URL): string | undefined {
  const at = pathname.search(API);
  if (at >= 0) return sanitize(origin + pathname.slice(0, at));
  return /[^/]/.test(pathname) ? sanitize(origin) : undefined;
}

/** Nothing is at `/api/account`, which every account has. */
export function wrongAddress(baseUrl: string, error: ApiError): WrongAddressError {
  const reason = error instanceof ErrorResponse ? `status 404: ${error.reason}` : "status 404";
  const known = addressToWrite(new URL(baseUrl));
  const address = known ?? "the address of the service as in its API documentation, without /api";
  return new WrongAddressError(
    `wrong base address: ${sanitize(baseUrl)} has no /api/account (${reason}). Write ${address}: ` +
      `export LINK_MANAGEMENT_BASE_URL=${known ?? "https://…"} or pulumi config set link-management:baseUrl ` +
      `${known ?? "https://…"}`,
    error,
  );
}
