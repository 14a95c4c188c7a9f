// Decides for every request which faults it meets.

import type { Time } from "../scheduler";
import type { ServiceRequest } from "../service/service";
import { OtherWriter } from "./concurrent-editor";
import { kindOf } from "./definitions";
import { type Choose, type Hit, type Plan, planOf, targetOf } from "./effect";
import { type FaultRule, RunningRule } from "./rule";
import { Seeded, type SeedOptions } from "./seeded-faults";

/** Faults of an emulator: what goes wrong between a client and the service, and in it. */
export interface Faults {
  /**
   * Adds a rule. Every rule that fits befalls a request, as far as the faults go together; else the one that
   * was added first.
   * @throws {TypeError} for an unknown fault or a pattern that is none, {@link RangeError} for a number out of range
   * @example
   * emulator.faults.rule({ on: "POST /api/*\/add", fault: "dropAfterCommit", times: 1 });
   */
  rule(rule: FaultRule): void;
  /**
   * Lets a share of the requests meet faults, besides the rules: the same seed and the same requests give the
   * same faults. Takes the place of an earlier seed.
   * @throws {TypeError} for an unknown fault, {@link RangeError} for a number out of range
   */
  seed(seed: number, options?: SeedOptions): void;
  /** Forgets rules and seed. What is under way takes its course: see {@link settled}. */
  clear(): void;
  /** Resolves when late requests took effect and connections are taken again. */
  settled(): Promise<void>;
}

export class FaultInjector implements Faults {
  readonly #time: Time;
  readonly #others = new OtherWriter();
  #rules: RunningRule[] = [];
  #seeded: Seeded | undefined;

  constructor(time: Time) {
    this.#time = time;
  }

  rule(rule: FaultRule): void {
    this.#rules.push(new RunningRule(rule));
  }

  seed(seed: number, options: SeedOptions = {}): void {
    this.#seeded = new Seeded(seed, options);
  }

  clear(): void {
    this.#rules = [];
    this.#seeded = undefined;
  }

  settled(): Promise<void> {
    return this.#time.settled();
  }

  /** What befalls a request. Asked once for each, in the order of handling. */
  plan(request: ServiceRequest): Plan {
    if (this.#rules.length === 0 && this.#seeded === undefined) return planOf([]);
    const target = targetOf(request);
    const hits: Hit[] = [];
    for (const rule of this.#rules) {
      const before = rule.meets(target);
      if (before === undefined) continue;
      const choose: Choose = (possibilities) => possibilities[before % possibilities.length]!;
      hits.push(this.#hit({ ...rule, choose }));
    }
    const draw = this.#seeded?.draw(request, target);
    if (draw !== undefined) hits.push(this.#hit(draw));
    return planOf(hits);
  }

  #hit(draw: { fault: RunningRule["fault"]; ms: number; choose: Choose; write?: RunningRule["write"] }): Hit {
    const { fault, ms, choose, write } = draw;
    const occasion = { ms, choose, write, sleep: this.#time.sleep, others: this.#others };
    return { fault, effect: kindOf(fault).effect(occasion) };
  }
}
