// One phase of a command: what the engine does with the registrations of a program and the state. The order of calls is
// that of the real engine (pkg/resource/deploy, CLI 3.259.0): checks and diffs one after another, steps side by side.
import type { Props } from "../../../src/kind/definition";
import type { Deployment as DeploymentOfMonitor, Registered, Registration } from "./monitor";
import { throughProtobuf } from "./properties";
import type { Provider } from "./provider";
import { changedNames, isEqual, label, type Recorded, type State } from "./state";
import { STACK_TYPE } from "./urns";

export type Operation = "create" | "update" | "replace" | "delete" | "read" | "same" | "refresh" | "gone";

/** `refresh` and `destroy` with `--run-program` change nothing that the program registers, and create nothing. */
export type Goal = "update" | "refresh" | "destroy";

/** A line of the preview. */
export interface Step {
  readonly operation: Operation;
  /** Such as `Pixel ads`. */
  readonly label: string;
  readonly urn: string;
  /** Names of the changed properties. */
  readonly changed: readonly string[];
}

export interface DeploymentOptions {
  readonly state: State;
  readonly provider: Provider;
  readonly isPreview: boolean;
  /** What happens to the resources that the program registers. */
  readonly goal: Goal;
  /** `--run-program`: what the program registers is refreshed when it does. */
  readonly refreshesRegistered: boolean;
  /** Steps at the same time. */
  readonly parallel: number;
  /** Labels of the resources that are replaced without a change. */
  readonly replace?: readonly string[];
  /** Labels of the only resources that may change. */
  readonly target?: readonly string[];
  /** Labels of resources that may not change. */
  readonly exclude?: readonly string[];
  readonly log: (severity: "info" | "warning" | "error", message: string) => void;
  /** Runs before each step of an update. */
  readonly beforeStep?: () => Promise<void>;
}

interface Plan {
  readonly operation: Operation;
  readonly old: Recorded | undefined;
  readonly inputs: Props;
  readonly changed: readonly string[];
  readonly deleteFirst?: boolean;
}

/** Nothing more happens: the engine ends the program. */
const never = () => new Promise<never>(() => {});

export class Deployment implements DeploymentOfMonitor {
  readonly recorded: readonly Recorded[];
  readonly steps: Step[] = [];
  readonly errors: string[] = [];
  /** Resolves when the run must end early. */
  readonly stopped: Promise<void>;
  /** Outputs of the stack. */
  outputs: Props = {};
  readonly #options: DeploymentOptions;
  readonly #seen = new Set<string>();
  #stop!: () => void;
  #isStopped = false;
  #planning: Promise<unknown> = Promise.resolve();
  readonly #running = new Set<Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  /** Old resources of replacements in this run, which are deleted at its end. */
  readonly #replaced: Recorded[] = [];

  constructor(options: DeploymentOptions) {
    this.#options = options;
    this.recorded = [...options.state.resources];
    this.stopped = new Promise((resolve) => {
      this.#stop = () => {
        this.#isStopped = true;
        resolve();
      };
    });
  }

  /** Ctrl-C: nothing new starts, and what is in flight completes. */
  cancel(): void {
    this.fail("update canceled");
    void this.#options.provider.cancel();
  }

  fail(message: string): void {
    if (!this.errors.includes(message)) this.errors.push(message);
    this.#stop();
  }

  /** Resolves when nothing is in flight. */
  async settled(): Promise<void> {
    await this.#planning.catch(() => {});
    while (this.#running.size > 0) await Promise.allSettled([...this.#running]);
  }

  /** The refresh before a program, after it, or alone. It reads everything, also after a failure, and keeps what it found. */
  async refresh(): Promise<void> {
    const { state } = this.#options;
    const all = state.resources.filter(
      ({ custom, urn }) => custom && !this.#seen.has(urn) && this.#isTarget(urn),
    );
    const failures: string[] = [];
    const attempt = (resource: Recorded) =>
      this.#refresh(resource).catch((error: Error) => void failures.push(error.message));
    await Promise.all(all.map((resource) => this.#step(() => attempt(resource))));
    if (failures.length === 0) return;
    this.errors.push(...failures);
    this.#stop();
    await never();
  }

  async register(registration: Registration): Promise<Registered> {
    // No provider of the kit has settings of its own.
    const isProvider = registration.type.startsWith("pulumi:providers:");
    if (!registration.custom || isProvider) return this.#registerComponent(registration);
    const { goal, refreshesRegistered } = this.#options;
    if (registration.readId === undefined) {
      if (refreshesRegistered) await this.#refreshRegistered(registration);
      if (goal !== "update") return this.#keepRegistered(registration);
    }
    const plan = await this.#inOrder(() =>
      registration.readId === undefined ? this.#plan(registration) : this.#planRead(registration),
    );
    return this.#step(() => this.#apply(registration, plan));
  }

  async #refreshRegistered({ urn, urns }: Registration): Promise<void> {
    const old = this.#options.state.find(urns);
    if (old && !old.external && this.#isTarget(urn)) await this.#step(() => this.#refresh(old));
  }

  /** What the state does not have is not created, and the program gets its inputs. */
  #keepRegistered({ urn, urns, props, secrets }: Registration): Registered {
    const old = this.#options.state.find(urns);
    this.#seen.add(old?.urn ?? urn);
    return old ?? { id: "", outputs: props, secrets };
  }

  setOutputs(urn: string, outputs: Props): void {
    if (urn.includes(`::${STACK_TYPE}::`)) this.outputs = outputs;
  }

  /** Deletes what the program no longer has, dependents first. @param all a destroy */
  async deleteRest(all = false): Promise<void> {
    const { state } = this.#options;
    let rest = state.resources.filter(
      (one) => this.#isTarget(one.urn) && (one.isPendingDelete || all || !this.#seen.has(one.urn)),
    );
    while (rest.length > 0 && !this.#isStopped) {
      const needed = new Set(rest.flatMap(({ dependencies }) => dependencies));
      const free = rest.filter(({ urn, isPendingDelete }) => isPendingDelete || !needed.has(urn));
      const next = free.length > 0 ? free : rest;
      await Promise.all(next.map((resource) => this.#step(() => this.#delete(resource))));
      rest = rest.filter((one) => !next.includes(one));
    }
  }

  async #refresh(resource: Recorded): Promise<void> {
    const { provider, state } = this.#options;
    if (resource.isPendingReplacement) return this.#note("same", resource);
    const found = await provider.read(resource.id, resource.outputs);
    if (found.id === "") {
      this.#note("gone", resource);
      state.remove(resource);
      return;
    }
    const inputs = found.inputs ?? resource.inputs;
    const outputs = found.props ?? resource.outputs;
    const changed = changedNames(resource.inputs, inputs);
    // Of what is only read, the engine compares the outputs. Else it asks as if the program had the old inputs.
    const isChanged = resource.external
      ? !isEqual(outputs, resource.outputs)
      : ((await provider.diff(found.id, outputs, resource.inputs)).changes ?? changed.length > 0);
    this.#note(isChanged ? "refresh" : "same", resource, changed);
    state.put({ ...resource, id: found.id, inputs, outputs }, resource);
  }

  #registerComponent({ urn, type, name, props, dependencies }: Registration): Registered {
    const { state } = this.#options;
    this.#seen.add(urn);
    if (this.#options.isPreview) return { id: "", outputs: props, secrets: [] };
    const base = { external: false, id: "", secrets: [], protect: false, retainOnDelete: false };
    state.put(
      { ...base, urn, type, name, custom: false, inputs: props, outputs: props, dependencies },
      state.find([urn]),
    );
    return { id: "", outputs: props, secrets: [] };
  }

  async #plan(registration: Registration): Promise<Plan> {
    const { provider, state } = this.#options;
    const { urn, props } = registration;
    const old = state.find(registration.urns);
    const isFirst = !this.#seen.has(urn);
    this.#seen.add(urn);
    if (old) this.#seen.add(old.urn);
    if (!isFirst) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    if (!this.#isTarget(urn)) return { operation: "same", old, inputs: old?.inputs ?? props, changed: [] };
    const check = async (olds: Props, news: Props) => {
      const { inputs, failures } = await provider.check(olds, news);
      if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
      return inputs;
    };
    const isForced = this.#options.replace?.includes(label(registration)) ?? false;
    if (!old || old.external || isForced) {
      const inputs = await check({}, props);
      return { operation: old ? "replace" : "create", old, inputs, changed: [] };
    }
    const ignored = Object.fromEntries(
      registration.ignoreChanges.filter((name) => name in old.inputs).map((name) => [name, old.inputs[name]]),
    );
    const inputs = await check(old.inputs, { ...props, ...ignored });
    const diff = await provider.diff(old.id, old.outputs, inputs);
    const changed = changedNames(old.inputs, inputs);
    const hasChanges = diff.changes ?? changed.length > 0;
    const isReplaced =
      old.isPendingReplacement ||
      diff.replaces.length > 0 ||
      registration.replaceOnChanges.some((name) => changed.includes(name));
    if (!hasChanges && !isReplaced) return { operation: "same", old, inputs, changed: [] };
    if (!isReplaced) return { operation: "update", old, inputs, changed };
    if (registration.protect && old.protect) {
      throw new Error(`unable to replace resource "${urn}"\nas it is currently marked for protection`);
    }
    const deleteFirst = registration.deleteBeforeReplace ?? diff.deleteBeforeReplace ?? false;
    return { operation: "replace", old, inputs: await check({}, props), changed, deleteFirst };
  }

  async #planRead({ urn, urns, props }: Registration): Promise<Plan> {
    this.#seen.add(urn);
    return { operation: "read", old: this.#options.state.find(urns), inputs: props, changed: [] };
  }

  async #apply(registration: Registration, plan: Plan): Promise<Registered> {
    const { isPreview } = this.#options;
    const { operation, old, inputs, changed } = plan;
    this.#note(operation, registration, changed);
    if (operation === "read") return this.#read(registration, plan);
    if (operation === "same") return this.#keep(registration, plan);
    const { secrets } = registration;
    // A dynamic provider has no previews: the engine answers with the inputs, and a new resource has no id.
    if (isPreview) return { id: operation === "update" ? old!.id : "", outputs: inputs, secrets };
    await this.#options.beforeStep?.();
    if (operation === "update") {
      const { outs } = await this.#options.provider.update(old!.id, old!.outputs, inputs);
      return this.#record(registration, { id: old!.id, inputs, outputs: outs }, old);
    }
    return this.#create(registration, plan);
  }

  /** Also a resource that is not a target, and one that only the options changed of. */
  #keep(registration: Registration, { old, inputs }: Plan): Registered {
    const { isPreview, state } = this.#options;
    if (!old) return { id: "", outputs: inputs, secrets: registration.secrets };
    if (isPreview) return { id: old.id, outputs: old.outputs, secrets: old.secrets };
    const { id, outputs } = old;
    if (this.#isTarget(registration.urn)) return this.#record(registration, { id, inputs, outputs }, old);
    state.put(old, old);
    return { id, outputs, secrets: old.secrets };
  }

  async #create(registration: Registration, { old, inputs, deleteFirst = false }: Plan): Promise<Registered> {
    const { provider, state } = this.#options;
    const isDeletedFirst = deleteFirst || old?.isPendingReplacement;
    if (old && deleteFirst && !old.isPendingReplacement) await this.#deleteObject(old);
    const replaced = old && isDeletedFirst ? state.markForReplacement(old) : old;
    const record = (id: string, outputs: Props) => {
      if (replaced && !isDeletedFirst) this.#replaced.push(state.markForDeletion(replaced));
      return this.#record(registration, { id, inputs, outputs }, isDeletedFirst ? replaced : undefined);
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

  async #read(registration: Registration, { old, inputs }: Plan): Promise<Registered> {
    const { provider, state } = this.#options;
    const { readId = "" } = registration;
    const found = await provider.read(readId, inputs);
    if (found.id === "") throw new Error(`resource '${readId}' does not exist`);
    const outputs = found.props ?? {};
    if (this.#options.isPreview) return { id: readId, outputs, secrets: registration.secrets };
    const isReplaced = old && !old.external && old.id !== readId;
    if (isReplaced) this.#replaced.push(state.markForDeletion(old));
    return this.#record(registration, { id: found.id, inputs, outputs }, isReplaced ? undefined : old);
  }

  #record(
    { urn, type, name, secrets, dependencies, protect, retainOnDelete, readId }: Registration,
    values: { readonly id: string; readonly inputs: Props; readonly outputs: Props },
    old?: Recorded,
  ): Registered {
    const external = readId !== undefined;
    const options = { custom: true, external, secrets, dependencies, protect, retainOnDelete };
    this.#options.state.put({ urn, type, name, ...options, ...values }, old);
    return { id: values.id, outputs: values.outputs, secrets };
  }

  async #delete(resource: Recorded): Promise<void> {
    const { state, isPreview } = this.#options;
    const { custom, protect, isPendingDelete = false } = resource;
    if (protect && !isPendingDelete)
      throw new Error(`resource "${resource.urn}" cannot be deleted: it is protected`);
    if (custom && !this.#replaced.includes(resource)) this.#note("delete", resource);
    if (isPreview) return;
    await this.#deleteObject(resource);
    state.remove(resource);
  }

  async #deleteObject({ custom, external, retainOnDelete, isPendingReplacement, id, outputs }: Recorded) {
    if (!custom || external || retainOnDelete || isPendingReplacement) return;
    await this.#options.beforeStep?.();
    await this.#options.provider.delete(id, outputs);
  }

  #note(
    operation: Operation,
    of: { type: string; name: string; urn: string },
    changed: readonly string[] = [],
  ): void {
    this.steps.push({ operation, label: label(of), urn: of.urn, changed });
  }

  #isTarget(urn: string): boolean {
    const { target, exclude } = this.#options;
    const [, , type = "", name = ""] = urn.split("::");
    const one = label({ type, name });
    return (target === undefined || target.includes(one)) && !exclude?.includes(one);
  }

  /** One after another. */
  #inOrder<T>(call: () => Promise<T>): Promise<T> {
    const result = this.#planning.then(() => (this.#isStopped ? never() : call()));
    // A run that never ends must not hold back `settled`.
    this.#planning = Promise.race([result, this.stopped]).catch(() => {});
    return result.catch((error: Error) => {
      this.fail(error.message);
      return never();
    });
  }

  /** Side by side, up to the limit. After a failure, what is in flight completes, and nothing new starts. */
  async #step<T>(call: () => Promise<T> | T): Promise<T> {
    while (this.#running.size >= this.#options.parallel) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#isStopped) {
      this.#waiting.shift()?.();
      return never();
    }
    const running = (async () => call())();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      this.fail((error as Error).message);
      return never();
    } finally {
      this.#running.delete(running);
      this.#waiting.shift()?.();
    }
  }
}
