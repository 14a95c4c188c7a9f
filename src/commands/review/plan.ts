// What an apply does, by cause: the config, or somebody who changed the account.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Definition, Props } from "../../kind/definition";
import { decisionOf, entryName, nameOf } from "../../kind/entry";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { definitions } from "../../resources/definitions";
import type { Preview, PreviewedResource } from "./events";

/** `gone`: deleted by hand, and not in the config any more. */
export const OPERATIONS = ["create", "adopt", "update", "replace", "delete", "gone"] as const;
export type Operation = (typeof OPERATIONS)[number];

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
  readonly operation: Operation;
  readonly cause: Cause;
  readonly id?: string;
  readonly fields: readonly FieldChange[];
  /** Unset for a resource of another package. */
  readonly definition?: Definition;
  readonly resource: PreviewedResource;
}

export function changesOf({ resources }: Preview): readonly Change[] {
  return resources.flatMap((one) => changeOf(one) ?? []).sort((a, b) => (a.urn < b.urn ? -1 : 1));
}

function changeOf(resource: PreviewedResource): Change | undefined {
  const { urn, type, next = {} } = resource;
  const operation = operationOf(resource);
  if (!operation) return undefined;
  const definition = definitions.find((one) => TYPE_PREFIX + one.type === type);
  const key = definition ? entryName(definition, nameOf(urn)) : `${type} ${nameOf(urn)}`;
  const id = operation === "adopt" ? decisionOf(next).adopt : resource.id;
  const isByHand = resource.live === null;
  return {
    key,
    urn,
    operation,
    cause: isByHand ? "drift" : "config",
    ...(id !== undefined && { id }),
    fields: fieldsOf(resource, operation, definition),
    ...(definition && { definition }),
    resource,
  };
}

function operationOf({ operation, next = {}, live }: PreviewedResource): Operation | undefined {
  if (operation === undefined) return live === null ? "gone" : undefined;
  if (operation === "create") return decisionOf(next).adopt === undefined ? "create" : "adopt";
  return OPERATIONS.find((one) => one === operation);
}

function fieldsOf(
  resource: PreviewedResource,
  operation: Operation,
  definition: Definition | undefined,
): readonly FieldChange[] {
  const { recorded = {}, live, changed, drifted } = resource;
  const next = operation === "delete" || operation === "gone" ? {} : (resource.next ?? {});
  const before = live === undefined ? recorded : (live ?? {});
  const names = [...new Set([recorded, before, next].flatMap(Object.keys))].filter(
    (name) => !name.startsWith("__"),
  );
  return names.toSorted().flatMap((name) => {
    const [was, is, will] = [recorded[name], before[name], next[name]];
    const same = (a: unknown, b: unknown) => isSame(definition, name, a, b);
    // An object that is created, adopted or deleted changes in all fields.
    const isChanged = !same(is, will) || changed.has(name);
    if (!isChanged) return [];
    const isDrift = live !== undefined && (drifted.has(name) || !same(was, is));
    const cause = !isDrift ? "config" : same(was, will) ? "drift" : "conflict";
    return [{ name, cause, recorded: was, live: is, next: will }];
  });
}

/** By meaning: `#22aa66` is `#22AA66`. */
function isSame(definition: Definition | undefined, name: string, a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return isDeepStrictEqual(a, b) || definition?.fields[name]?.same(a, b) === true;
}

/** Such as `3 create`. */
export function countsOf(changes: readonly Change[]): readonly string[] {
  return OPERATIONS.flatMap((operation) => {
    const count = changes.filter((one) => one.operation === operation).length;
    return count === 0 ? [] : [`${count} ${operation}`];
  });
}

export function hasDrift({ cause, fields }: Change): boolean {
  return cause === "drift" || fields.some((field) => field.cause !== "config");
}

/** Everything that an apply does: operations, objects, fields, old and new values. A changed secret counts as changed. */
export function effectsOf(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ key, urn, operation, id, fields, resource }) => [
    JSON.stringify([key, operation, urn, id ?? "", resource.next ? decisionOf(resource.next) : {}]),
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

/** Of a resource of this package: its recorded arguments and outputs. */
export function stateOf({ resource: { recorded, outputs } }: Change): Props {
  return { ...outputs, ...recorded };
}
