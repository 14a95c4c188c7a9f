// Requests that may fail.
import type { ApiClient } from "./api-client";

/** A complete response, or an error. `code` is the error code of the operating system or of the HTTP client. */
export type Outcome =
  | {
      readonly status: number;
      readonly contentType: string | null;
      readonly headers: Headers;
      readonly text: string;
    }
  | { readonly status?: number; readonly code: string };

/** Sends a request. Never rejects. */
export async function attempt(
  api: ApiClient,
  method: string,
  path: string,
  body?: unknown,
): Promise<Outcome> {
  let status: number | undefined;
  try {
    const response = await fetch(api.emulator.url + path, {
      method,
      headers: { Authorization: `Bearer ${api.key}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    ({ status } = response);
    const { headers } = response;
    return { status, contentType: headers.get("content-type"), headers, text: await response.text() };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return { ...(status !== undefined && { status }), code: cause?.code ?? String(error) };
  }
}

/** Tries to create a channel with the name "Spring". */
export const tryToAddChannel = (api: ApiClient) =>
  attempt(api, "POST", "/api/channel/add", { name: "Spring" });
