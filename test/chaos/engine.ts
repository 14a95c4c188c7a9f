// A simulated engine: the calls and the state of `preview`, `up` and `destroy`, each with its own provider process. The
// order of calls is that of the real engine (pkg/resource/deploy, CLI 3.259.0).
import { isDeepStrictEqual } from "node:util";
import type { Props } from "../../src/kind/definition";
import { UNKNOWN } from "../../src/kind/unknown";
import { type Failure, type ProgramRun, problemOf, requestOf } from "./program";
import type { Entry } from "./random-stack";
import { type Recorded, StackState } from "./stack-state";
import type { SimulatedProcess } from "./world";

export interface EngineOptions {
  /** Concurrent calls. */
  readonly parallel: number;
  /** Runs before each create. */
  readonly pause?: () => Promise<void>;
}

export interface Command {
  readonly desired: readonly Entry[];
  /** Keys of `--replace`. */
  readonly replace?: ReadonlySet<string>;
}

/** What the engine does about an entry. */
interface Step {
  readonly old: Recorded | undefined;
  readonly inputs: Props;
  readonly kind: "create" | "replace" | "update" | "same";
}

export class Stack {
  #state = new StackState();
  readonly #options: EngineOptions;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  get state(): StackState {
    return this.#state;
  }

  /** The stack gets a copy of its state. The killed command still writes to the old one. */
  kill(): void {
    this.#state = this.#state.copy();
  }

  async preview(process: SimulatedProcess, { desired, replace }: Command): Promise<Failure[]> {
    const run = this.#programRun(process, desired, true);
    const unknownIds = new Set<string>();
    const problems: Failure[] = [];
    const visit = async (entry: Entry) => {
      const { kind, inputs } = await this.#plan(run, process, entry, { replace, unknownIds });
      if (kind === "create" || kind === "replace") unknownIds.add(entry.key);
      const problem = problemOf(run, entry, inputs);
      if (problem) problems.push(problem);
    };
    const failures = await this.#forEachEntry(desired, visit);
    return [...problems, ...failures];
  }

  /** The update of an `up`. Stops at the first failure, like the engine. */
  async update(process: SimulatedProcess, { desired, replace }: Command): Promise<Failure[]> {
    const run = this.#programRun(process, desired, false);
    const failures = await this.#forEachEntry(desired, async (entry) => {
      await this.#apply(run.state, process, entry, await this.#plan(run, process, entry, { replace }));
    });
    if (failures.length > 0) return failures;
    return this.#delete(run.state, process, run.state.leaving(desired));
  }

  async destroy(process: SimulatedProcess): Promise<Failure[]> {
    return this.#delete(this.#state, process, [...this.#state.live.values()]);
  }

  #programRun(process: SimulatedProcess, desired: readonly Entry[], isPreview: boolean): ProgramRun {
    return { state: this.#state, desired, isPreview, onExisting: process.onExisting };
  }

  async #plan(
    run: ProgramRun,
    process: SimulatedProcess,
    entry: Entry,
    { replace, unknownIds }: { replace?: ReadonlySet<string>; unknownIds?: ReadonlySet<string> },
  ): Promise<Step> {
    const handler = process.of(entry.handler);
    const news = { ...argsOf(run, entry, unknownIds), ...requestOf(run, entry) };
    const check = async (olds: Props) => {
      const { inputs, failures } = await handler.check(olds, news);
      if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
      return inputs;
    };
    const old = run.state.find(entry);
    if (!old) return { old, inputs: await check({}), kind: "create" };
    if (replace?.has(entry.key)) return { old, inputs: await check({}), kind: "replace" };
    const inputs = await check(old.inputs);
    const { changes, replaces } = await handler.diff(old.id, old.outputs, inputs);
    const isChanged = changes ?? !isDeepStrictEqual(inputs, old.inputs);
    if (!isChanged) return { old, inputs, kind: "same" };
    if (replaces.length === 0) return { old, inputs, kind: "update" };
    return { old, inputs: await check({}), kind: "replace" };
  }

  async #apply(
    state: StackState,
    process: SimulatedProcess,
    entry: Entry,
    { old, inputs, kind }: Step,
  ): Promise<void> {
    const handler = process.of(entry.handler);
    if (kind === "same") return state.record({ ...old!, entry, inputs });
    if (kind === "update") {
      const { outs } = await handler.update(old!.id, old!.outputs, inputs);
      return state.record({ entry, id: old!.id, inputs, outputs: outs });
    }
    const record = (id: string, outputs: Props) => {
      if (old) state.pendingDeletes.push(old);
      state.record({ entry, id, inputs, outputs });
    };
    await this.#options.pause?.();
    try {
      const { id, outs } = await handler.create(inputs);
      record(id, outs);
    } catch (error) {
      // An error with an id keeps the resource in the state.
      const { id, properties } = error as { id?: string; properties?: Props };
      if (id !== undefined) record(id, properties ?? {});
      throw error;
    }
  }

  /** Items and links first, then all others. */
  async #delete(
    state: StackState,
    process: SimulatedProcess,
    leaving: readonly Recorded[],
  ): Promise<Failure[]> {
    const isMember = ({ entry }: Recorded) => entry.parent !== undefined;
    const all = [...leaving, ...state.pendingDeletes];
    for (const step of [all.filter(isMember), all.filter((one) => !isMember(one))]) {
      const failures = await this.#forEach(
        step,
        ({ entry }) => entry.key,
        async (recorded) => {
          await process.of(recorded.entry.handler).delete(recorded.id, recorded.outputs);
          const index = state.pendingDeletes.indexOf(recorded);
          if (index >= 0) state.pendingDeletes.splice(index, 1);
          else state.live.delete(recorded.entry.key);
        },
      );
      if (failures.length > 0) return failures;
    }
    return [];
  }

  /** Parents first. */
  async #forEachEntry(entries: readonly Entry[], act: (entry: Entry) => Promise<void>): Promise<Failure[]> {
    for (const isMember of [false, true]) {
      const step = entries.filter(({ parent }) => (parent !== undefined) === isMember);
      const failures = await this.#forEach(step, ({ key }) => key, act);
      if (failures.length > 0) return failures;
    }
    return [];
  }

  /** After the first failure, what is in flight completes, and nothing new starts. */
  async #forEach<Value>(
    values: readonly Value[],
    keyOf: (value: Value) => string,
    act: (value: Value) => Promise<void>,
  ): Promise<Failure[]> {
    const failures: Failure[] = [];
    const waiting = [...values];
    const worker = async () => {
      while (failures.length === 0) {
        const value = waiting.shift();
        if (value === undefined) return;
        try {
          await act(value);
        } catch (error) {
          failures.push({ key: keyOf(value), message: (error as Error).message });
        }
      }
    };
    await Promise.all(Array.from({ length: this.#options.parallel }, worker));
    return failures;
  }
}

/** @param unknownIds keys of entries whose ids a preview does not know */
function argsOf({ state, desired }: ProgramRun, entry: Entry, unknownIds?: ReadonlySet<string>): Props {
  const { args, parent: parentKey, parentArg } = entry;
  if (parentKey === undefined || parentArg === undefined) return { ...args };
  const parent = desired.find(({ key }) => key === parentKey)!;
  const id = unknownIds?.has(parentKey) ? undefined : state.find(parent)?.id;
  return { ...args, [parentArg]: id ?? UNKNOWN };
}
