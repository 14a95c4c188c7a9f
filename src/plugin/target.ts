// One resource, as the engine names it, and what the engine learns about it.
import type { Claimant } from "../api/lists/owners";
import type { Definition } from "../kind/definition";
import { resourceName } from "../kind/entry";

/** Every type token begins with this prefix, followed by the type of the kind. */
export const TOKEN_PREFIX = "link-management:index:";

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

/** As which messages name it. */
export function claimantOf({ definition, urn }: Target): Claimant {
  return { name: `${definition.type} ${resourceName(urn)}`, urn };
}
