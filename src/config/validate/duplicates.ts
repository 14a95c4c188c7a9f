// Finds entries for the same object: two resources would overwrite each other's changes.
import type { Definition, Props } from "../../kind/definition";
import { identifyingFields, identitiesOf } from "../../kind/identity";
import { formatList } from "../../kind/schema";
import type { ListField } from "../schema/file-schema";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import type { ConfigNode } from "../yaml/tree";

export class Duplicates {
  readonly #firsts = new Map<string, ConfigNode>();

  /** Reports an entry for the same object as an earlier one, and warns about one with its content. */
  check(definition: Definition, args: Props, node: ConfigNode): void {
    const { type, fields, content = [] } = definition;
    const identifying = identifyingFields(definition, args);
    const isKnown = identifying.every((name) => args[name] !== UNRESOLVED);
    const [identity] = isKnown ? identitiesOf(definition, args) : [];
    const same = identity === undefined ? undefined : this.#first(`${type} ${identity}`, node);
    const help = "remove one of them, or set onExisting: duplicate under its options to have both";
    if (same) {
      const message = `${node.label} is the same object as ${named(same)}: same ${formatList(identifying)}`;
      node.keyError("duplicate", message, help);
    }
    if (content.length === 0 || hasUnresolved(args)) return;
    const values = content.map((name) => fields[name]?.canonical(args[name]));
    const equal = this.#first(`${type} content ${JSON.stringify(values)}`, node);
    // Without its values, which may be secret.
    if (equal)
      node.warning("duplicate", `${node.label} has the same content as ${named(equal)}`, help, node.keyRange);
  }

  /** Reports a second equal member of an entry, and warns about one of another entry, if some services keep only one. */
  checkMember({ definition, yaml }: ListField, name: string, node: ConfigNode): void {
    const list = listLabel(node);
    const same = this.#first(`${definition.type} ${name}`, node);
    if (same) {
      const message = `${list}: duplicate assignment; the first one is at ${same.keyPosition}`;
      node.keyError("duplicate", message, "remove one of them");
    }
    if (same || !yaml.mayMove) return;
    const member = yaml.label(node.value as never);
    const other = this.#first(`${definition.type} member ${member}`, node);
    const help = "some deployments keep it in one only, where the last assignment wins: remove one of them";
    if (other)
      node.warning(
        "duplicate",
        `${list}: ${member} is also in ${listLabel(other)} (${other.keyPosition})`,
        help,
        node.keyRange,
      );
  }

  /** The earlier node with an id. Without one, this is the first. */
  #first(id: string, node: ConfigNode): ConfigNode | undefined {
    const first = this.#firsts.get(id);
    if (!first) this.#firsts.set(id, node);
    return first;
  }
}

function named(node: ConfigNode): string {
  return `${node.label} (${node.keyPosition})`;
}

/** How messages name the list of a member, such as `campaigns.launch.links`. */
function listLabel({ parent }: ConfigNode): string {
  return parent!.label.replace(": ", ".");
}
