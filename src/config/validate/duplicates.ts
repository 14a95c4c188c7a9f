// Finds what may be there only once. Two entries for the same object would overwrite each other's changes.
import type { Definition, Props } from "../../kind/definition";
import { identifyingFields, identityOf } from "../../kind/identity";
import { formatList } from "../../kind/schema";
import type { ListField } from "../schema/file-schema";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import type { ConfigNode } from "../yaml/tree";

/** The first node with each id. */
export class FirstNodes extends Map<string, ConfigNode> {
  /** @returns the earlier node with the id. Without one, this is the first */
  firstWith(id: string, node: ConfigNode): ConfigNode | undefined {
    const first = this.get(id);
    if (!first) this.set(id, node);
    return first;
  }
}

export class Duplicates {
  readonly #firsts = new FirstNodes();

  /** Reports an entry for the same object as an earlier one, and warns about one with its content. */
  check(definition: Definition, args: Props, node: ConfigNode): void {
    const { type, fields, content = [], publicUse } = definition;
    const identifying = identifyingFields(definition, args);
    const isKnown = identifying.every((name) => args[name] !== UNRESOLVED);
    const identity = isKnown ? identityOf(definition, args) : undefined;
    const same = identity === undefined ? undefined : this.#firsts.firstWith(`${type} ${identity}`, node);
    const help = "remove one of them, or set onExisting: duplicate under its options to have both";
    // No service has two of an address.
    const isAddress = publicUse !== undefined && identifying.some((name) => fields[name]!.createOnly);
    const advice = isAddress ? `remove one of them, or change its ${identifying.at(-1)}` : help;
    const message = `is the same object as ${named(same)}: same ${formatList(identifying)}`;
    if (same) node.error(message, advice, node.keyRange);
    if (content.length === 0 || hasUnresolved(args)) return;
    const values = content.map((name) => fields[name]?.canonical(args[name]));
    const equal = this.#firsts.firstWith(`${type} content ${JSON.stringify(values)}`, node);
    // Without its values, which may be secret.
    if (equal) node.warning(`has the same content as ${named(equal)}`, help, node.keyRange);
  }

  /** Reports a second entry that manages the object with an id. */
  checkId({ type }: Definition, { id }: { readonly id: unknown }, node: ConfigNode): void {
    const first = this.#firsts.firstWith(`${type} id ${id}`, node);
    const { range } = node.at(["options", "onExisting"]) ?? node;
    const message = `manages the object that ${named(first)} manages`;
    if (first) node.error(message, "correct the id, or remove an entry", range);
  }

  /** Reports a second equal member of an entry, and warns about one of another entry, if some services keep only one. */
  checkMember({ definition, yaml }: ListField, name: string, node: ConfigNode): void {
    const list = node.parent!;
    const { keyRange } = node;
    const first = this.#firsts.firstWith(`${definition.type} ${name}`, node);
    const message = `duplicate assignment; the first one is at ${first?.keyPosition}`;
    if (first) list.error(message, "remove one of them", keyRange);
    if (first || !yaml.mayMove) return;
    const member = `${definition.type} member ${yaml.label(node.value as never)}`;
    const other = this.#firsts.firstWith(member, node);
    const help = "some deployments keep it in one only, where the last assignment wins: remove one of them";
    if (other) node.warning(`is also in ${named(other.parent, other)}`, help);
  }
}

function named(node: ConfigNode | undefined, keyed = node): string {
  return `${node?.label} (${keyed?.keyPosition})`;
}
