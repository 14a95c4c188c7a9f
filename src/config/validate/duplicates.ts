// Finds what may be there only once. Two entries for the same object would overwrite each other's changes.
import type { Definition, Props } from "../../kind/definition";
import { identifyingFields, identityOf } from "../../kind/identity";
import { isDecided, type OnExisting } from "../../kind/on-existing";
import { formatList } from "../../kind/schema";
import type { ListField } from "../schema/file-schema";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import type { ConfigNode } from "../yaml/tree";

const KEEP_ONE = "remove one of them";

export class Duplicates {
  readonly #firsts = new Map<string, ConfigNode>();

  /** Reports a node if an earlier one has the id. @returns whether it is the first */
  isFirst(
    id: string,
    node: ConfigNode,
    message: string,
    help: string,
    { severity = "error", range }: Partial<Parameters<ConfigNode["file"]["report"]>[0]> = {},
  ): boolean {
    const first = this.#firsts.get(id);
    if (!first) {
      this.#firsts.set(id, node);
      return true;
    }
    const where = `the first one is ${first.label} at ${first.keyPosition}`;
    node[severity](`${message}; ${where}`, help, range ?? node.keyRange);
    return false;
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
      const id = `${type} id ${onExisting.id}`;
      this.isFirst(id, node, "manages the object of another entry", "correct the id, or remove an entry", {
        range,
      });
    }
    if (isDecided(onExisting)) return;
    const names = identifyingFields(definition, args);
    const identity = names.some((name) => args[name] === UNRESOLVED)
      ? undefined
      : identityOf(definition, args);
    const orBoth = `${KEEP_ONE}, or set onExisting: duplicate under its options to have both`;
    // No service has two of an address.
    const isAddress = publicUse !== undefined && names.some((name) => fields[name]!.createOnly);
    const help = isAddress ? `${KEEP_ONE}, or change its ${names.at(-1)}` : orBoth;
    const message = `is the same object as another entry: same ${formatList(names)}`;
    if (identity !== undefined) this.isFirst(`${type} ${identity}`, node, message, help);
    if (content.length === 0 || hasUnresolved(args)) return;
    // Without the values, which may be secret.
    const values = JSON.stringify(content.map((name) => fields[name]?.canonical(args[name])));
    const warning = { severity: "warning" } as const;
    this.isFirst(`${type} content ${values}`, node, "has the content of another entry", orBoth, warning);
  }

  /** Reports a second equal member of an entry. */
  checkMember({ definition: { type } }: ListField, name: string, node: ConfigNode): void {
    this.isFirst(`${type} ${name}`, node, "is a duplicate assignment", KEEP_ONE);
  }
}
