// URLs that the service assigns. The host is fixed, so a restart on another port keeps them.
import { createHash } from "node:crypto";

/** Host of all URLs in responses. No server listens there. */
export const PUBLIC_HOST = "link.example";

export const PUBLIC_ORIGIN = `https://${PUBLIC_HOST}`;

/** A short code that depends only on the collection and the id. */
export function shortCode(collection: string, id: number): string {
  const digest = createHash("sha256").update(`${collection} ${id}`).digest();
  return digest.readUIntBE(0, 6).toString(36).padStart(7, "0").slice(-7);
}
