// What a client sees of one request, whatever becomes of it.
import type { Api } from "./api-client";

/** An answer in full, or how it failed: `code` is that of the system or of the HTTP client. */
export type Outcome =
  | {
      readonly status: number;
      readonly type: string | null;
      readonly headers: Headers;
      readonly text: string;
    }
  | { readonly status?: number; readonly code: string };

/** Sends a request; never rejects. */
export async function outcome(api: Api, method: string, path: string, body?: unknown): Promise<Outcome> {
  let status: number | undefined;
  try {
    const response = await fetch(api.emulator.url + path, {
      method,
      headers: { Authorization: `Bearer ${api.key}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    ({ status } = response);
    const { headers } = response;
    return { status, type: headers.get("content-type"), headers, text: await response.text() };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return { ...(status !== undefined && { status }), code: cause?.code ?? String(error) };
  }
}

export const NEW_CHANNEL = { name: "Spring" };

/** Makes a channel under whatever faults there are. */
export const addChannel = (api: Api) => outcome(api, "POST", "/api/channel/add", NEW_CHANNEL);
