// One phase of a command: what the engine does with the registrations of a program and the state. The order of calls is
// that of the real engine (pkg/resource/deploy, CLI 3.259.0): checks and diffs one after another, steps side by side.
import { once } from "node:events";
import { isDeepStrictEqual } from "node:util";
import type { Props } from "../../../src/kind/definition";
import { throughProtobuf } from "./properties";
import type { Provider } from "./provider";
import { type Answered, changedNames, label, type Recorded, type Registration, type State } from "./state";

/** A line of the preview. */
export interface Step {
  readonly operation: "create" | "update" | "replace" | "delete" | "read" | "same" | "refresh" | "gone";
  /** Such as `Pixel ads`. */
  readonly label: string;
  /** Names of the changed properties. */
  readonly changed: readonly string[];
}

export interface DeploymentOptions {
  readonly state: State;
  readonly provider: Provider;
  readonly isPreview: boolean;
  /** Steps at the same time. */
  readonly parallel: number;
  /** Labels of the resources that are replaced without a change. */
  readonly replace?: readonly string[];
  /** Labels of the only resources that may change. */
  readonly target?: readonly string[];
}

interface Plan {
  readonly operation: Step["operation"];
  readonly old: Recorded | undefined;
  readonly inputs: Props;
  readonly changed?: readonly string[];
  readonly deleteFirst?: boolean;
}

/** Nothing more happens: the engine ends the program. */
const never = () => new Promise<never>(() => {});
const noop = () => {};

export class Deployment {
  /** The state before this run. */
  readonly recorded: readonly Recorded[];
  readonly steps: Step[] = [];
  readonly errors: string[] = [];
  readonly #stop = new AbortController();
  /** Resolves when the run must end early. */
  readonly stopped: Promise<unknown> = once(this.#stop.signal, "abort");
  /** Outputs of the stack. */
  outputs: Props = {};
  readonly #options: DeploymentOptions;
  readonly #seen = new Set<string>();
  #planning: Promise<unknown> = Promise.resolve();
  readonly #running = new Set<Promise<void>>();
  /** Old resources of replacements in this run, which are deleted at its end. */
  readonly #replaced: Recorded[] = [];

  constructor(options: DeploymentOptions) {
    this.#options = options;
    this.recorded = options.state.resources;
  }

  /** Ctrl-C: nothing new starts, and what is in flight completes. */
  cancel(): void {
    this.fail("update canceled");
    void this.#options.provider.cancel();
  }

  fail(message: string): void {
    if (!this.errors.includes(message)) this.errors.push(message);
    this.#stop.abort();
  }

  /** Resolves when nothing is in flight. */
  async settled(): Promise<void> {
    await this.#planning;
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** It reads everything, also after a failure, and keeps what it found. */
  async refresh(): Promise<void> {
    const attempt = (resource: Recorded) =>
      this.#refresh(resource).catch((error: Error) => void this.errors.push(error.message));
    const all = this.recorded.filter((one) => this.#isTarget(one));
    await Promise.all(all.map((resource) => this.#step(() => attempt(resource))));
    if (this.errors.length === 0) return;
    this.#stop.abort();
    await never();
  }

  async #refresh(resource: Recorded): Promise<void> {
    const { provider, state } = this.#options;
    if (resource.pending === "replacement") return this.#note("same", resource);
    const found = await provider.read(resource.id, resource.outputs);
    if (found.id === "") {
      this.#note("gone", resource);
      return state.remove(resource);
    }
    const { inputs = resource.inputs, props: outputs = resource.outputs } = found;
    const changed = changedNames(resource.inputs, inputs);
    // Of what is only read, the engine compares the outputs. Else it asks as if the program had the old inputs.
    const isChanged = resource.external
      ? !isDeepStrictEqual(outputs, resource.outputs)
      : ((await provider.diff(found.id, outputs, resource.inputs)).changes ?? changed.length > 0);
    this.#note(isChanged ? "refresh" : "same", resource, changed);
    state.put({ ...resource, id: found.id, inputs, outputs }, resource);
  }

  async register(registration: Registration): Promise<Answered> {
    const plan = await this.#inOrder(() => this.#plan(registration));
    return this.#step(() => this.#apply(registration, plan));
  }

  async #plan(registration: Registration): Promise<Plan> {
    const { provider, state, replace } = this.#options;
    const { urn, props, readId, ignoreChanges = [], replaceOnChanges = [] } = registration;
    const old = state.find(registration.urns);
    if (this.#seen.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    this.#seen.add(urn);
    if (readId !== undefined) return { operation: "read", old, inputs: props };
    if (old) this.#seen.add(old.urn);
    if (!this.#isTarget(registration)) return { operation: "same", old, inputs: old?.inputs ?? props };
    const check = async (olds: Props, news: Props) => {
      const { inputs, failures } = await provider.check(olds, news);
      if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
      return inputs;
    };
    if (!old || old.external || replace?.includes(label(registration)))
      return { operation: old ? "replace" : "create", old, inputs: await check({}, props) };
    const ignored = ignoreChanges
      .filter((name) => name in old.inputs)
      .map((name) => [name, old.inputs[name]]);
    const inputs = await check(old.inputs, { ...props, ...Object.fromEntries(ignored) });
    const diff = await provider.diff(old.id, old.outputs, inputs);
    const changed = changedNames(old.inputs, inputs);
    const isReplaced =
      old.pending !== undefined ||
      diff.replaces.length > 0 ||
      replaceOnChanges.some((name) => changed.includes(name));
    if (!isReplaced) {
      const hasChanges = diff.changes ?? changed.length > 0;
      return hasChanges ? { operation: "update", old, inputs, changed } : { operation: "same", old, inputs };
    }
    if (registration.protect && old.protect)
      throw new Error(`unable to replace resource "${urn}"\nas it is currently marked for protection`);
    const deleteFirst = registration.deleteBeforeReplace ?? diff.deleteBeforeReplace ?? false;
    return { operation: "replace", old, inputs: await check({}, props), changed, deleteFirst };
  }

  async #apply(registration: Registration, plan: Plan): Promise<Answered> {
    const { isPreview, provider } = this.#options;
    const { operation, old, inputs, changed } = plan;
    const { secrets } = registration;
    this.#note(operation, registration, changed);
    if (operation === "read") return this.#read(registration, plan);
    if (operation === "same") return this.#keep(registration, plan);
    // A dynamic provider has no previews: the engine answers with the inputs, and a new resource has no id.
    if (isPreview) return { id: operation === "update" ? old!.id : "", outputs: inputs, secrets };
    if (operation !== "update") return this.#create(registration, plan);
    const { outs } = await provider.update(old!.id, old!.outputs, inputs);
    return this.#record(registration, old!.id, inputs, outs, old);
  }

  /** Also a resource that is not a target, and one that only the options changed of. */
  #keep(registration: Registration, { old, inputs }: Plan): Answered {
    const { isPreview, state } = this.#options;
    if (!old) return { id: "", outputs: inputs, secrets: registration.secrets };
    if (!isPreview && this.#isTarget(registration))
      return this.#record(registration, old.id, inputs, old.outputs, old);
    if (!isPreview) state.put(old, old);
    return old;
  }

  async #create(registration: Registration, { old, inputs, deleteFirst = false }: Plan): Promise<Answered> {
    const { provider, state } = this.#options;
    const isDeletedFirst = deleteFirst || old?.pending !== undefined;
    if (old && deleteFirst) await this.#deleteObject(old);
    const replaced = old && isDeletedFirst ? state.mark(old, "replacement") : old;
    const record = (id: string, outputs: Props) => {
      if (replaced && !isDeletedFirst) this.#replaced.push(state.mark(replaced, "delete"));
      return this.#record(registration, id, inputs, outputs, isDeletedFirst ? replaced : undefined);
    };
    try {
      const { id, outs } = await provider.create(inputs);
      return record(id, outs);
    } catch (error) {
      // An error with an id keeps the resource in the state.
      const { id, properties } = error as { id?: string; properties?: Props };
      if (id !== undefined) record(id, throughProtobuf(properties ?? {}));
      throw error;
    }
  }

  async #read(registration: Registration, { old, inputs }: Plan): Promise<Answered> {
    const { provider, state, isPreview } = this.#options;
    const { readId = "", secrets } = registration;
    const { id, props: outputs = {} } = await provider.read(readId, inputs);
    if (id === "") throw new Error(`resource '${readId}' does not exist`);
    if (isPreview) return { id, outputs, secrets };
    const isReplaced = old && !old.external && old.id !== readId;
    if (isReplaced) this.#replaced.push(state.mark(old, "delete"));
    return this.#record(registration, id, inputs, outputs, isReplaced ? undefined : old);
  }

  #record(registration: Registration, id: string, inputs: Props, outputs: Props, old?: Recorded): Answered {
    const { urn, type, name, secrets, dependencies, protect, retainOnDelete, external } = registration;
    const options = { secrets, dependencies, protect, retainOnDelete, external };
    this.#options.state.put({ urn, type, name, ...options, id, inputs, outputs }, old);
    return { id, outputs, secrets };
  }

  /** Deletes what the program no longer has, dependents first. @param all a destroy */
  async deleteRest(all = false): Promise<void> {
    let rest = this.#options.state.resources.filter(
      (one) => this.#isTarget(one) && (one.pending === "delete" || all || !this.#seen.has(one.urn)),
    );
    while (rest.length > 0 && !this.#stop.signal.aborted) {
      const needed = new Set(rest.flatMap(({ dependencies }) => dependencies));
      const free = rest.filter(({ urn, pending }) => pending === "delete" || !needed.has(urn));
      const next = free.length > 0 ? free : rest;
      await Promise.all(next.map((resource) => this.#step(() => this.#delete(resource))));
      rest = rest.filter((one) => !next.includes(one));
    }
  }

  async #delete(resource: Recorded): Promise<void> {
    const { state, isPreview } = this.#options;
    if (resource.protect && resource.pending !== "delete")
      throw new Error(`resource "${resource.urn}" cannot be deleted: it is protected`);
    if (!this.#replaced.includes(resource)) this.#note("delete", resource);
    if (isPreview) return;
    await this.#deleteObject(resource);
    state.remove(resource);
  }

  async #deleteObject({ external, retainOnDelete, pending, id, outputs }: Recorded): Promise<void> {
    if (external || retainOnDelete || pending === "replacement") return;
    await this.#options.provider.delete(id, outputs);
  }

  #note(
    operation: Step["operation"],
    of: Pick<Recorded, "type" | "name">,
    changed: readonly string[] = [],
  ): void {
    this.steps.push({ operation, label: label(of), changed });
  }

  #isTarget(of: Pick<Recorded, "type" | "name">): boolean {
    return this.#options.target?.includes(label(of)) ?? true;
  }

  /** One after another. */
  #inOrder<T>(call: () => Promise<T>): Promise<T> {
    const result = this.#planning.then(() => (this.#stop.signal.aborted ? never() : call()));
    // A run that never ends must not hold back `settled`.
    this.#planning = Promise.race([result, this.stopped]).catch(() => {});
    return this.#orNever(result);
  }

  /** Side by side, up to the limit. After a failure, what is in flight completes, and nothing new starts. */
  async #step<T>(call: () => Promise<T> | T): Promise<T> {
    while (this.#running.size >= this.#options.parallel) await Promise.race(this.#running);
    if (this.#stop.signal.aborted) return never();
    const result = (async () => call())();
    const end = result.then(noop, noop).finally(() => this.#running.delete(end));
    this.#running.add(end);
    return this.#orNever(result);
  }

  #orNever<T>(result: Promise<T>): Promise<T> {
    return result.catch((error: Error) => {
      this.fail(error.message);
      return never();
    });
  }
}
