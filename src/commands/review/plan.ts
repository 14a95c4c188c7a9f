// What an apply does, and why: the config, or somebody who changed the account.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Props } from "../../kind/definition";
import { type Decision, decisionOf, entryName, nameOf } from "../../kind/entry";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { definitions } from "../../resources/definitions";
import { UsageError } from "../command";
import type { State, Step } from "./events";

/**
 * `overwrite`: adopts and updates. `record`: only the state changes. `forget`: only the state loses it. `gone`: deleted by
 * hand, and no longer in the config.
 */
const OPERATIONS = "create adopt overwrite update record replace delete forget gone".split(" ");

/** What happens to an object, or to one of its fields. */
export interface Row {
  readonly operation: string;
  /** Such as `qrCodes.menu`. */
  readonly key: string;
  readonly field?: string;
  /** As the state has it. Of an object, its id. */
  readonly old?: string | undefined;
  /** What somebody changed it to. */
  readonly live?: string | undefined;
  readonly new?: string | undefined;
}

export interface Change extends Pick<Sides, "recorded" | "adopts" | "isGone" | "definition"> {
  readonly operation: string;
  readonly key: string;
  /** Of the object, and of its fields. */
  readonly rows: readonly Row[];
  /** All that the fingerprint covers. */
  readonly plan: unknown;
}

/** @param resources the steps of each, by URN. @throws UsageError without a refresh */
export function changesOf(resources: ReadonlyMap<string, readonly Step[]>): readonly Change[] {
  const sorted = [...resources].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = sorted.flatMap(([, steps]) => {
    // If the delete of an earlier replacement has failed, the state has that object, too.
    const isReplaced = steps.some(isReplacement);
    const isOld = ({ op, old }: Step) => old?.delete === true && (op === "refresh" || !isReplaced);
    return [steps.filter((one) => !isOld(one)), steps.filter(isOld)];
  });
  const changes = parts.filter((steps) => steps.length > 0).map(changeOf);
  return changes.filter(({ operation }) => OPERATIONS.includes(operation));
}

function isReplacement({ op }: Step): boolean {
  return op === "create-replacement" || op === "replace";
}

function changeOf(steps: readonly Step[]): Change {
  const sides = sidesOf(steps);
  const { urn, type, definition, recorded, wanted, adopts, isGone, isRefreshed } = sides;
  const options = optionsOf(sides);
  const operation = operationOf(sides, options.length > 0);
  if (recorded && !isRefreshed && OPERATIONS.includes(operation))
    throw new UsageError("the preview needs --refresh: without it, nobody knows what the account has");
  const key = definition ? entryName(definition, nameOf(urn)) : `${type} ${nameOf(urn)}`;
  const row = { operation: isGone && operation !== "gone" ? `${operation} again` : operation, key };
  const newId = operation === "adopt" ? (adopts.adopt ?? wanted?.id) : adopts.adopt;
  const object = { ...row, old: idText(recorded?.id), new: idText(newId) };
  const rows = [object, ...fieldsOf(row, sides), ...options.map((one) => ({ operation, key, ...one }))];
  return { ...sides, operation, key, rows, plan: planOf(sides) };
}

function idText(id: string | undefined): string | undefined {
  return id ? `id ${id}` : undefined;
}

type Sides = ReturnType<typeof sidesOf>;

/** What the state, the account and the config say about a resource. */
function sidesOf(steps: readonly Step[]) {
  const { urn, type } = steps.at(-1)!;
  const refresh = steps.find(({ op }) => op === "refresh");
  const planned = steps.filter((one) => one !== refresh);
  const wanted = planned.findLast((one) => one.new)?.new;
  const isReplaced = planned.some(isReplacement);
  const isGone = refresh !== undefined && !refresh.new;
  const engine = isReplaced ? "replace" : (planned.at(-1)?.op ?? (isGone ? "gone" : "same"));
  const isNew = engine === "create" || isReplaced;
  return {
    urn,
    type,
    engine,
    /** Deleted by hand. */
    isGone,
    isRefreshed: refresh !== undefined,
    /** Unset for a resource of another package. */
    definition: definitions.find((one) => TYPE_PREFIX + one.type === type),
    recorded: steps[0]!.old,
    live: refresh?.new,
    wanted,
    /** The existing object that becomes that of the entry. */
    adopts: isNew ? decisionOf(wanted?.inputs ?? {}) : ({} as Decision),
    drifted: namedIn([refresh]),
    changed: namedIn(planned),
  };
}

/** What the engine names as different: nothing else shows that a secret is. */
function namedIn(steps: readonly (Step | undefined)[]): readonly string[] {
  const paths = steps.flatMap((step) => [...(step?.diffs ?? []), ...Object.keys(step?.detailedDiff ?? {})]);
  return [...new Set(paths.map((path) => path.split(/[.[]/)[0]!))].sort();
}

function planOf({ urn, engine, adopts, recorded, live, wanted, drifted, changed }: Sides): unknown {
  const values = (state: State | null | undefined) => {
    const { __provider: _, ...inputs } = state?.inputs ?? {};
    return state && [state.urn, state.protect, state.retainOnDelete, inputs];
  };
  return [urn, engine, adopts, recorded?.id, ...[recorded, live, wanted].map(values), drifted, changed];
}

function operationOf({ definition, recorded, adopts, engine }: Sides, hasOptions: boolean): string {
  if (engine === "create" && adopts.adopt !== undefined) return adopts.update ? "overwrite" : "adopt";
  // Resources of other packages are imported.
  if (engine === "import") return "adopt";
  if (engine === "same") return hasOptions ? "record" : engine;
  if (!engine.startsWith("delete")) return engine;
  return definition?.whyRetained !== undefined || recorded?.retainOnDelete ? "forget" : "delete";
}

/** What the state records beside the fields: the key, and the options that guard the object. */
function optionsOf({ definition, recorded, wanted }: Sides): readonly Pick<Row, "field" | "old" | "new">[] {
  // The name of a member follows from its parent.
  if (!recorded || !wanted || definition?.parent !== undefined) return [];
  const options = ({ urn, protect = false, retainOnDelete = false }: State) =>
    Object.entries({ key: nameOf(urn), protect, retainOnDelete });
  const before = new Map<string, unknown>(options(recorded));
  return options(wanted).flatMap(([field, value]) => {
    const old = before.get(field);
    return old === value ? [] : { field, old: shown(old), new: shown(value) };
  });
}

function fieldsOf(object: Row, sides: Sides): readonly Row[] {
  const { definition, isGone, drifted, changed } = sides;
  if (sides.engine === "same") return [];
  const [recorded = {}, live = {}, next = {}] = [sides.recorded, sides.live, sides.wanted].map(
    (one) => one?.inputs,
  );
  const names = Object.keys({ ...recorded, ...live, ...next }).filter((name) => !name.startsWith("__"));
  return names.sort().flatMap((field) => {
    // By meaning: `#22aa66` is `#22AA66`.
    const same = (a: Props, b: Props) =>
      isDeepStrictEqual(a[field], b[field]) ||
      (field in a && field in b && definition?.fields[field]?.same(a[field], b[field]) === true);
    if (same(live, next) && !changed.includes(field)) return [];
    const row = { ...object, field, old: shown(recorded[field]), new: shown(next[field]) };
    if (isGone || (same(recorded, live) && !drifted.includes(field))) return row;
    return { ...row, operation: same(recorded, next) ? "undo" : "conflict", live: shown(live[field]) };
  });
}

function shown(value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}

/** Such as `3 create`. */
export function countsOf(changes: readonly Change[]): readonly string[] {
  const count = (operation: string) => changes.filter((one) => one.operation === operation).length;
  return OPERATIONS.filter((one) => count(one) > 0).map((one) => `${count(one)} ${one}`);
}

/** Whether somebody changed it on the account. `undo`: the apply reverts it. `conflict`: the config changes it, too. */
export function isDrift({ operation }: Row): boolean {
  return ["undo", "conflict", "gone"].includes(operation) || operation.endsWith(" again");
}

/** The counts, which a refusal shows, and a hash: `3-create_2-update_5f2d…`. */
export function fingerprintOf(stack: string, version: string, changes: readonly Change[]): string {
  const hash = createHash("sha256").update(JSON.stringify([stack, version, changes.map(({ plan }) => plan)]));
  return [...countsOf(changes), hash.digest("hex").slice(0, 32)].join("_").replaceAll(" ", "-");
}

export const FINGERPRINT = /^(\d+-[a-z]+_)*[0-9a-f]{32}$/;
