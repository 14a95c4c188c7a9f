// The resources that a program registers: what each tells its provider, and the problems that a preview reports together
// at its end.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { type getMonitor, isDryRun } from "@pulumi/pulumi/runtime/settings";
import type { Collision, Owner } from "../kind/collision";
import type { Definition, Props } from "../kind/definition";
import { ENTRY, type EntryRequest, planOf, toText } from "../kind/entry";
import { identifyingFields, identityOf } from "../kind/identity";
import { DECIDE_PENDING } from "../kind/lifecycle/create-once";
import { effectiveOnExisting, type OnExisting } from "../kind/on-existing";
import { TYPE_PREFIX } from "../kind/provider-source";
import { collisionReport, type Problem } from "./collision-report";
import { programSettings } from "./program-config";
import { urnsOf } from "./resource-urns";
import type * as pulumi from "./sdk";
import { type RecordedResource, readStackState, type StackState } from "./stack-state";

type Monitor = NonNullable<ReturnType<typeof getMonitor>>;

/** A resource that is about to be registered. */
export interface Registration {
  readonly definition: Definition;
  readonly name: string;
  readonly args: Props;
  readonly options: pulumi.CustomResourceOptions;
  readonly onExisting: OnExisting | undefined;
  /** The entry in messages, such as `pixels.ads`. @default type and name */
  readonly entry?: string;
  /** Where the entry is, such as `link-management.yaml:3:3`. */
  readonly location?: string;
}

interface Registered extends Registration {
  readonly entry: string;
  readonly urns: readonly string[];
}

export class Registrations {
  readonly #state: Promise<StackState>;
  readonly #toError: (message: string) => Error;
  readonly #byUrn = new Map<string, Registered>();
  readonly #byIdentity = new Map<string, Registered>();
  readonly #problems: { readonly registered: Registered; readonly collision: Collision }[] = [];
  #openPreviews = 0;

  constructor(monitor: Monitor, toError: (message: string) => Error) {
    this.#toError = toError;
    this.#state = readStackState(monitor).catch((error: Error) => {
      throw toError(error.message);
    });
    this.#state.catch(() => {});
  }

  /**
   * The hidden input of a resource. It is rejected with a RunError if the state cannot be read, or if another resource
   * of the program is the same object.
   */
  add(registration: Registration): Promise<string> {
    const { definition, name, options, entry = `${definition.type} ${name}` } = registration;
    const urns = urnsOf(`${TYPE_PREFIX}${definition.type}`, name, options);
    const registered = { ...registration, entry, urns };
    for (const urn of urns) this.#byUrn.set(urn, registered);
    const twin = this.#twinOf(registered);
    const request = this.#state.then((state) => {
      if (twin && !(this.#recordOf(state, twin) && this.#recordOf(state, registered))) {
        throw this.#toError(sameObject(twin, registered));
      }
      return toText(this.#requestOf(state, registered));
    });
    // The SDK reports the error when it uses this input.
    request.catch(() => {});
    return request;
  }

  /** Reads back what `check` planned in a preview. The last one that is read reports all problems. */
  watch(registration: Registration, resource: pulumi.CustomResource): void {
    if (!isDryRun()) return;
    this.#openPreviews++;
    const urn = urnsOf(
      `${TYPE_PREFIX}${registration.definition.type}`,
      registration.name,
      registration.options,
    )[0]!;
    const registered = this.#byUrn.get(urn)!;
    void this.#readPlan(registered, resource).finally(() => {
      this.#openPreviews--;
      if (this.#openPreviews > 0 || this.#problems.length === 0) return;
      // Nobody awaits it: the SDK ends the program with it.
      void this.#report();
    });
  }

  async #readPlan(registered: Registered, resource: pulumi.CustomResource): Promise<void> {
    try {
      const state = await this.#state;
      const record = this.#recordOf(state, registered);
      if (record?.isPending && !resolvesPending(registered)) {
        const reason = `an earlier create has an unknown result. ${DECIDE_PENDING}`;
        this.#problems.push({ registered, collision: { kind: "unusable", reason } });
        return;
      }
      const properties = resource as unknown as Record<string, { promise(): Promise<unknown> }>;
      const { collision } = planOf({ [ENTRY]: await properties[ENTRY]?.promise() });
      if (collision) this.#problems.push({ registered, collision });
    } catch {
      // A failed registration is reported by the SDK.
    }
  }

  async #report(): Promise<never> {
    const state = await this.#state;
    const problems = this.#problems.splice(0).map(({ registered, collision }): Problem => {
      const { entry, location } = registered;
      return { entry, location, collision, owners: this.#ownersOf(state, registered, collision) };
    });
    throw this.#toError(collisionReport(problems));
  }

  #ownersOf(state: StackState, registered: Registered, collision: Collision): ReadonlyMap<string, Owner> {
    const { type, yaml } = registered.definition;
    const isReplacement = this.#recordOf(state, registered) !== undefined;
    const ids =
      collision.kind === "exists"
        ? collision.objects.map(({ id }) => id)
        : collision.kind === "managed"
          ? collision.ids
          : [];
    const owners = new Map<string, Owner>();
    for (const record of state.byUrn.values()) {
      if (record.id === undefined || !ids.includes(record.id) || record.type !== TYPE_PREFIX + type) continue;
      const staying = this.#byUrn.get(record.urn);
      const key = record.urn.split("::").at(-1)!;
      const entry =
        staying?.entry ?? (yaml.shape === "mapping" ? `${yaml.section}.${key}` : `${type} ${key}`);
      owners.set(record.id, { entry, key, isLeaving: !staying, isReplacement });
    }
    return owners;
  }

  #requestOf(state: StackState, registered: Registered): EntryRequest {
    const { definition, entry, onExisting } = registered;
    const record = this.#recordOf(state, registered);
    const effective = effectiveOnExisting(definition, onExisting, programSettings());
    // A replacement is checked like a new resource, and only the engine knows what is replaced.
    const mayAdopt = definition.lifecycle.existing && effective !== "fail" && effective !== "duplicate";
    return {
      entry,
      isPreview: isDryRun(),
      accounts: state.accounts,
      ...(record?.id !== undefined && { ownId: record.id }),
      ...(mayAdopt && { managedIds: managedIds(state, definition) }),
      ...(onExisting !== undefined && { onExisting }),
      ...(record?.isPending && resolvesPending(registered) && { resolvesPending: true }),
    };
  }

  #recordOf({ byUrn }: StackState, { urns }: Registered): RecordedResource | undefined {
    return urns.map((urn) => byUrn.get(urn)).find((record) => record !== undefined);
  }

  /** Another resource of the program with the same identity. Only values that are known here count. */
  #twinOf(registered: Registered): Registered | undefined {
    const { definition, args, onExisting } = registered;
    if (onExisting === "duplicate" || typeof onExisting === "object") return undefined;
    const plain = Object.fromEntries(Object.entries(args).filter(([, value]) => typeof value !== "object"));
    const identity = identityOf(definition, plain);
    if (identity === undefined) return undefined;
    const key = `${definition.type} ${identity}`;
    const twin = this.#byIdentity.get(key);
    if (!twin) this.#byIdentity.set(key, registered);
    return twin;
  }
}

function resolvesPending({ onExisting }: Registered): boolean {
  return onExisting === "duplicate" || typeof onExisting === "object";
}

function managedIds({ byUrn }: StackState, { type }: Definition): string[] {
  return [...byUrn.values()]
    .filter((record) => record.type === TYPE_PREFIX + type)
    .flatMap(({ id }) => id ?? []);
}

function sameObject(twin: Registered, { entry, definition, args }: Registered): string {
  const fields = identifyingFields(definition, args).map((name) => `${name} ${JSON.stringify(args[name])}`);
  return (
    `${entry} and ${twin.entry} are the same object: ${fields.join(", ")}. Remove one of them, or set ` +
    "onExisting: duplicate to create two"
  );
}
