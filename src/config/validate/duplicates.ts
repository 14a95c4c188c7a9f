// Finds entries for the same object: two resources would overwrite each other's changes.
import type { Definition, Props } from "../../kind/definition";
import { Unresolved } from "../parse/tree";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import { formatList } from "../source/printable";

export class Duplicates {
  readonly #diagnostics: Diagnostics;
  /** By kind and identity. */
  readonly #firsts = new Map<string, { label: string; location: Location }>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Reports an entry for the same object as an earlier one. */
  check(definition: Definition, args: Props, label: string, location: Location): void {
    const identity = definition.identity(args);
    if (identity === undefined || dependsOnUnresolved(definition, args, identity)) return;
    const id = `${definition.type} ${identity}`;
    const first = this.#firsts.get(id);
    if (!first) {
      this.#firsts.set(id, { label, location });
      return;
    }
    const fields = identityFields(definition, args, identity);
    const same = fields.length === 0 ? "" : `: same ${formatList(fields)}`;
    this.#diagnostics.error(
      location,
      `${label} is the same object as ${first.label} (${locationText(first.location)})${same}`,
      "remove one of them",
    );
  }
}

function dependsOnUnresolved(definition: Definition, args: Props, identity: string): boolean {
  const unresolved = Object.keys(args).filter((name) => args[name] instanceof Unresolved);
  if (unresolved.length === 0) return false;
  return identityFields(definition, args, identity).some((name) => unresolved.includes(name));
}

/** The fields that determine the identity. */
function identityFields(definition: Definition, args: Props, identity: string): string[] {
  return Object.keys(args).filter((name) => definition.identity({ ...args, [name]: "\0" }) !== identity);
}
