// The resources that a program registers: the hidden input of each, and the problems that a preview reports together at
// its end.
import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import type { Collision, Owner } from "../kind/collision";
import type { Definition, Props } from "../kind/definition";
import { decisionOf, ENTRY, type EntryRequest, entryName, entryText, nameOf, withPlace } from "../kind/entry";
import { isDecided, type OnExisting } from "../kind/on-existing";
import { TYPE_PREFIX } from "../kind/provider-source";
import type { Monitor } from "./invoke";
import { isKnown, secretIn, settled } from "./outputs";
import { collisionReport, type InvalidResource, invalidReport } from "./report";
import { urnsOf } from "./resource-urns";
import type * as pulumi from "./sdk";
import { RecordedObjects, type RecordedResource, readStackState, type StackState } from "./stack-state";

/** A resource that is about to be registered. */
export interface Registration {
  readonly definition: Definition;
  readonly name: string;
  readonly args: Props;
  readonly options: pulumi.CustomResourceOptions;
  readonly onExisting: OnExisting | undefined;
  /** The entry in messages: such as `pixels.ads`, else type and name. */
  readonly entry: string;
  /** Where the entry is, such as `link-management.yaml:3:3`. */
  readonly location?: string;
  /** What is wrong with the plain values of the arguments. The loader has reported that of a config file. */
  readonly problems: readonly string[];
}

interface Registered extends Registration {
  /** Under which the state may have it, its own first. */
  readonly urns: readonly string[];
}

export class Registrations {
  /** The state before this run. Rejected with a RunError if it cannot be read. */
  readonly state: Promise<StackState>;
  /** On which the program has read anything. */
  readonly accounts = new Set<string>();
  /** The number of deletions by type, as far as they are known before the first registration. */
  deletions: Readonly<Record<string, number>> = {};
  readonly #toError: (message: string) => Error;
  readonly #all = new Map<Registration, Registered>();
  readonly #byUrn = new Map<string, Registered>();
  readonly #recorded: Promise<RecordedObjects>;
  readonly #collisions = new Map<Registered, Collision>();
  readonly #invalid: InvalidResource[] = [];
  #openPreviews = 0;

  constructor(monitor: Monitor, toError: (message: string) => Error) {
    this.#toError = toError;
    this.state = readStackState(monitor).catch((error: Error) => {
      throw toError(error.message);
    });
    this.#recorded = this.state.then((state) => new RecordedObjects(state));
    this.#recorded.catch(() => {});
  }

  /**
   * The hidden input of a resource. It is rejected with a RunError if the state cannot be read, or if any resource so far
   * has invalid arguments.
   * @param props the other inputs
   */
  add(registration: Registration, props: Props): Promise<string> {
    const { definition, name, options, entry, problems } = registration;
    const urns = urnsOf(`${TYPE_PREFIX}${definition.type}`, name, options);
    const registered = { ...registration, urns };
    this.#all.set(registration, registered);
    for (const urn of urns) this.#byUrn.set(urn, registered);
    if (problems.length > 0) this.#invalid.push({ entry, problems });
    const request = this.state.then(async (state) => {
      // Meanwhile, the program has constructed the other resources.
      if (this.#invalid.length > 0) throw this.#toError(invalidReport(this.#invalid));
      const dependencyFailed = !isDryRun() && !(await isKnown(props));
      const request = await this.#requestOf(state, registered);
      return entryText(dependencyFailed ? { ...request, dependencyFailed } : request);
    });
    // The SDK reports the error when it uses this input.
    request.catch(() => {});
    return request;
  }

  /**
   * Reads back what `check` decided in a preview. The last one that is read rejects with all collisions. Do not await it:
   * the SDK ends the program with that error.
   */
  async watch(registration: Registration, resource: pulumi.CustomResource): Promise<void> {
    if (!isDryRun()) return;
    this.#openPreviews++;
    const registered = this.#all.get(registration)!;
    const collision = await collisionOf(resource);
    if (collision) this.#collisions.set(registered, collision);
    this.#openPreviews--;
    if (this.#openPreviews > 0 || this.#collisions.size === 0) return;
    throw this.#toError(this.#report(await this.state));
  }

  /** In the order of registration. The decisions arrive in any order. */
  #report(state: StackState): string {
    const colliding = [...this.#all.values()].flatMap((registered) => {
      const collision = this.#collisions.get(registered);
      if (!collision) return [];
      const { entry } = registered;
      const record = recordOf(state, registered);
      const isReplacement = record !== undefined && !record.pending;
      const owners = this.#ownersOf(state, registered, collision);
      return [
        { entry, name: withPlace(registered.entry, registered.location), collision, isReplacement, owners },
      ];
    });
    this.#collisions.clear();
    return collisionReport(colliding);
  }

  #ownersOf({ byUrn }: StackState, { definition }: Registered, collision: Collision): Map<string, Owner> {
    const { type } = definition;
    const ids = collision.kind === "managed" ? collision.ids : [];
    const objects = collision.kind === "exists" ? collision.objects.map(({ id }) => id) : ids;
    const owners = new Map<string, Owner>();
    for (const record of byUrn.values()) {
      if (record.id === undefined || !objects.includes(record.id) || record.type !== type) continue;
      const retained = this.#byUrn.get(record.urn);
      const key = nameOf(record.urn);
      owners.set(record.id, {
        entry: retained?.entry ?? entryName(definition, key),
        key,
        isRemoved: !retained,
      });
    }
    return owners;
  }

  async #requestOf(state: StackState, registered: Registered): Promise<EntryRequest> {
    const { args, options, urns } = registered;
    const secret = await secretIn(args);
    return {
      entry: withPlace(registered.entry, registered.location),
      urn: urns[0]!,
      isPreview: isDryRun(),
      accounts: [...new Set([...this.accounts, ...state.accounts])],
      ...ofRecord(state, registered),
      ...(await this.#sameOf(state, registered)),
      ...(secret.length > 0 && { secret }),
      ...(options.id !== undefined && { external: true as const }),
      ...(Object.keys(this.deletions).length > 0 && { deletions: this.deletions }),
    };
  }

  /** Waits for the values that identify the object: those of an apply are known late. */
  async #sameOf(
    state: StackState,
    registered: Registered,
  ): Promise<Pick<EntryRequest, "managedIds" | "isLate">> {
    const { definition, args, onExisting } = registered;
    if (!definition.lifecycle.list) return {};
    const names = [...new Set(definition.identity.flat())];
    const known = await Promise.all(names.map(async (name) => [name, await settled(args[name])]));
    const records = (await this.#recorded).like(definition, Object.fromEntries(known), onExisting);
    const own = recordOf(state, registered);
    const managedIds = records.filter((record) => record !== own).map(({ id = "" }) => id);
    const isLate = names.some((name) => typeof args[name] === "object");
    return { ...(managedIds.length > 0 && { managedIds }), ...(isLate && { isLate }) };
  }
}

/** What `check` decided. `undefined` for a failed registration, which the SDK reports. */
async function collisionOf(resource: pulumi.CustomResource): Promise<Collision | undefined> {
  const properties = resource as unknown as Record<string, { promise(): Promise<unknown> }>;
  try {
    return decisionOf({ [ENTRY]: await properties[ENTRY]?.promise() }).collision;
  } catch {
    return undefined;
  }
}

function recordOf({ byUrn }: StackState, { urns }: Registered): RecordedResource | undefined {
  return urns.map((urn) => byUrn.get(urn)).find((record) => record !== undefined);
}

/** What the state records about the entry, and what the entry says about it. */
function ofRecord(
  state: StackState,
  registered: Registered,
): Pick<EntryRequest, "ownId" | "pending" | "decided" | "onExisting" | "recorded"> {
  const { onExisting, definition } = registered;
  const record = recordOf(state, registered);
  const recorded = state.counts.get(definition.type);
  // What the entry said when the request was sent decides nothing about its result.
  const isDecision =
    isDecided(onExisting) && !(onExisting === "duplicate" && record?.pending === "duplicate");
  return {
    ...(record?.id !== undefined && { ownId: record.id }),
    ...(record?.pending && { pending: true, ...(isDecision && { decided: true }) }),
    ...(onExisting !== undefined && { onExisting }),
    ...(recorded !== undefined && { recorded }),
  };
}
