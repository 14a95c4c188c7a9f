// What an apply does, and why: the config, or somebody who changed the account.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Definition, Props } from "../../kind/definition";
import { decisionOf, entryName, nameOf } from "../../kind/entry";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { definitions } from "../../resources/definitions";
import { UsageError } from "../command";
import type { Step } from "./events";

/** `overwrite`: adopts and updates. `forget`: only the state loses it. `gone`: deleted by hand, and no longer in the config. */
const OPERATIONS = ["create", "adopt", "overwrite", "update", "replace", "delete", "forget", "gone"];
/** What somebody changed on the account. `undo`: the apply reverts it. `conflict`: the config changes the same field. */
const DRIFT = ["undo", "conflict", "create again", "gone"];

/** What happens to an object, or to one of its fields. */
export interface Row {
  readonly operation: string;
  /** Such as `qrCodes.menu`. */
  readonly key: string;
  readonly field?: string;
  /** As the state has it. */
  readonly old?: string | undefined;
  /** What somebody changed it to. */
  readonly live?: string | undefined;
  readonly new?: string | undefined;
}

export interface Change {
  readonly operation: string;
  readonly key: string;
  readonly id: string;
  /** As the state has it. */
  readonly outputs: Props;
  /** Unset for a resource of another package. */
  readonly definition: Definition | undefined;
  /** Of the object, and of its fields. */
  readonly rows: readonly Row[];
}

/** @param resources the steps of each, by URN. @throws UsageError without a refresh */
export function changesOf(resources: ReadonlyMap<string, readonly Step[]>): readonly Change[] {
  const sorted = [...resources].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, steps]) => changeOf(steps)).filter(({ operation }) => OPERATIONS.includes(operation));
}

function changeOf(steps: readonly Step[]): Change {
  const { urn, type, old } = steps[0]!;
  const refresh = steps.find(({ op }) => op === "refresh");
  const planned = steps.filter((one) => one !== refresh);
  const definition = definitions.find((one) => TYPE_PREFIX + one.type === type);
  const next = planned.findLast((one) => one.new)?.new?.inputs ?? {};
  const isGone = refresh !== undefined && !refresh.new;
  const operation = operationOf(planned.at(-1)?.op ?? (isGone ? "gone" : "same"), next, definition);
  if (old && !refresh && OPERATIONS.includes(operation))
    throw new UsageError("the preview needs --refresh: without it, nobody knows what the account has");
  const key = definition ? entryName(definition, nameOf(urn)) : `${type} ${nameOf(urn)}`;
  const id = decisionOf(next).adopt ?? old?.id ?? "";
  const word = isGone && operation === "create" ? "create again" : operation;
  const object = { operation: word, key, ...(id && { old: `id ${id}` }) };
  const fields = fieldsOf(object, refresh, planned, next, definition);
  return { operation, key, id, outputs: old?.outputs ?? {}, definition, rows: [object, ...fields] };
}

function operationOf(operation: string, next: Props, definition: Definition | undefined): string {
  const { adopt, update } = decisionOf(next);
  if (operation === "create" && adopt !== undefined) return update ? "overwrite" : "adopt";
  if (operation === "delete" && definition?.whyRetained !== undefined) return "forget";
  // A replacement has several steps. Resources of other packages are imported.
  return operation.includes("replace") ? "replace" : operation === "import" ? "adopt" : operation;
}

function fieldsOf(
  object: Row,
  refresh: Step | undefined,
  planned: readonly Step[],
  next: Props,
  definition: Definition | undefined,
): readonly Row[] {
  const { inputs: recorded = {} } = refresh?.old ?? {};
  const { inputs: live } = refresh?.new ?? {};
  const [drifted, changed] = [namedIn([refresh]), namedIn(planned)];
  const names = Object.keys({ ...recorded, ...live, ...next }).filter((name) => !name.startsWith("__"));
  return names.sort().flatMap((field) => {
    // By meaning: `#22aa66` is `#22AA66`.
    const same = (a: Props, b: Props) =>
      isDeepStrictEqual(a[field], b[field]) ||
      (field in a && field in b && definition?.fields[field]?.same(a[field], b[field]) === true);
    if (same(live ?? {}, next) && !changed.has(field)) return [];
    const row = { ...object, field, old: shown(recorded[field]), new: shown(next[field]) };
    if (!live || (same(recorded, live) && !drifted.has(field))) return row;
    return { ...row, operation: same(recorded, next) ? "undo" : "conflict", live: shown(live[field]) };
  });
}

/** What the engine names as different: nothing else shows that a secret is. */
function namedIn(steps: readonly (Step | undefined)[]): ReadonlySet<string> {
  const paths = steps.flatMap((step) => [...(step?.diffs ?? []), ...Object.keys(step?.detailedDiff ?? {})]);
  return new Set(paths.map((path) => path.split(/[.[]/)[0]!));
}

function shown(value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(value);
}

/** Such as `3 create`. */
export function countsOf(changes: readonly Change[]): readonly string[] {
  const count = (operation: string) => changes.filter((one) => one.operation === operation).length;
  return OPERATIONS.filter((one) => count(one) > 0).map((one) => `${count(one)} ${one}`);
}

export function isDrift({ operation }: Row): boolean {
  return DRIFT.includes(operation);
}

/** The counts, which a refusal shows, and a hash: `3-create_2-update_5f2d…`. */
export function fingerprintOf(stack: string, version: string, changes: readonly Change[]): string {
  const hash = createHash("sha256").update(JSON.stringify([stack, version, changes.map(({ rows }) => rows)]));
  return [...countsOf(changes), hash.digest("hex").slice(0, 32)].join("_").replaceAll(" ", "-");
}

export const FINGERPRINT = /^(\d+-[a-z]+_)*[0-9a-f]{32}$/;
