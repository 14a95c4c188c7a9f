// How numbers and booleans are written. Whole numbers of a config file are ids and limits, in plain digits: YAML reads 0123
// as 123, 0x10 as 16, 1e3 as 1000 and 4711.0 as 4711, which are other objects.
import type { Node, ScalarNode } from "../parse/tree";
import type { SchemaInspector, Subschema } from "../schema/schema-inspector";

/** The numbers where the schema has a whole number, but that are not written as one. */
export function misspelledNumbers(
  node: Node,
  inspector: SchemaInspector,
  path: readonly PropertyKey[] = [],
): ScalarNode[] {
  if (node.kind === "list") {
    return node.items.flatMap((item, index) => misspelledNumbers(item, inspector, [...path, index]));
  }
  if (node.kind === "map") {
    return [...node.pairs.values()].flatMap(({ key, value }) =>
      misspelledNumbers(value, inspector, [...path, key]),
    );
  }
  const { value, written, interpolation } = node;
  const isMisspelled = Number.isInteger(value) && !interpolation && written !== String(value);
  return isMisspelled && inspector.at(path).some(({ type }) => type === "integer") ? [node] : [];
}

/** How to write the same value with the expected type. */
export function quotingHelp(
  { value, written }: ScalarNode,
  subschemas: readonly Subschema[],
  isSecret: boolean,
): string | undefined {
  const accepts = (...types: string[]) =>
    subschemas.some(({ type }) => type !== undefined && types.includes(type));
  if (typeof value === "string") {
    const flag = FLAGS[value.toLowerCase()];
    if (accepts("boolean") && flag) return `write ${flag} without quotes`;
    const isNumber = /^-?(0|[1-9]\d*)$/.test(value) && !isSecret;
    return accepts("integer", "number") && !accepts("string") && isNumber
      ? `write it without quotes: ${value}`
      : undefined;
  }
  const isOfOwnType = typeof value === "boolean" ? accepts("boolean") : accepts("integer", "number");
  if (!accepts("string") || isOfOwnType) return undefined;
  return isSecret ? "write it in quotes" : `write it in quotes: "${written}"`;
}

const FLAGS: Readonly<Record<string, string>> = {
  true: "true",
  yes: "true",
  on: "true",
  false: "false",
  no: "false",
  off: "false",
};
