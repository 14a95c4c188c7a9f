// A stack as the engine and the program treat it: previews and updates, each in a process of its own.
import type { Props } from "../../../src/kind/definition";
import type { EntryPlan, EntryRequest } from "../../../src/kind/entry";
import { idsByAccount, planOf } from "../../../src/kind/entry";
import type { OnExisting } from "../../../src/kind/existing/on-existing";
import { metadataOf } from "../../../src/kind/metadata";
import { UNKNOWN } from "../../../src/kind/unknown";
import type { Kind } from "./kinds";
import { type Process, type State, throwFailures } from "./world";

/** The id of another entry. Unknown in a preview that creates it. */
type IdOf = (name: string) => string;

/** A resource of the program. */
export interface Entry {
  readonly name: string;
  readonly handler: string;
  args(idOf: IdOf): Props;
  readonly onExisting?: OnExisting;
  /** Arguments whose change replaces the resource: Pulumi's own option. */
  readonly replaceOnChanges?: readonly string[];
}

/** An entry that refers to no other. */
export function entry(
  kind: Pick<Kind, "handler">,
  name: string,
  args: Props,
  options: Pick<Entry, "onExisting" | "replaceOnChanges"> = {},
): Entry {
  return { name, handler: kind.handler, args: () => args, ...options };
}

interface Resource {
  readonly handler: string;
  readonly state: State;
}

/** What an update does with an entry. */
type Step = "create" | "keep" | "update" | "replace";

export class Stack {
  readonly #resources = new Map<string, Resource>();
  /** Replaced objects whose delete failed. The program does not see them. */
  #pendingDeletes: Resource[] = [];

  state(name: string): State {
    const resource = this.#resources.get(name);
    if (!resource) throw new Error(`the state has no ${name}`);
    return resource.state;
  }

  has(name: string): boolean {
    return this.#resources.has(name);
  }

  /** A resource of an earlier run, or of an import. */
  add(name: string, handler: string, state: State): void {
    this.#resources.set(name, { handler, state });
  }

  /** @returns what is planned for the new entries, by name */
  async preview(process: Process, entries: readonly Entry[]): Promise<Map<string, EntryPlan>> {
    const plans = new Map<string, EntryPlan>();
    const created = new Set<string>();
    const idOf: IdOf = (name) => (created.has(name) ? UNKNOWN : this.state(name).id);
    for (const entry of entries) {
      const { step, inputs } = await this.#plan(process, entry, entry.args(idOf), true);
      if (step !== "create" && step !== "replace") continue;
      created.add(entry.name);
      plans.set(entry.name, planOf(inputs));
    }
    return plans;
  }

  /** Creates and changes concurrently, parents first. Then deletes. */
  async up(process: Process, entries: readonly Entry[]): Promise<void> {
    const done = new Map<string, Promise<void>>();
    const replaced: Resource[] = [];
    for (const entry of entries) done.set(entry.name, this.#apply(process, entry, done, replaced));
    const failure = firstFailure(await Promise.allSettled(done.values()));
    this.#pendingDeletes.push(...replaced);
    if (failure) throw failure.reason;
    await this.#deleteAll(process, new Set(entries.map(({ name }) => name)));
  }

  /** All resources concurrently. A resource whose object is gone leaves the state. */
  async refresh(process: Process): Promise<void> {
    await Promise.all(
      [...this.#resources].map(async ([name, { handler, state }]) => {
        const read = await process.refresh(handler, state);
        if (read) this.#resources.set(name, { handler, state: read });
        else this.#resources.delete(name);
      }),
    );
  }

  /** Without a program, so without a check. Children first. */
  async destroy(process: Process): Promise<void> {
    for (const resource of [...this.#resources.values()].reverse()) await this.#delete(process, resource);
    this.#resources.clear();
  }

  /** `pulumi up --replace`: without a diff, the engine creates another object and deletes the old one. */
  async replace(process: Process, entry: Entry): Promise<void> {
    const args = entry.args((name) => this.state(name).id);
    const old = this.#resources.get(entry.name)!;
    await this.#create(process, entry, (await this.#checkNew(process, entry, args, false)).inputs);
    await this.#delete(process, old);
  }

  async #apply(
    process: Process,
    entry: Entry,
    done: ReadonlyMap<string, Promise<void>>,
    replaced: Resource[],
  ): Promise<void> {
    const parents: string[] = [];
    entry.args((name) => {
      parents.push(name);
      return UNKNOWN;
    });
    await Promise.all(parents.map((name) => done.get(name)));
    const args = entry.args((name) => this.state(name).id);
    const old = this.#resources.get(entry.name);
    const { step, inputs } = await this.#plan(process, entry, args, false);
    if (step === "create" || step === "replace") await this.#create(process, entry, inputs);
    if (step === "replace" && old) replaced.push(old);
    if (step === "update" && old) {
      const { outs } = await process.of(entry.handler).update(old.state.id, old.state.outs, inputs);
      this.#resources.set(entry.name, { ...old, state: { id: old.state.id, outs, inputs } });
    }
  }

  async #plan(
    process: Process,
    entry: Entry,
    args: Props,
    isPreview: boolean,
  ): Promise<{ readonly step: Step; readonly inputs: Props }> {
    const old = this.#resources.get(entry.name);
    if (!old) return { step: "create", ...(await this.#checkNew(process, entry, args, isPreview)) };
    const { changes, replaces, inputs } = await process.diff(
      entry.handler,
      old.state,
      args,
      this.#request(entry, isPreview),
    );
    if (changes === false) return { step: "keep", inputs };
    // The engine compares the inputs.
    const changed = Object.keys(inputs).filter(
      (name) => JSON.stringify(inputs[name]) !== JSON.stringify(old.state.inputs?.[name]),
    );
    const isReplaced = replaces.length > 0 || entry.replaceOnChanges?.some((name) => changed.includes(name));
    if (!isReplaced) return { step: "update", inputs };
    return { step: "replace", ...(await this.#checkNew(process, entry, args, isPreview)) };
  }

  async #checkNew(process: Process, entry: Entry, args: Props, isPreview: boolean) {
    const checked = await process.check(entry.handler, args, this.#request(entry, isPreview));
    throwFailures(checked);
    return { inputs: checked.inputs };
  }

  async #create(process: Process, { name, handler }: Entry, inputs: Props): Promise<void> {
    try {
      const { id, outs } = await process.of(handler).create(inputs);
      this.#resources.set(name, { handler, state: { id, outs, inputs } });
    } catch (error) {
      const { id, properties } = error as { id?: string; properties?: Props };
      if (id !== undefined && properties) {
        this.#resources.set(name, { handler, state: { id, outs: properties, inputs } });
      }
      throw error;
    }
  }

  /** @param kept names of the program */
  async #deleteAll(process: Process, kept: ReadonlySet<string>): Promise<void> {
    const deletes = this.#pendingDeletes;
    this.#pendingDeletes = [];
    const deleted = await Promise.allSettled(deletes.map((resource) => this.#delete(process, resource)));
    this.#pendingDeletes = deletes.filter((_, index) => deleted[index]?.status === "rejected");
    for (const [name, resource] of [...this.#resources].reverse()) {
      if (kept.has(name)) continue;
      await this.#delete(process, resource);
      this.#resources.delete(name);
    }
    const failure = firstFailure(deleted);
    if (failure) throw failure.reason;
  }

  #delete(process: Process, { handler, state }: Resource): Promise<void> {
    return process.delete(handler, state);
  }

  /** What the program says about an entry. */
  #request({ name, handler, onExisting }: Entry, isPreview: boolean): Partial<EntryRequest> {
    const all = [...this.#resources.values()];
    const accounts = all.flatMap(({ state }) => metadataOf(state.outs).account ?? []);
    const records = all
      .filter((resource) => resource.handler === handler)
      .map(({ state }) => metadataOf(state.outs));
    const own = this.#resources.get(name);
    const { id: ownId, pending } = own ? metadataOf(own.state.outs) : {};
    const decides = onExisting === "duplicate" || typeof onExisting === "object";
    const mayAdopt = onExisting !== undefined && onExisting !== "fail" && onExisting !== "duplicate";
    return {
      entry: name,
      isPreview,
      accounts: [...new Set(accounts)],
      ...(ownId !== undefined && { ownId }),
      ...(mayAdopt && {
        managedIds: idsByAccount(records),
        hasUnknownIds: records.some(({ id }) => id === undefined),
      }),
      ...(onExisting !== undefined && { onExisting }),
      ...(pending && { pending: decides ? "decided" : "undecided" }),
    };
  }
}

function firstFailure(results: readonly PromiseSettledResult<void>[]): PromiseRejectedResult | undefined {
  return results.find((result) => result.status === "rejected");
}
