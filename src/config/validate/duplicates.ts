// Finds what may be there only once. Two entries for the same object would overwrite each other's changes.

import { identifyingFields, identityOf } from "../../kind/compare";
import type { Definition, Props } from "../../kind/definition";
import { isDecided, type OnExisting } from "../../kind/on-existing";
import { formatList } from "../../kind/schema";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import type { ConfigNode } from "../yaml/tree";

export const KEEP_ONE = "remove one of them";

export class Duplicates {
  readonly #firsts = new Map<string, ConfigNode>();

  /** Reports a node if an earlier one has the id. @returns whether it is the first */
  isFirst(id: string, node: ConfigNode, message: string, help: string, range = node.keyRange): boolean {
    const first = this.#firsts.get(id);
    if (first) node.error(`${message}; ${placeOf(first)}`, help, range);
    else this.#firsts.set(id, node);
    return !first;
  }

  /** Reports an entry for the same object as an earlier one. */
  checkEntry(definition: Definition, args: Props, onExisting: OnExisting | undefined, node: ConfigNode) {
    const { type, fields, publicUse } = definition;
    if (typeof onExisting === "object" && !hasUnresolved(onExisting)) {
      const { range } = node.at(["options", "onExisting"]) ?? node;
      const help = "correct the id, or remove an entry";
      this.isFirst(`${type} id ${onExisting.id}`, node, "manages the object of another entry", help, range);
    }
    if (isDecided(onExisting)) return;
    const names = identifyingFields(definition, args);
    const isKnown = names.every((name) => args[name] !== UNRESOLVED);
    const identity = isKnown ? identityOf(definition, args) : undefined;
    if (identity === undefined) return;
    const first = this.#firsts.get(`${type} ${identity}`) ?? node;
    this.#firsts.set(`${type} ${identity}`, first);
    if (first === node) return;
    // No service has two of an address.
    const isAddress = publicUse !== undefined && names.some((name) => fields[name]!.createOnly);
    const other = isAddress
      ? `change its ${names.at(-1)}`
      : "set onExisting: duplicate under its options to have both";
    const message = `is the same object as another entry: same ${formatList(names)}; ${placeOf(first)}`;
    node.error(message, `${KEEP_ONE}, or ${other}`, node.keyRange);
  }
}

export function placeOf({ label, keyPosition }: ConfigNode): string {
  return `the first one is ${label} at ${keyPosition}`;
}
