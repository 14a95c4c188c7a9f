// Finds entries for the same object: two resources would overwrite each other's changes.
import { formatList } from "../../api/suggest";
import type { Definition, Props } from "../../kind/definition";
import { identifyingFields, identitiesOf } from "../../kind/identity";
import { Unresolved } from "../parse/tree";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import type { ListField } from "../schema/layout";

export class Duplicates {
  readonly #diagnostics: Diagnostics;
  /** By kind and identity. */
  readonly #firsts = new Map<string, First>();
  /** By kind and item of a parent. */
  readonly #firstItems = new Map<string, First>();
  /** By kind and content. */
  readonly #firstContents = new Map<string, First>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Reports an entry for the same object as an earlier one. */
  check(definition: Definition, args: Props, label: string, location: Location): void {
    const fields = identifyingFields(definition, args);
    if (fields.some((name) => args[name] instanceof Unresolved)) return;
    const [identity] = identitiesOf(definition, args);
    if (identity === undefined) return;
    const first = firstOf(this.#firsts, `${definition.type} ${identity}`, { label, location });
    if (!first) return;
    this.#diagnostics.error(
      location,
      "duplicate",
      `${label} is the same object as ${first.label} (${locationText(first.location)}): same ${formatList(fields)}`,
      "remove one of them, or set onExisting: duplicate under its options to create two",
    );
  }

  /** Warns about an item that an earlier entry has, too, if some deployments keep it in one entry only. */
  checkMoved({ definition, yaml }: ListField, value: unknown, label: string, location: Location): void {
    if (!yaml.mayMove) return;
    const member = yaml.label(value as never);
    const id = `${definition.type} ${member}`;
    const first = firstOf(this.#firstItems, id, { label, location });
    if (!first) return;
    this.#diagnostics.warning(
      location,
      "duplicate",
      `${label}: ${member} is also in ${first.label} (${locationText(first.location)})`,
      "some deployments keep it in one only, where the last assignment wins: remove one of them",
    );
  }

  /** Warns about an entry with the content of an earlier one, without its values, which may be secret. */
  checkContent(definition: Definition, args: Props, label: string, location: Location): void {
    const { content = [], fields, type } = definition;
    if (content.length === 0) return;
    const id = JSON.stringify([type, ...content.map((name) => fields[name]?.canonical(args[name]))]);
    const first = firstOf(this.#firstContents, id, { label, location });
    if (!first) return;
    this.#diagnostics.warning(
      location,
      "duplicate",
      `${label} has the same content as ${first.label} (${locationText(first.location)})`,
      "remove one of them, or set onExisting: duplicate under its options to have both",
    );
  }
}

interface First {
  readonly label: string;
  readonly location: Location;
}

/** The earlier entry with an id. Without one, this is the first. */
function firstOf(firsts: Map<string, First>, id: string, entry: First): First | undefined {
  const first = firsts.get(id);
  if (!first) firsts.set(id, entry);
  return first;
}
