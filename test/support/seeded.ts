// Random numbers that a seed determines.
import { createHash } from "node:crypto";

/** Numbers from 0 to 1, without 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number below 2^32 that depends only on the seed and the purpose. */
export function seededInteger(seed: number | string, purpose: string): number {
  return createHash("sha256").update(`${seed} ${purpose}`).digest().readUInt32BE();
}
