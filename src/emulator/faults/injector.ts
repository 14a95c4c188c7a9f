// Selects the faults of every request.
import type { HttpRequest } from "../http/messages";
import type { Scheduler } from "../scheduler";
import { ConcurrentEditor } from "./concurrent-editor";
import { faultDefinition } from "./definitions";
import { type AppliedFault, combineFaults, type RequestFaults } from "./effect";
import { ActiveRule, type FaultRule, type SelectedFault } from "./rule";
import { SeededFaults, type SeedOptions } from "./seeded-faults";
import { faultTarget } from "./target";

/** The faults of an emulator, in the service and between it and its clients. */
export interface Faults {
  /**
   * Adds a rule. All matching rules apply to a request. If two faults conflict, the earlier rule wins.
   * @throws {TypeError} for an unknown fault or an invalid pattern, {@link RangeError} for a number out of range
   * @example
   * emulator.faults.rule({ on: "POST /api/*\/add", fault: "dropAfterCommit", times: 1 });
   */
  rule(rule: FaultRule): void;
  /**
   * Injects random faults into a share of the requests, in addition to the rules. The same seed and the same requests
   * give the same faults. Replaces an earlier seed.
   * @throws {TypeError} for an unknown fault, {@link RangeError} for a number out of range
   */
  seed(seed: number, options?: SeedOptions): void;
  /** Removes all rules and the seed. Faults that already started continue: see {@link settled}. */
  clear(): void;
  /** Resolves when all delayed requests took effect and the server accepts connections again. */
  settled(): Promise<void>;
}

export class FaultInjector implements Faults {
  readonly #scheduler: Scheduler;
  readonly #editor = new ConcurrentEditor();
  #rules: ActiveRule[] = [];
  #seeded: SeededFaults | undefined;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  rule(rule: FaultRule): void {
    this.#rules.push(new ActiveRule(rule));
  }

  seed(seed: number, options: SeedOptions = {}): void {
    this.#seeded = new SeededFaults(seed, options);
  }

  clear(): void {
    this.#rules = [];
    this.#seeded = undefined;
  }

  settled(): Promise<void> {
    return this.#scheduler.settled();
  }

  /** Selects the faults of a request. Called once per request, in the order of handling. */
  select(request: HttpRequest): RequestFaults {
    if (this.#rules.length === 0 && this.#seeded === undefined) return combineFaults([]);
    const target = faultTarget(request);
    const selected = this.#rules.map((rule) => rule.select(target));
    selected.push(this.#seeded?.select(request, target));
    return combineFaults(selected.filter((fault) => fault !== undefined).map((fault) => this.#apply(fault)));
  }

  #apply({ name, ...options }: SelectedFault): AppliedFault {
    const effect = faultDefinition(name).effect({
      ...options,
      sleep: this.#scheduler.sleep,
      editor: this.#editor,
    });
    return { name, effect };
  }
}
