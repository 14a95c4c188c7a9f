// Numbers that follow from a seed.
import { createHash } from "node:crypto";

/** A whole number below 2^32, another one for every purpose. */
export function drawn(seed: number, purpose: string): number {
  return createHash("sha256").update(`${seed} ${purpose}`).digest().readUInt32BE();
}
