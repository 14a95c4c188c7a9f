// Faults by seed: which request meets which fault follows from the seed and the request alone.
import { createHash } from "node:crypto";
import type { ServiceRequest } from "../service/service";
import { FAULT_NAMES, type FaultName, fits, kindOf } from "./definitions";
import type { Choose, FaultTarget } from "./effect";
import { checkFaults, checkMs, type FaultRule, matcher } from "./rule";

export interface SeedOptions {
  /** Share of requests that meet a fault, from 0 to 1. @default 0.1 */
  readonly rate?: number;
  /** Faults to choose from. @default all */
  readonly kinds?: readonly FaultName[];
  /** Requests that can meet one; see {@link FaultRule.on}. @default all */
  readonly on?: FaultRule["on"];
  /**
   * Longest time that a fault lasts, in ms of the emulator's clock. A request that takes effect late may be
   * hidden by a list that is behind, so a change shows after twice that time at the latest. @default 4000
   */
  readonly mostMs?: number;
}

/** A fault that the seed gives a request. */
export interface Draw {
  readonly fault: FaultName;
  readonly ms: number;
  readonly choose: Choose;
}

const MOST_REQUESTS_KNOWN = 10_000;

/**
 * Draws faults. Every draw follows from the seed, the request and how often the same request came before, so
 * that requests which come at the same time meet the same faults in whichever order they arrive. (A row of 429
 * is the exception: it befalls whatever comes next.)
 */
export class Seeded {
  readonly #seed: number;
  readonly #rate: number;
  readonly #kinds: readonly FaultName[];
  readonly #matches: (request: FaultTarget) => boolean;
  readonly #mostMs: number;
  readonly #seen = new Map<string, number>();
  #row: { readonly draw: Draw; left: number } | undefined;

  /**
   * @throws {TypeError} for an unknown fault or a pattern that is none
   * @throws {RangeError} for a number out of range
   */
  constructor(seed: number, options: SeedOptions) {
    const { rate = 0.1, kinds = FAULT_NAMES, on = () => true, mostMs = 4000 } = options;
    if (!Number.isSafeInteger(seed)) throw new RangeError(`seed must be a whole number, not ${seed}.`);
    if (!(rate >= 0 && rate <= 1)) throw new RangeError(`rate must be a number from 0 to 1, not ${rate}.`);
    checkFaults(kinds);
    checkMs("mostMs", mostMs);
    this.#seed = seed;
    this.#rate = rate;
    this.#kinds = kinds;
    this.#matches = matcher(on);
    this.#mostMs = mostMs;
  }

  /** The fault that a request meets, if any. */
  draw(request: ServiceRequest, target: FaultTarget): Draw | undefined {
    if (!this.#matches(target)) return undefined;
    if (this.#row !== undefined && this.#row.left > 0) {
      this.#row.left -= 1;
      return this.#row.draw;
    }
    const chance = this.#chanceOf(request);
    const kinds = this.#kinds.filter((kind) => fits(kind, target));
    if (chance() >= this.#rate || kinds.length === 0) return undefined;
    const choose: Choose = (possibilities) => possibilities[Math.floor(chance() * possibilities.length)]!;
    const draw = { fault: choose(kinds), ms: Math.ceil(chance() * this.#mostMs), choose };
    const { inARow = 1 } = kindOf(draw.fault);
    this.#row = { draw, left: Math.floor(chance() * inARow) };
    return draw;
  }

  /** Numbers from 0 to 1 (excluded) that belong to this request. */
  #chanceOf({ method, target, body }: ServiceRequest): () => number {
    const text = createHash("sha256").update(`${this.#seed} ${method} ${target} `).update(body).digest("hex");
    const before = this.#seen.get(text) ?? 0;
    if (this.#seen.size >= MOST_REQUESTS_KNOWN) this.#seen.delete(this.#seen.keys().next().value!);
    this.#seen.set(text, before + 1);
    let drawn = 0;
    return () => {
      drawn += 1;
      return createHash("sha256").update(`${text} ${before} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
    };
  }
}
