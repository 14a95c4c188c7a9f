// What an apply does, and why: the config, or somebody who changed the account.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Definition, Props } from "../../kind/definition";
import { type Decision, decisionOf, entryName, nameOf } from "../../kind/entry";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { definitions } from "../../resources/definitions";
import type { PreviewedResource } from "./events";

/** `gone`: deleted by hand, and no longer in the config. */
const OPERATIONS = ["create", "adopt", "update", "replace", "delete", "gone"] as const;

/** `drift`: the apply undoes a change of the account. `conflict`: the config changes the same field. */
export type Cause = "config" | "drift" | "conflict";

export interface FieldChange {
  readonly name: string;
  readonly cause: Cause;
  readonly recorded: unknown;
  readonly live: unknown;
  readonly next: unknown;
}

export interface Change {
  /** Such as `qrCodes.menu`. */
  readonly key: string;
  readonly urn: string;
  readonly operation: (typeof OPERATIONS)[number];
  readonly isDeletedByHand: boolean;
  readonly id: string | undefined;
  readonly decision: Decision;
  readonly fields: readonly FieldChange[];
  /** Arguments and outputs, as the state has them. */
  readonly state: Props;
  /** Unset for a resource of another package. */
  readonly definition: Definition | undefined;
}

export function changesOf(resources: readonly PreviewedResource[]): readonly Change[] {
  return resources.flatMap((one) => changeOf(one) ?? []).sort((a, b) => (a.urn < b.urn ? -1 : 1));
}

function changeOf(resource: PreviewedResource): Change | undefined {
  const { urn, type, next = {}, live, recorded, outputs } = resource;
  const decision = decisionOf(next);
  const engine = resource.operation ?? (live === null ? "gone" : "same");
  // Resources of other packages are imported.
  const isAdopted = engine === "import" || (engine === "create" && decision.adopt !== undefined);
  const operation = isAdopted ? "adopt" : OPERATIONS.find((one) => one === engine);
  if (!operation) return undefined;
  const definition = definitionOf(type);
  return {
    key: definition ? entryName(definition, nameOf(urn)) : `${type} ${nameOf(urn)}`,
    urn,
    operation,
    isDeletedByHand: live === null,
    id: decision.adopt ?? resource.id,
    decision,
    fields: fieldsOf(resource, operation === "delete" || operation === "gone" ? {} : next, definition),
    state: { ...outputs, ...recorded },
    definition,
  };
}

/** `undefined` for a resource of another package. */
export function definitionOf(type: string): Definition | undefined {
  return definitions.find((one) => TYPE_PREFIX + one.type === type);
}

function fieldsOf(
  { recorded = {}, live: found, changed, drifted }: PreviewedResource,
  next: Props,
  definition: Definition | undefined,
): readonly FieldChange[] {
  const live = found === undefined ? recorded : (found ?? {});
  const names = new Set([recorded, live, next].flatMap(Object.keys).filter((name) => !name.startsWith("__")));
  return [...names].sort().flatMap((name) => {
    // By meaning: `#22aa66` is `#22AA66`.
    const same = (a: Props, b: Props) =>
      isDeepStrictEqual(a[name], b[name]) ||
      (name in a && name in b && definition?.fields[name]?.same(a[name], b[name]) === true);
    if (same(live, next) && !changed.has(name)) return [];
    const isDrift = drifted.has(name) || !same(recorded, live);
    const cause = !isDrift ? "config" : same(recorded, next) ? "drift" : "conflict";
    return [{ name, cause, recorded: recorded[name], live: live[name], next: next[name] }];
  });
}

/** Such as `3 create`. */
export function countsOf(changes: readonly Change[]): readonly string[] {
  return OPERATIONS.flatMap((operation) => {
    const count = changes.filter((one) => one.operation === operation).length;
    return count === 0 ? [] : [`${count} ${operation}`];
  });
}

export function hasDrift({ isDeletedByHand, fields }: Change): boolean {
  return isDeletedByHand || fields.some(({ cause }) => cause !== "config");
}

/** Everything that an apply does: operations, objects, fields, old and new values. A changed secret counts as changed. */
export function effectsOf(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ key, urn, operation, id = "", fields, decision }) => [
    JSON.stringify([key, operation, id, decision, urn]),
    ...fields.map(({ name, live, next }) =>
      JSON.stringify([key, operation, name, live ?? null, next ?? null]),
    ),
  ]);
}

/** The counts, which a refusal shows, and a hash: `3-create_2-update_5f2d…`. */
export function fingerprintOf(stack: string, version: string, changes: readonly Change[]): string {
  const hash = createHash("sha256").update(JSON.stringify([stack, version, ...effectsOf(changes)]));
  return [...countsOf(changes), hash.digest("hex").slice(0, 32)].join("_").replaceAll(" ", "-");
}

export const FINGERPRINT = /^(\d+-[a-z]+_)*[0-9a-f]{32}$/;
