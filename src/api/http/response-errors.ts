// Errors of requests that the service did not process.
import { RateLimitError, UnreachableError } from "../errors";
import { describeResponse, type ReadBody } from "./response-body";
import type { RawResponse } from "./transport";

/** What a 403 may mean, after the service accepted the key for the account. */
export function forbiddenHint({ session }: { readonly session?: boolean }, status: number): string {
  if (session || status !== 403) return "";
  return (
    ". The service accepted the API key before, so the plan of the account may lack this feature. Check the plan, or " +
    "remove the entries of this kind"
  );
}

/** @param request its method and path @param session the failure concerns the whole session */
export function rateLimitError(
  request: string,
  session: boolean | undefined,
  limited: number,
  raw: RawResponse,
  body: ReadBody,
): RateLimitError {
  return new RateLimitError(
    `${request}: ${describeResponse(raw, body)}, rate limited ${limited} times in a row` +
      (session
        ? ""
        : ". Another client uses up the limit of this API key: stop it, or run the command later"),
    { session, status: raw.status },
  );
}

/** Of a service that is down. Parameters as above. */
export function downError(
  request: string,
  session: boolean | undefined,
  attempts: number,
  raw: RawResponse,
  body: ReadBody,
): UnreachableError {
  return new UnreachableError(
    `${request}: ${describeResponse(raw, body)}, after ${attempts} attempts. Try again later`,
    { session, status: raw.status },
  );
}
