// The resources that a program registers: the hidden input of each, and the problems that a preview reports together at
// its end.
// Tested with @pulumi/pulumi 3.248.0.
import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import type { Collision, Owner } from "../kind/collision";
import type { Definition, Props } from "../kind/definition";
import {
  decisionOf,
  ENTRY,
  type EntryRequest,
  entryName,
  entryText,
  nameOf,
  recordedProblem,
  withPlace,
} from "../kind/entry";
import { identifyingFields, identitiesOf } from "../kind/identity";
import { isDecided, type OnExisting } from "../kind/on-existing";
import { TYPE_PREFIX } from "../kind/provider-source";
import type { Monitor } from "./invoke";
import { isKnown, settled } from "./outputs";
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
  readonly #byIdentity = new Map<string, Registered>();
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
   * The hidden input of a resource. It is rejected with a RunError if the state cannot be read, if another resource of
   * the program is the same object, or if any resource so far has invalid arguments.
   * @param props the other inputs
   * @throws RunError for a second resource of a kind that exists once
   */
  add(registration: Registration, props: Props): Promise<string> {
    const { definition, name, options, entry, problems } = registration;
    const urns = urnsOf(`${TYPE_PREFIX}${definition.type}`, name, options);
    const registered = { ...registration, urns };
    const other = this.#sameIn(registered);
    if (other && definition.yaml.shape === "single") throw this.#toError(sameObject(other, registered));
    this.#all.set(registration, registered);
    for (const urn of urns) this.#byUrn.set(urn, registered);
    if (problems.length > 0) this.#invalid.push({ entry, problems });
    const request = this.state.then(async (state) => {
      // Meanwhile, the program has constructed the other resources.
      if (this.#invalid.length > 0) throw this.#toError(invalidReport(this.#invalid));
      if (other && !(recordOf(state, other) && recordOf(state, registered))) {
        throw this.#toError(sameObject(other, registered));
      }
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
    const collision = await this.#collisionOf(registered, resource);
    if (collision) this.#collisions.set(registered, collision);
    this.#openPreviews--;
    if (this.#openPreviews > 0 || this.#collisions.size === 0) return;
    throw this.#toError(this.#report(await this.state));
  }

  async #collisionOf(
    registered: Registered,
    resource: pulumi.CustomResource,
  ): Promise<Collision | undefined> {
    try {
      const state = await this.state;
      const reason = recordedProblem(registered.definition, ofRecord(state, registered));
      if (reason !== undefined) return { kind: "invalid", reason };
      const properties = resource as unknown as Record<string, { promise(): Promise<unknown> }>;
      return decisionOf({ [ENTRY]: await properties[ENTRY]?.promise() }).collision;
    } catch {
      // A failed registration is reported by the SDK.
      return undefined;
    }
  }

  /** In the order of registration. The decisions arrive in any order. */
  #report(state: StackState): string {
    const colliding = [...this.#all.values()].flatMap((registered) => {
      const collision = this.#collisions.get(registered);
      if (!collision) return [];
      const { entry } = registered;
      const isReplacement = recordOf(state, registered)?.isPending === false;
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
    const { options } = registered;
    const managedIds = await this.#managedIds(state, registered);
    return {
      entry: withPlace(registered.entry, registered.location),
      isPreview: isDryRun(),
      accounts: [...new Set([...this.accounts, ...state.accounts])],
      ...ofRecord(state, registered),
      ...(managedIds.length > 0 && { managedIds }),
      ...(options.id !== undefined && { isRead: true as const }),
      ...(Object.keys(this.deletions).length > 0 && { deletions: this.deletions }),
    };
  }

  /** Waits for the values that identify the object: those of an apply are known late. */
  async #managedIds(state: StackState, registered: Registered): Promise<readonly string[]> {
    const { definition, args, onExisting } = registered;
    if (!definition.lifecycle.existing) return [];
    const names = new Set(definition.identity.flat());
    const known = await Promise.all([...names].map(async (name) => [name, await settled(args[name])]));
    const records = (await this.#recorded).like(definition, Object.fromEntries(known), onExisting);
    const own = recordOf(state, registered);
    return records.filter((record) => record !== own).map(({ id = "" }) => id);
  }

  /** Another resource of the program with the same identity. Only values that are known here count. */
  #sameIn(registered: Registered): Registered | undefined {
    const { definition, onExisting, options } = registered;
    // A resource that the program only reads may be one that it manages.
    if (options.id !== undefined) return undefined;
    if (isDecided(onExisting) && definition.yaml.shape !== "single") return undefined;
    const identity = plainIdentity(registered);
    if (identity === undefined) return undefined;
    const key = `${definition.type} ${identity}`;
    const other = this.#byIdentity.get(key);
    if (!other) this.#byIdentity.set(key, registered);
    return other;
  }
}

function recordOf({ byUrn }: StackState, { urns }: Registered): RecordedResource | undefined {
  return urns.map((urn) => byUrn.get(urn)).find((record) => record !== undefined);
}

/** What the state records about the entry, and what the entry says about it. */
function ofRecord(
  state: StackState,
  registered: Registered,
): Pick<EntryRequest, "ownId" | "pending" | "onExisting"> {
  const { onExisting } = registered;
  const record = recordOf(state, registered);
  return {
    ...(record?.id !== undefined && { ownId: record.id }),
    ...(record?.isPending && {
      pending: isDecided(onExisting) ? ("decided" as const) : ("undecided" as const),
    }),
    ...(onExisting !== undefined && { onExisting }),
  };
}

/** By the values that are known in the program. */
function plainIdentity({ definition, args }: Registered): string | undefined {
  if (definition.yaml.shape === "single") return "";
  const names = identifyingFields(definition, args);
  if (names.some((name) => typeof args[name] === "object")) return undefined;
  return identitiesOf(definition, Object.fromEntries(names.map((name) => [name, args[name]])))[0];
}

function sameObject(other: Registered, { entry, definition, args }: Registered): string {
  const same = `${entry} and ${other.entry} are the same object`;
  if (definition.yaml.shape === "single")
    return `${same}: a stack has one ${definition.type}. Remove one of them`;
  const names = identifyingFields(definition, args).join(" and ");
  return `${same}: same ${names}. Remove one of them, or set onExisting: duplicate to create two`;
}
