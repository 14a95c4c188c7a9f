// Random faults: the seed and the request determine the fault of a request.
import { createHash } from "node:crypto";
import type { HttpRequest } from "../http/messages";
import { appliesTo, FAULT_NAMES, type FaultName, faultDefinition } from "./definitions";
import type { Choose } from "./effect";
import type { SelectedFault } from "./rule";
import type { FaultTarget } from "./target";
import { checkDuration, checkFaultNames, type RequestPattern, requestMatcher } from "./validation";

/** How often a seed injects faults, and which. */
export interface SeedOptions {
  /** Share of requests to inject a fault into, from 0 to 1. @default 0.1 */
  readonly rate?: number;
  /** Faults to choose from. @default all */
  readonly kinds?: readonly FaultName[];
  /** Requests to inject faults into. @default all */
  readonly on?: RequestPattern;
  /**
   * Maximum duration of a fault, in ms of the emulator's clock. A stale list can hide a request that takes effect
   * late, so every change is visible after twice this time. @default 4000
   */
  readonly maxMs?: number;
}

const MAX_KNOWN_REQUESTS = 10_000;

/**
 * Selects faults at random. The result depends only on the seed, the request and how often the same request came
 * before. So concurrent requests get the same faults in any order. The exception is a series of 429 responses: the next
 * requests get them, whatever they are.
 */
export class SeededFaults {
  readonly #seed: number;
  readonly #rate: number;
  readonly #kinds: readonly FaultName[];
  readonly #matches: (request: FaultTarget) => boolean;
  readonly #maxMs: number;
  readonly #seenCounts = new Map<string, number>();
  #series: { readonly fault: SelectedFault; left: number } | undefined;

  /**
   * @throws {TypeError} for an unknown fault or an invalid pattern
   * @throws {RangeError} for a number out of range
   */
  constructor(seed: number, options: SeedOptions) {
    const { rate = 0.1, kinds = FAULT_NAMES, on = () => true, maxMs = 4000 } = options;
    if (!Number.isSafeInteger(seed)) throw new RangeError(`seed must be an integer, not ${seed}.`);
    if (!(rate >= 0 && rate <= 1)) throw new RangeError(`rate must be a number from 0 to 1, not ${rate}.`);
    checkFaultNames(kinds);
    checkDuration("maxMs", maxMs);
    this.#seed = seed;
    this.#rate = rate;
    this.#kinds = kinds;
    this.#matches = requestMatcher(on);
    this.#maxMs = maxMs;
  }

  /** The fault to inject into a request, if any. */
  select(request: HttpRequest, target: FaultTarget): SelectedFault | undefined {
    if (!this.#matches(target)) return undefined;
    if (this.#series !== undefined && this.#series.left > 0) {
      this.#series.left -= 1;
      return this.#series.fault;
    }
    const random = this.#randomFor(request);
    const kinds = this.#kinds.filter((name) => appliesTo(name, target));
    if (random() >= this.#rate || kinds.length === 0) return undefined;
    const choose: Choose = (options) => options[Math.floor(random() * options.length)]!;
    const name = choose(kinds);
    const fault = { name, ms: Math.ceil(random() * this.#maxMs), choose, edit: undefined };
    const { maxSeries = 1 } = faultDefinition(name);
    this.#series = { fault, left: Math.floor(random() * maxSeries) };
    return fault;
  }

  /** A random number generator for this request. Returns numbers from 0 to 1, without 1. */
  #randomFor({ method, target, body }: HttpRequest): () => number {
    const digest = createHash("sha256")
      .update(`${this.#seed} ${method} ${target} `)
      .update(body)
      .digest("hex");
    const seenCount = this.#seenCounts.get(digest) ?? 0;
    if (this.#seenCounts.size >= MAX_KNOWN_REQUESTS) {
      this.#seenCounts.delete(this.#seenCounts.keys().next().value!);
    }
    this.#seenCounts.set(digest, seenCount + 1);
    let calls = 0;
    return () => {
      calls += 1;
      const hash = createHash("sha256").update(`${digest} ${seenCount} ${calls}`).digest();
      return hash.readUInt32BE() / 2 ** 32;
    };
  }
}
