// Addresses that the service hands out. The host is fixed, so that a restart on another port changes nothing.
import { createHash } from "node:crypto";

/** Host of all addresses in answers; nothing listens there. */
export const PUBLIC_HOST = "link.example";

/** A short code that depends on nothing but the table and the id. */
export function shortCode(table: string, id: number): string {
  const digest = createHash("sha256").update(`${table} ${id}`).digest();
  return digest.readUIntBE(0, 6).toString(36).padStart(7, "0").slice(-7);
}

/** Letters, digits and single dashes of a text, in lower case. */
export function slugify(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
