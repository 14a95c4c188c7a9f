// The resources that a program registers: the hidden input of each, and the problems that a preview reports together at
// its end.
import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import { identitiesOf, identityOf } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { entryName, resourceName, withPlace } from "../kind/entry";
import type { OnExisting } from "../kind/on-existing";
import {
  continuation,
  type Decision,
  decisionOf,
  type EntryRequest,
  HIDDEN_INPUT,
  requestText,
  type Stop,
} from "../kind/request";
import { reportLines } from "./report";
import type * as pulumi from "./sdk";
import { type Monitor, type RecordedResource, StackState } from "./stack-state";
import { isKnown, knownValue, secretIn } from "./values";

/** A resource that is about to be registered. */
export interface Registration {
  readonly definition: Definition;
  readonly args: Props;
  readonly options: pulumi.CustomResourceOptions;
  readonly onExisting: OnExisting | undefined;
  /** How messages name the entry: such as `pixels.ads`, else type and name. */
  readonly name: string;
  /** Where the entry is in a file, such as `link-management.yaml:3:3`. */
  readonly location?: string;
  /** The URNs under which the state may have it, its own first. */
  readonly urns: readonly string[];
}

export class Registrations {
  /** The state before this run. Rejected with a RunError if it cannot be read. */
  readonly state: Promise<StackState>;
  /** On which the program has read anything. */
  readonly accounts = new Set<string>();
  readonly #toError: (message: string) => Error;
  readonly #urns = new Set<string>();
  /** All resources in the order of registration: the decisions arrive in any order. */
  readonly #stops = new Map<Registration, Stop | undefined>();
  /** Records whose objects this preview replaces: for a changed argument, `--replace` or a taint. */
  readonly #replaced = new Set<string>();
  /** Why these replacements may not happen. @default nothing forbids them */
  guardReplaced: (urns: ReadonlySet<string>) => string | undefined = () => undefined;
  #openPreviews = 0;

  constructor(monitor: Monitor, toError: (message: string) => Error) {
    this.#toError = toError;
    this.state = StackState.read(monitor).catch((error: Error) => {
      throw toError(error.message);
    });
    this.state.catch(() => {});
  }

  /**
   * The hidden input of a resource. It is rejected with a RunError if the state cannot be read.
   * @param props the other inputs
   */
  add(registration: Registration, props: Props): Promise<string> {
    this.#stops.set(registration, undefined);
    for (const urn of registration.urns) this.#urns.add(urn);
    const request = this.state.then(async (state) =>
      requestText(await this.#requestOf(state, registration, props)),
    );
    // The SDK reports the error when it uses this input.
    request.catch(() => {});
    return request;
  }

  /**
   * Reads back what `check` decided in a preview. The last one that is read rejects with all problems. Do not await it:
   * the SDK ends the program with that error.
   */
  async watch(registration: Registration, resource: pulumi.CustomResource): Promise<void> {
    if (!isDryRun()) return;
    this.#openPreviews++;
    const decision = await decisionIn(resource);
    const state = await this.state;
    if (decision.do === "stop") this.#stops.set(registration, decision);
    if (decision.replaces) this.#replaced.add(recordOf(state, registration)?.urn ?? "");
    this.#openPreviews--;
    if (this.#openPreviews > 0) return;
    const guarded = this.#replaced.size > 0 ? this.guardReplaced(this.#replaced) : undefined;
    const problems = [this.#report(state) ?? [], guarded ?? []].flat();
    if (problems.length > 0) throw this.#toError(problems.join("\n\n"));
  }

  /** All stops at once, and the command that continues. `undefined`: none. */
  #report(state: StackState): string | undefined {
    const stopped = [...this.#stops].flatMap(([one, stop]) => (stop ? [{ ...one, stop }] : []));
    if (stopped.length === 0) return undefined;
    const next = continuation(stopped.map(({ stop }) => stop));
    const adopted =
      "For one entry, set onExisting under options. An adopted object is deleted with this stack.";
    const lineOf = ({ name, location, definition, stop }: (typeof stopped)[number]) =>
      `${withPlace(name, location)}: ${stop.why}${managerOf(state, definition, stop)}`;
    return [
      `${stopped.length} ${stopped.length === 1 ? "entry" : "entries"} cannot be applied. Nothing was changed.`,
      ...reportLines(stopped, lineOf, ({ name }) => name),
      ...(next === undefined ? [] : [`${next}. ${adopted}`]),
    ].join("\n");
  }

  async #requestOf(
    state: StackState,
    { definition, args, name, location, onExisting, options, urns }: Registration,
    props: Props,
  ): Promise<EntryRequest> {
    const own = recordOf(state, { urns });
    const { records, adopted, identities } = state.of(definition);
    const spared = adopted.filter(({ urn }) => this.#urns.has(urn));
    const identity = await knownIdentity(definition, args);
    const isAsRecorded = own && identityOf(definition, own.values) === identity;
    // A replacement that the engine orders must not adopt the object of another entry.
    const isAlone =
      isAsRecorded && identitiesOf(definition, own.values).every((one) => identities.get(one) === 1);
    const isPreview = isDryRun();
    // The text lacks what is undefined.
    return {
      name: withPlace(name, location),
      urn: urns[0]!,
      isPreview,
      accounts: [...new Set([...this.accounts, ...state.accounts])],
      ownId: own?.id,
      onExisting,
      managedIds: definition.list && !isAlone ? records.map(({ id }) => id) : undefined,
      spared: spared.map(({ id }) => id),
      secret: await secretIn(args),
      external: options.id === undefined ? undefined : true,
      dependencyFailed: (!isPreview && !(await isKnown(props))) || undefined,
    };
  }
}

/** Waits for the values that identify the object, also for a new one, so that entries are checked in their order. */
async function knownIdentity(definition: Definition, args: Props): Promise<string | undefined> {
  const names = [...new Set(definition.identity.flat())];
  const values = await Promise.all(names.map(async (name) => [name, await knownValue(args[name])]));
  return identityOf(definition, Object.fromEntries(values));
}

/** What `check` decided. A failed registration, which the SDK reports, has none. */
async function decisionIn(resource: pulumi.CustomResource): Promise<Decision> {
  const properties = resource as unknown as Record<string, { promise(): Promise<unknown> }>;
  try {
    return decisionOf({ [HIDDEN_INPUT]: await properties[HIDDEN_INPUT]?.promise() });
  } catch {
    return decisionOf({});
  }
}

/** Who manages the object, as the state shows it. */
function managerOf(state: StackState, definition: Definition, { managedId }: Stop): string {
  const record = state.of(definition).records.find(({ id }) => id === managedId);
  return record ? `. ${entryName(definition, resourceName(record.urn))} manages id ${managedId}` : "";
}

function recordOf({ byUrn }: StackState, { urns }: Pick<Registration, "urns">): RecordedResource | undefined {
  return urns.map((urn) => byUrn.get(urn)).find((record) => record !== undefined);
}
