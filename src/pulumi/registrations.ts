// The resources that a program registers: the hidden input of each, and the problems that a preview reports together at
// its end.
import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import type { Collision, Owner } from "../kind/collision";
import type { Definition, Props } from "../kind/definition";
import {
  decisionOf,
  ENTRY,
  type EntryRequest,
  entryName,
  entryText,
  packIds,
  resourceName,
  withPlace,
} from "../kind/entry";
import { identityOf, saysMore } from "../kind/identity";
import type { OnExisting } from "../kind/on-existing";
import { isKnown, knownValue, secretIn } from "./outputs";
import { collisionReport, invalidReport } from "./report";
import type * as pulumi from "./sdk";
import type { Monitor } from "./stack-resources";
import { type RecordedResource, StackState } from "./stack-state";

/** A resource that is about to be registered. */
export interface Registration {
  readonly definition: Definition;
  readonly args: Props;
  readonly options: pulumi.CustomResourceOptions;
  readonly onExisting: OnExisting | undefined;
  /** The entry in messages: such as `pixels.ads`, else type and name. */
  readonly entry: string;
  /** Where the entry is, such as `link-management.yaml:3:3`. */
  readonly location?: string;
  /** What is wrong with the plain values of the arguments. The loader has reported that of a config file. */
  readonly problems: readonly string[];
  /** Under which the state may have it, its own first. */
  readonly urns: readonly string[];
}

export class Registrations {
  /** The state before this run. Rejected with a RunError if it cannot be read. */
  readonly state: Promise<StackState>;
  /** On which the program has read anything. */
  readonly accounts = new Set<string>();
  readonly #toError: (message: string) => Error;
  readonly #all: Registration[] = [];
  readonly #byUrn = new Map<string, Registration>();
  readonly #collisions = new Map<Registration, Collision>();
  /** The types of the program whose list not every service has. */
  readonly #undocumented = new Set<string>();
  #openPreviews = 0;

  constructor(monitor: Monitor, toError: (message: string) => Error) {
    this.#toError = toError;
    this.state = StackState.read(monitor).catch((error: Error) => {
      throw toError(error.message);
    });
    this.state.catch(() => {});
  }

  /**
   * The hidden input of a resource. It is rejected with a RunError if the state cannot be read, or if any resource so far
   * has invalid arguments.
   * @param props the other inputs
   */
  add(registration: Registration, props: Props): Promise<string> {
    this.#all.push(registration);
    const { type, lifecycle } = registration.definition;
    if (lifecycle.list?.undocumented) this.#undocumented.add(type);
    for (const urn of registration.urns) this.#byUrn.set(urn, registration);
    const request = this.state.then(async (state) => {
      // Meanwhile, the program has constructed the other resources.
      const invalid = this.#all.filter(({ problems }) => problems.length > 0);
      if (invalid.length > 0) throw this.#toError(invalidReport(invalid));
      const dependencyFailed = !isDryRun() && !(await isKnown(props));
      return entryText({
        ...(await this.#requestOf(state, registration)),
        ...(dependencyFailed && { dependencyFailed }),
      });
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
    const collision = await collisionOf(resource);
    if (collision) this.#collisions.set(registration, collision);
    this.#openPreviews--;
    if (this.#openPreviews > 0 || this.#collisions.size === 0) return;
    throw this.#toError(this.#report(await this.state));
  }

  /** In the order of registration. The decisions arrive in any order. */
  #report(state: StackState): string {
    const colliding = this.#all.flatMap((registration) => {
      const collision = this.#collisions.get(registration);
      if (!collision) return [];
      const { entry, location } = registration;
      const record = recordOf(state, registration);
      const owners = this.#ownersOf(state, registration, collision);
      return {
        entry,
        name: withPlace(entry, location),
        collision,
        isReplacement: record?.id !== undefined,
        owners,
      };
    });
    this.#collisions.clear();
    return collisionReport(colliding);
  }

  #ownersOf({ byUrn }: StackState, { definition }: Registration, collision: Collision): Map<string, Owner> {
    const ids = collision.kind === "managed" ? collision.ids : [];
    const objects = collision.kind === "exists" ? collision.objects.map(({ id }) => id) : ids;
    const owners = new Map<string, Owner>();
    for (const { id, type, urn } of byUrn.values()) {
      if (id === undefined || !objects.includes(id) || type !== definition.type) continue;
      const retained = this.#byUrn.get(urn);
      const key = resourceName(urn);
      owners.set(id, { entry: retained?.entry ?? entryName(definition, key), key, isRemoved: !retained });
    }
    return owners;
  }

  /** Waits for the values that identify the object: those of an apply are known late. */
  async #othersOf(
    state: StackState,
    { definition, args, onExisting }: Registration,
    own: RecordedResource | undefined,
  ): Promise<Partial<EntryRequest>> {
    if (!definition.lifecycle.list) return {};
    const names = [...new Set(definition.identity.flat())];
    const values = await Promise.all(names.map(async (name) => [name, await knownValue(args[name])]));
    const known = Object.fromEntries(values);
    const alike = state.like(definition, known, onExisting).filter((record) => record !== own);
    const ids = alike.flatMap(({ id }) => id ?? []);
    // An entry that leaves may be this one under another key.
    const distinct = alike.filter(
      (record) => this.#byUrn.has(record.urn) && saysMore(definition, record.values, known),
    );
    const { all, adopted } = state.idsOf(definition.type);
    const spared = adopted.filter(({ urn }) => this.#byUrn.has(urn));
    const isAsRecorded = own && identityOf(definition, own.values) === identityOf(definition, known);
    return {
      managedIds: (isAsRecorded ? packIds(ids) : all) || undefined,
      managesUnknown: alike.length > ids.length || undefined,
      distinctIds: someOf(distinct.flatMap(({ id }) => id ?? [])),
      spared: someOf(spared.flatMap(({ id }) => id ?? [])),
      isLate: names.some((name) => typeof args[name] === "object") || undefined,
    };
  }

  async #requestOf(state: StackState, registration: Registration): Promise<EntryRequest> {
    const { args, entry, location, onExisting, options, urns } = registration;
    const record = recordOf(state, registration);
    const needed = [...this.#undocumented].filter((type) => state.count(type) === 0);
    // Its text lacks what is undefined.
    return {
      entry: withPlace(entry, location),
      urn: urns[0]!,
      isPreview: isDryRun(),
      accounts: [...new Set([...this.accounts, ...state.accounts])],
      ownId: record?.id,
      onExisting,
      needed: someOf(needed),
      ...(await this.#othersOf(state, registration, record)),
      secret: someOf(await secretIn(args)),
      external: options.id === undefined ? undefined : true,
    };
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

function someOf(texts: readonly string[]): readonly string[] | undefined {
  return texts.length > 0 ? texts : undefined;
}

function recordOf({ byUrn }: StackState, { urns }: Registration): RecordedResource | undefined {
  return urns.map((urn) => byUrn.get(urn)).find((record) => record !== undefined);
}
