// Finds entries for the same object: two resources would overwrite each other's changes.

import type { Definition, Props } from "../../kind/definition";
import { identifyingFields, identitiesOf } from "../../kind/identity";
import { formatList } from "../../kind/schema";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import type { ListField } from "../schema/file-schema";
import { hasUnresolved, UNRESOLVED } from "../yaml/values";

interface First {
  readonly label: string;
  readonly location: Location;
}

export class Duplicates {
  readonly #diagnostics: Diagnostics;
  readonly #firsts = new Map<string, First>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Reports an entry for the same object as an earlier one, and warns about one with its content. */
  check(definition: Definition, args: Props, label: string, location: Location): void {
    const { type, content = [] } = definition;
    const fields = identifyingFields(definition, args);
    const isKnown = !fields.some((name) => args[name] === UNRESOLVED);
    const [identity] = isKnown ? identitiesOf(definition, args) : [];
    const same = identity === undefined ? undefined : this.#first(`${type} ${identity}`, label, location);
    if (same)
      this.#diagnostics.error(
        location,
        "duplicate",
        `${label} is the same object as ${named(same)}: same ${formatList(fields)}`,
        "remove one of them, or set onExisting: duplicate under its options to create two",
      );
    if (content.length === 0 || hasUnresolved(args)) return;
    const values = content.map((name) => definition.fields[name]?.canonical(args[name]));
    const equal = this.#first(`${type} content ${JSON.stringify(values)}`, label, location);
    // Without its values, which may be secret.
    if (equal)
      this.#diagnostics.warning(
        location,
        "duplicate",
        `${label} has the same content as ${named(equal)}`,
        "remove one of them, or set onExisting: duplicate under its options to have both",
      );
  }

  /** Reports a second equal member of an entry, and warns about one of another entry, if some services keep only one. */
  checkMember(
    { definition, yaml }: ListField,
    name: string,
    value: unknown,
    label: string,
    location: Location,
  ): void {
    const same = this.#first(`${definition.type} ${name}`, label, location);
    if (same)
      this.#diagnostics.error(
        location,
        "duplicate",
        `${label}: duplicate assignment; the first one is at ${locationText(same.location)}`,
        "remove one of them",
      );
    if (same || !yaml.mayMove) return;
    const member = yaml.label(value as never);
    const other = this.#first(`${definition.type} member ${member}`, label, location);
    if (other)
      this.#diagnostics.warning(
        location,
        "duplicate",
        `${label}: ${member} is also in ${named(other)}`,
        "some deployments keep it in one only, where the last assignment wins: remove one of them",
      );
  }

  /** The earlier entry with an id. Without one, this is the first. */
  #first(id: string, label: string, location: Location): First | undefined {
    const first = this.#firsts.get(id);
    if (!first) this.#firsts.set(id, { label, location });
    return first;
  }
}

function named({ label, location }: First): string {
  return `${label} (${locationText(location)})`;
}
