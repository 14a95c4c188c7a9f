// What the engine does with a stack, in little: check, create or diff, update and replace, then delete; state kept.
import type { Props } from "../../src/kind/definition";
import { addRecords } from "../../src/kind/hidden-inputs";
import { UNKNOWN } from "../../src/kind/unknown";
import type { Process, State } from "../handlers/world";
import type { Entry } from "./random-stack";

interface Held {
  readonly entry: Entry;
  readonly state: State;
}

/** How the engine goes about a stack. */
export interface Manner {
  /** Calls side by side. */
  readonly parallel: number;
  /** Whether the program tells a new entry what others keep. */
  readonly tellsKept: boolean;
  /** Waits before a create. */
  readonly pause: () => Promise<void>;
}

export interface Failure {
  readonly key: string;
  readonly message: string;
}

export class Stack {
  /** What is in state: by the entry's key. */
  readonly held = new Map<string, Held>();
  /** What was replaced and is yet to be deleted. */
  readonly #replaced: Held[] = [];
  /** Answers of the user to errors: an option of the entry, by its key. */
  readonly #answers = new Map<string, Props>();
  readonly #manner: Manner;
  /** What the next `up` replaces by force. */
  readonly #forced = new Set<string>();

  constructor(manner: Manner) {
    this.#manner = manner;
  }

  /** Entries with another key than in state are found by the one that they had. */
  rename(desired: readonly Entry[]): void {
    for (const entry of desired) {
      const held = this.held.get(entry.renamedFrom ?? "");
      if (!held || this.held.has(entry.key)) continue;
      this.held.delete(entry.renamedFrom!);
      this.held.set(entry.key, { ...held, entry });
    }
  }

  /** What a preview calls. Nothing may be changed by it. */
  async preview(process: Process, desired: readonly Entry[]): Promise<Failure[]> {
    return this.#attempt(desired, async (entry) => {
      const old = this.held.get(entry.key)?.state;
      const news = await this.#check(process, entry, desired);
      if (old && (await this.#diff(process, entry, old, news)).isReplaced) {
        throwFailures(await process.of(entry.handler).check({}, news));
      }
    });
  }

  /** One `up`: changes the stack towards `desired` as far as it goes. */
  async up(process: Process, desired: readonly Entry[]): Promise<Failure[]> {
    const bring = (entry: Entry) => this.#bringAbout(process, entry, desired);
    const parents = desired.filter(({ parent }) => parent === undefined);
    const failures = await this.#attempt(parents, bring);
    const children = desired.filter(({ parent }) => parent !== undefined && this.held.has(parent));
    failures.push(...(await this.#attempt(children, bring)));
    // The engine deletes only when all else went well.
    if (failures.length > 0) return failures;
    return this.#deleteRest(process, new Set(desired.map(({ key }) => key)));
  }

  /** The user names the object that an entry shall take over, or says that there is none. */
  answer(key: string, id: number | undefined): void {
    this.#answers.set(key, { onExisting: id === undefined ? "duplicate" : { id } });
  }

  withdraw(key: string): void {
    this.#answers.delete(key);
  }

  /** Whether the object is in state, be it of what was replaced. */
  names(handler: string, id: number): boolean {
    const all = [...this.held.values(), ...this.#replaced];
    return all.some(({ entry, state }) => entry.handler === handler && state.id === String(id));
  }

  /** `--replace` in the next run. */
  replace(key: string): void {
    this.#forced.add(key);
  }

  /** Takes an entry out of the state, which does not touch the account. */
  forget(key: string): void {
    this.held.delete(key);
  }

  #inputsOf(entry: Entry): Props {
    const { key, args, parent, parentArg } = entry;
    const parentId = parent === undefined ? undefined : (this.held.get(parent)?.state.id ?? UNKNOWN);
    return { ...args, ...(parentArg !== undefined && { [parentArg]: parentId }), ...this.#answers.get(key) };
  }

  async #check(process: Process, entry: Entry, desired: readonly Entry[]): Promise<Props> {
    const old = this.held.get(entry.key)?.state;
    const given = this.#inputsOf(entry);
    if (!old && this.#manner.tellsKept) addRecords(given, { kept: this.#keptOf(entry.handler, desired) });
    const { inputs, failures } = await process.of(entry.handler).check(old?.outs ?? {}, given);
    throwFailures({ failures });
    return inputs;
  }

  /** Of what is replaced by force no provider is asked. */
  async #diff(process: Process, { key, handler }: Entry, { id, outs }: State, news: Props) {
    if (this.#forced.has(key)) return { changes: true, isReplaced: true };
    const { changes, replaces } = await process.of(handler).diff(id, outs, news);
    return { changes, isReplaced: replaces.length > 0 };
  }

  #keptOf(handler: string, desired: readonly Entry[]): string {
    const ids = desired
      .filter((entry) => entry.handler === handler)
      .flatMap(({ key }) => this.held.get(key)?.state.id ?? []);
    return ids.join(" ");
  }

  async #bringAbout(process: Process, entry: Entry, desired: readonly Entry[]): Promise<void> {
    const { key, handler } = entry;
    const of = process.of(handler);
    const old = this.held.get(key);
    const news = await this.#check(process, entry, desired);
    if (!old) {
      await this.#create(process, entry, news);
      return;
    }
    const { changes, isReplaced } = await this.#diff(process, entry, old.state, news);
    if (isReplaced) {
      throwFailures(await of.check({}, news));
      await this.#create(process, entry, news, () => void this.#replaced.push(old));
      this.#forced.delete(key);
    } else if (changes) {
      this.held.set(key, { entry, state: await process.update(handler, old.state, news) });
    } else this.held.set(key, { entry, state: old.state });
  }

  /** An error that names an id says that the object may be there, and is kept. */
  async #create(process: Process, entry: Entry, news: Props, made = () => {}): Promise<void> {
    await this.#manner.pause();
    try {
      const state = await process.of(entry.handler).create(news);
      made();
      this.held.set(entry.key, { entry, state });
    } catch (error) {
      const { id, properties } = error as { id?: string; properties?: Props };
      if (id !== undefined) {
        made();
        this.held.set(entry.key, { entry, state: { id, outs: properties ?? {} } });
      }
      throw error;
    }
  }

  async #deleteRest(process: Process, kept: ReadonlySet<string>): Promise<Failure[]> {
    const gone = [...this.held.values()].filter(({ entry }) => !kept.has(entry.key));
    const isChild = ({ entry }: Held) => entry.parent !== undefined;
    const forget = async ({ entry, state }: Held) => {
      await process.delete(entry.handler, state);
      this.held.delete(entry.key);
    };
    const forgetReplaced = async (old: Held) => {
      await process.delete(old.entry.handler, old.state);
      this.#replaced.splice(this.#replaced.indexOf(old), 1);
    };
    const failures = await this.#attemptHeld(gone.filter(isChild), forget);
    failures.push(...(await this.#attemptHeld([...this.#replaced], forgetReplaced)));
    if (failures.length > 0) return failures;
    return this.#attemptHeld(
      gone.filter((held) => !isChild(held)),
      forget,
    );
  }

  #attempt(entries: readonly Entry[], act: (entry: Entry) => Promise<void>): Promise<Failure[]> {
    return attemptAll(entries, this.#manner.parallel, ({ key }) => key, act);
  }

  #attemptHeld(held: readonly Held[], act: (held: Held) => Promise<void>): Promise<Failure[]> {
    return attemptAll(held, this.#manner.parallel, ({ entry }) => entry.key, act);
  }
}

function throwFailures({ failures }: { failures: readonly { reason: string }[] }): void {
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
}

async function attemptAll<Value>(
  values: readonly Value[],
  parallel: number,
  keyOf: (value: Value) => string,
  act: (value: Value) => Promise<void>,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  const waiting = [...values];
  const worker = async () => {
    for (let value = waiting.shift(); value !== undefined; value = waiting.shift()) {
      try {
        await act(value);
      } catch (error) {
        failures.push({ key: keyOf(value), message: (error as Error).message });
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return failures;
}
