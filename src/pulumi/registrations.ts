// The resources that a program registers: the hidden input of each, and the problems that a preview reports together at
// its end.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import type { Definition, Props } from "../kind/definition";
import { ENTRY, type EntryRequest, entryName, idsByAccount, nameOf, planOf, toText } from "../kind/entry";
import type { Collision, Owner } from "../kind/existing/collision";
import { effectiveOnExisting, type OnExisting, otherObjectProblem } from "../kind/existing/on-existing";
import { identifyingFields, identityOf } from "../kind/identity";
import { UNDECIDED_CREATE } from "../kind/lifecycle/create-once";
import { TYPE_PREFIX } from "../kind/provider-source";
import type { ExplicitProvider } from "./accounts/explicit-provider";
import { collisionReport, type Problem } from "./collision-report";
import { type InvalidResource, invalidReport } from "./invalid-arguments";
import type { Monitor } from "./invoke";
import { programOnExisting } from "./program-config";
import { urnsOf } from "./resource-urns";
import type * as pulumi from "./sdk";
import { type AccountRecord, type RecordedResource, readStackState, type StackState } from "./stack-state";

/** A resource that is about to be registered. */
export interface Registration {
  readonly definition: Definition;
  readonly name: string;
  readonly args: Props;
  readonly options: pulumi.CustomResourceOptions;
  readonly onExisting: OnExisting | undefined;
  /** @default the default provider */
  readonly provider?: ExplicitProvider | undefined;
  /** The entry in messages, such as `pixels.ads`. @default type and name */
  readonly entry?: string;
  /** Where the entry is, such as `link-management.yaml:3:3`. */
  readonly location?: string;
  /** The main config file, for an entry of one. */
  readonly file?: string;
  /** What is wrong with the plain values of the arguments. The loader has reported that of a config file. */
  readonly problems?: readonly string[];
  /** Names of the arguments that are secret. @default none */
  readonly secrets?: Promise<readonly string[]>;
}

interface Registered extends Registration {
  readonly entry: string;
  readonly urns: readonly string[];
}

type ManagedObjects = Pick<EntryRequest, "managedIds" | "hasUnknownIds">;

export class Registrations {
  /** The state before this run. Rejected with a RunError if it cannot be read. */
  readonly state: Promise<StackState>;
  readonly #toError: (message: string) => Error;
  readonly #checkAccounts: () => Promise<void>;
  readonly #all = new Map<Registration, Registered>();
  readonly #byUrn = new Map<string, Registered>();
  /** The records of the state, grouped once: each request needs only one of an account. */
  #byAccount: ReadonlyMap<string, readonly AccountRecord[]> | undefined;
  /** The managed objects by kind, collected once: each entry that may adopt one needs all of its kind. */
  readonly #managed = new Map<string, ManagedObjects>();
  readonly #byIdentity = new Map<string, Registered>();
  readonly #problems = new Map<Registered, Collision>();
  readonly #invalid: InvalidResource[] = [];
  #openPreviews = 0;

  /** @param checkAccounts is rejected with a RunError if two providers of the program have one account */
  constructor(monitor: Monitor, toError: (message: string) => Error, checkAccounts: () => Promise<void>) {
    this.#toError = toError;
    this.#checkAccounts = checkAccounts;
    this.state = readStackState(monitor).catch((error: Error) => {
      throw toError(error.message);
    });
    this.state.catch(() => {});
  }

  /**
   * The hidden input of a resource. It is rejected with a RunError if the state cannot be read, if another resource of
   * the program is the same object, or if any resource so far has invalid arguments.
   * @throws RunError for a second resource of a kind that exists once
   */
  add(registration: Registration): Promise<string> {
    const { definition, name, options, entry = `${definition.type} ${name}` } = registration;
    const urns = urnsOf(`${TYPE_PREFIX}${definition.type}`, name, options);
    const registered = { ...registration, entry, urns };
    const twin = this.#twinOf(registered);
    if (twin && definition.yaml.shape === "single") throw this.#toError(secondOfOne(twin, registered));
    this.#all.set(registration, registered);
    for (const urn of urns) this.#byUrn.set(urn, registered);
    const { problems = [] } = registration;
    if (problems.length > 0) this.#invalid.push({ entry, problems });
    const request = this.state.then(async (state) => {
      // Meanwhile, the program has constructed the other resources.
      if (this.#invalid.length > 0) throw this.#toError(invalidReport(this.#invalid));
      if (twin && !(this.#recordOf(state, twin) && this.#recordOf(state, registered))) {
        throw this.#toError(sameObject(twin, registered));
      }
      const secrets = (await registration.secrets) ?? [];
      await this.#checkAccounts();
      return toText({ ...this.#requestOf(state, registered), ...(secrets.length > 0 && { secrets }) });
    });
    // The SDK reports the error when it uses this input.
    request.catch(() => {});
    return request;
  }

  /** The values that are secret in the state. None if it cannot be read, which each resource reports. */
  async secretsOfState(): Promise<readonly unknown[]> {
    return this.state.then(
      ({ secrets }) => secrets,
      () => [],
    );
  }

  /**
   * Reads back what `check` planned in a preview. The last one that is read rejects with all problems. Do not await it:
   * the SDK ends the program with that error.
   */
  async watch(registration: Registration, resource: pulumi.CustomResource): Promise<void> {
    if (!isDryRun()) return;
    this.#openPreviews++;
    await this.#readPlan(this.#all.get(registration)!, resource);
    this.#openPreviews--;
    if (this.#openPreviews > 0 || this.#problems.size === 0) return;
    throw this.#toError(collisionReport(this.#takeProblems(await this.state)));
  }

  async #readPlan(registered: Registered, resource: pulumi.CustomResource): Promise<void> {
    try {
      const state = await this.state;
      const problem = recordedProblem(registered, this.#recordOf(state, registered));
      if (problem !== undefined) {
        this.#problems.set(registered, { kind: "unusable", reason: problem });
        return;
      }
      const properties = resource as unknown as Record<string, { promise(): Promise<unknown> }>;
      const { collision } = planOf({ [ENTRY]: await properties[ENTRY]?.promise() });
      if (collision) this.#problems.set(registered, collision);
    } catch {
      // A failed registration is reported by the SDK.
    }
  }

  /** In the order of registration. The plans arrive in any order. */
  #takeProblems(state: StackState): Problem[] {
    const problems = [...this.#all.values()].flatMap((registered): Problem[] => {
      const collision = this.#problems.get(registered);
      if (!collision) return [];
      const { entry, location } = registered;
      return [{ entry, location, collision, owners: this.#ownersOf(state, registered, collision) }];
    });
    this.#problems.clear();
    return problems;
  }

  #ownersOf(state: StackState, registered: Registered, collision: Collision): ReadonlyMap<string, Owner> {
    const { type } = registered.definition;
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
      if (!this.#isOf(record, registered.provider)) continue;
      const staying = this.#byUrn.get(record.urn);
      const key = nameOf(record.urn);
      const entry = staying?.entry ?? entryName(registered.definition, key);
      owners.set(record.id, { entry, key, isLeaving: !staying, isReplacement });
    }
    return owners;
  }

  #requestOf(state: StackState, registered: Registered): EntryRequest {
    const { definition, entry, location, urns, onExisting, provider, file, options } = registered;
    const record = this.#recordOf(state, registered);
    const isDuplicable = definition.lifecycle.existing !== undefined;
    // Decided here, because an explicit provider may have other settings and needs the managed ids to adopt.
    const effective = isDuplicable
      ? effectiveOnExisting(definition, registered.args, onExisting, { onExisting: programOnExisting() })
      : onExisting;
    // A replacement is checked like a new resource, and only the engine knows what is replaced.
    const mayAdopt = isDuplicable && effective !== "fail" && effective !== "duplicate";
    return {
      entry,
      ...(location !== undefined && { location }),
      // The first is its own, the others those of its aliases.
      ...(urns[0] !== undefined && { urn: urns[0] }),
      isPreview: isDryRun(),
      ...(provider && { provider: provider.name }),
      accounts: this.#accountsOf(state, provider),
      ...(record?.id !== undefined && { ownId: record.id }),
      ...(mayAdopt && this.#managedOf(state, definition, effective)),
      ...(effective !== undefined && { onExisting: effective }),
      ...(options.id !== undefined && { isRead: true }),
      ...(record?.isPending && { pending: resolvesPending(registered) ? "decided" : "undecided" }),
      ...(file !== undefined && { file, ...(options.retainOnDelete && { isRetained: true }) }),
    };
  }

  /** Also those of other accounts to which a resource of this provider would have to move. */
  #accountsOf({ accounts }: StackState, provider: ExplicitProvider | undefined): readonly string[] {
    this.#byAccount ??= groupedByAccount(accounts);
    const isOwn = (record: AccountRecord) => this.#isOf(record, provider);
    return [...this.#byAccount].filter(([, records]) => records.some(isOwn)).map(([account]) => account);
  }

  /** By the program, if it has registered the resource, else by the state. */
  #isOf({ urn, provider: recorded }: AccountRecord, provider: ExplicitProvider | undefined): boolean {
    const registered = this.#byUrn.get(urn);
    if (registered) return registered.provider === provider;
    return recorded === undefined ? provider === undefined : provider?.names.includes(recorded) === true;
  }

  #managedOf(state: StackState, { type }: Definition, onExisting: OnExisting | undefined): ManagedObjects {
    const managed = this.#managed.get(type) ?? managedObjects(state, type);
    this.#managed.set(type, managed);
    return typeof onExisting === "object" ? withId(managed, String(onExisting.id)) : managed;
  }

  #recordOf({ byUrn }: StackState, { urns }: Registered): RecordedResource | undefined {
    return urns.map((urn) => byUrn.get(urn)).find((record) => record !== undefined);
  }

  /** Another resource of the program with the same identity. Only values that are known here count. */
  #twinOf(registered: Registered): Registered | undefined {
    const { definition, onExisting, options, provider } = registered;
    // A resource that the program only reads may be one that it manages.
    if (options.id !== undefined) return undefined;
    const namesItsObject = onExisting === "duplicate" || typeof onExisting === "object";
    if (namesItsObject && definition.yaml.shape !== "single") return undefined;
    const identity = knownIdentity(registered);
    if (identity === undefined) return undefined;
    // Another provider has another account.
    const key = JSON.stringify([definition.type, provider?.name, identity]);
    const twin = this.#byIdentity.get(key);
    if (!twin) this.#byIdentity.set(key, registered);
    return twin;
  }
}

/** By the values that are known in the program. */
function knownIdentity({ definition, args }: Registered): string | undefined {
  if (definition.yaml.shape === "single") return "";
  const names = identifyingFields(definition, args);
  if (names.some((name) => typeof args[name] === "object")) return undefined;
  return identityOf(definition, Object.fromEntries(names.map((name) => [name, args[name]])));
}

function resolvesPending({ onExisting }: Registered): boolean {
  return onExisting === "duplicate" || typeof onExisting === "object";
}

/** Why an entry cannot go on with what the state records about it. */
function recordedProblem(registered: Registered, record: RecordedResource | undefined): string | undefined {
  if (record?.isPending) return resolvesPending(registered) ? undefined : UNDECIDED_CREATE;
  return otherObjectProblem(registered.definition, registered.onExisting, record?.id);
}

function managedObjects({ byUrn }: StackState, type: string): ManagedObjects {
  const records = [...byUrn.values()].filter((record) => record.type === TYPE_PREFIX + type);
  return {
    managedIds: idsByAccount(records),
    ...(records.some(({ id }) => id === undefined) && { hasUnknownIds: true }),
  };
}

/** An entry that names its object cannot adopt another one. */
function withId({ managedIds = {}, ...others }: ManagedObjects, id: string): ManagedObjects {
  const owners = Object.entries(managedIds).filter(([, ids]) => ids.includes(id));
  return { ...others, managedIds: Object.fromEntries(owners.map(([account]) => [account, [id]])) };
}

function sameObject(twin: Registered, { entry, definition, args }: Registered): string {
  const fields = identifyingFields(definition, args).map((name) => `${name} ${JSON.stringify(args[name])}`);
  return (
    `${entry} and ${twin.entry} are the same object: ${fields.join(", ")}. Remove one of them, or set ` +
    "onExisting: duplicate to create two"
  );
}

function secondOfOne(twin: Registered, { entry, definition }: Registered): string {
  return `${entry} and ${twin.entry} are the same object: a stack has one ${definition.type}. Remove one of them`;
}

function groupedByAccount(records: readonly AccountRecord[]): ReadonlyMap<string, readonly AccountRecord[]> {
  const groups = new Map<string, AccountRecord[]>();
  for (const record of records) {
    if (record.account === undefined) continue;
    const group = groups.get(record.account);
    if (group) group.push(record);
    else groups.set(record.account, [record]);
  }
  return groups;
}
