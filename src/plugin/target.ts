// One resource, as the engine names it, and what the engine learns about it.
import type { Claimant } from "../api/lists/owners";
import type { Definition, Props } from "../kind/definition";
import { resourceName } from "../kind/entry";

/** A resource, as the engine names it. */
export interface Target {
  readonly definition: Definition;
  readonly urn: string;
}

export interface Failure {
  /** The engine prints its value. Omitted if that is secret. */
  readonly property?: string;
  readonly reason: string;
}

export type Change = "add" | "update" | "delete";

export interface Comparison {
  readonly changes: Readonly<Record<string, Change>>;
  readonly replaces: readonly string[];
}

export interface ReadObject {
  /** Empty if the object is gone. */
  readonly id: string;
  readonly props?: Props;
  readonly inputs?: Props;
}

/** As which messages name it. */
export function claimantOf({ definition, urn }: Target): Claimant {
  return { name: `${definition.type} ${resourceName(urn)}`, urn };
}

/** The words of the option `onExisting`. Kinds without a list have none. */
export function wordsOf({ lifecycle }: Definition): readonly string[] {
  if (!lifecycle.list) return [];
  return lifecycle.resetByUpdate ? ["fail", "duplicate", "overwrite"] : ["fail", "duplicate"];
}
