// Finds what may be there only once. Two entries for the same object would overwrite each other's changes.

import { identifyingFields, identityOf } from "../../kind/compare";
import type { Definition, Props } from "../../kind/definition";
import { isDecided, type OnExisting } from "../../kind/on-existing";
import { formatList } from "../../kind/schema";
import type { ListField } from "../schema/file-schema";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import type { ConfigNode } from "../yaml/tree";

const KEEP_ONE = "remove one of them";
const KEEP_BOTH = `${KEEP_ONE}, or set onExisting: duplicate under its options to have both`;

export class Duplicates {
  readonly #firsts = new Map<string, ConfigNode>();

  /** Reports a node if an earlier one has the id. @returns whether it is the first */
  isFirst(id: string, node: ConfigNode, message: string, help: string, range = node.keyRange): boolean {
    const first = this.#firstWith(id, node);
    if (first) node.error(`${message}; ${placeOf(first)}`, help, range);
    return !first;
  }

  /** Reports an entry for the same object as an earlier one, and warns about one with its content. */
  checkEntry(
    definition: Definition,
    args: Props,
    onExisting: OnExisting | undefined,
    node: ConfigNode,
  ): void {
    const { type, fields, content = [], publicUse } = definition;
    if (typeof onExisting === "object") {
      const { range } = node.at(["options", "onExisting"]) ?? node;
      const help = "correct the id, or remove an entry";
      this.isFirst(`${type} id ${onExisting.id}`, node, "manages the object of another entry", help, range);
    }
    if (isDecided(onExisting)) return;
    const names = identifyingFields(definition, args);
    const isKnown = names.every((name) => args[name] !== UNRESOLVED);
    const identity = isKnown ? identityOf(definition, args) : undefined;
    const same = identity === undefined ? undefined : this.#firstWith(`${type} ${identity}`, node);
    if (same) {
      // No service has two of an address.
      const isAddress = publicUse !== undefined && names.some((name) => fields[name]!.createOnly);
      const help = isAddress ? `${KEEP_ONE}, or change its ${names.at(-1)}` : KEEP_BOTH;
      const message = `is the same object as another entry: same ${formatList(names)}`;
      node.error(`${message}; ${placeOf(same)}`, help, node.keyRange);
    }
    if (content.length === 0 || hasUnresolved(args)) return;
    const values = JSON.stringify(content.map((name) => fields[name]?.canonical(args[name])));
    const equal = this.#firstWith(`${type} content ${values}`, node);
    // Without the values, which may be secret.
    const message = "has the content of another entry";
    if (equal) node.warning(`${message}; ${placeOf(equal)}`, KEEP_BOTH, node.keyRange);
  }

  /** Reports a second equal member of an entry. */
  checkMember({ definition: { type } }: ListField, name: string, node: ConfigNode): void {
    this.isFirst(`${type} ${name}`, node, "is a duplicate assignment", KEEP_ONE);
  }

  /** @returns the earlier node with the id. Without one, this is the first */
  #firstWith(id: string, node: ConfigNode): ConfigNode | undefined {
    const first = this.#firsts.get(id);
    if (!first) this.#firsts.set(id, node);
    return first;
  }
}

function placeOf({ label, keyPosition }: ConfigNode): string {
  return `the first one is ${label} at ${keyPosition}`;
}
