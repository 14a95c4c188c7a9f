// Reads the lists of an entry, whose members are resources of their own.
import { describeValue } from "../../kind/schema";
import { hasUnresolved, isNull, type Node, type Pair, plainValue, Unresolved } from "../parse/tree";
import { type Code, type Diagnostics, type Location, locationText } from "../report/diagnostics";
import type { ListField } from "../schema/layout";
import type { Range, Source } from "../source/source";
import { coerce } from "./coerce";
import type { Duplicates } from "./duplicates";
import type { ReferenceUse, Rename } from "./entry-keys";
import type { FieldReader } from "./field-reader";
import type { PlannedMember } from "./plan";

/** What the entries of all files have in common. */
export interface Shared {
  readonly diagnostics: Diagnostics;
  readonly duplicates: Duplicates;
  /** Checked after all entries are read. */
  readonly references: ReferenceUse[];
  /** Checked after all entries are read. */
  readonly renames: Rename[];
}

export class MemberReader {
  readonly #source: Source;
  readonly #shared: Shared;
  readonly #fields: FieldReader;

  constructor(source: Source, shared: Shared, fields: FieldReader) {
    this.#source = source;
    this.#shared = shared;
    this.#fields = fields;
  }

  /** @param parent how messages name the entry */
  read(list: ListField, { keyRange, value }: Pair, parentKey: string, parent: string): PlannedMember[] {
    const label = `${parent}.${list.yaml.field}`;
    if (isNull(value) || (value.kind !== "list" && value.hasReportedError)) return [];
    if (value.kind !== "list") {
      const message = `${label} must be a list, not ${describeValue(plainValue(value))}`;
      this.#error(keyRange, "type", message, 'start each list item with "- "');
      return [];
    }
    const members: PlannedMember[] = [];
    const firsts = new Map<string, Range>();
    for (const node of value.items) {
      const member = this.#member(list, node, parentKey, label);
      if (!member) continue;
      members.push(member);
      if (hasUnresolved(node)) continue;
      const first = firsts.get(member.name);
      if (first) {
        const where = locationText(this.#location(first));
        this.#error(
          node,
          "duplicate",
          `${label}: duplicate assignment; the first one is at ${where}`,
          "remove one of them",
        );
      } else {
        firsts.set(member.name, node);
        this.#shared.duplicates.checkMoved(list, member.value, label, this.#location(startOf(node)));
      }
    }
    return members;
  }

  #member(list: ListField, written: Node, parentKey: string, label: string): PlannedMember | undefined {
    const { yaml, member: inspector } = list;
    const node = coerce(written, inspector);
    if (this.#fields.rejectsSecret(node, label) || this.#fields.rejectsNumber(node, inspector, label))
      return undefined;
    const value = plainValue(node);
    const range = startOf(node);
    if (!this.#fields.isValid(value, { node, range, label, inspector })) return undefined;
    // No text from outside is a mapping.
    if (value instanceof Unresolved && inspector.fieldsAt([]).length > 0) {
      this.#error(range, "type", `${label} must be a mapping of fields, not text`);
      return undefined;
    }
    const references = inspector.references(value);
    this.#shared.references.push({ references, source: this.#source, member: node, label });
    const location = locationText(this.#location(range));
    return { list, name: `${parentKey}/${yaml.label(value as never)}`, value, location };
  }

  #location(range: Range): Location {
    return { source: this.#source, range };
  }

  #error(range: Range, code: Code, message: string, help?: string): void {
    this.#shared.diagnostics.error(this.#location(range), code, message, help);
  }
}

/** Where a member is reported. */
function startOf(node: Node): Range {
  return node.kind === "scalar" ? node : { start: node.start, end: node.start + 1 };
}
