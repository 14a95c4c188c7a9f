// TypeScript from JSON Schema: types, interfaces and their doc comments.
import type { JsonSchema } from "../../src/config/schema/json-schema";

/** Longest line of a comment. */
const MAX_LINE = 110;

export interface Property {
  /** With its modifiers, such as `name?`. */
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

/** The type and the comment of a value. */
export function property(schema: JsonSchema): Omit<Property, "name"> {
  return { type: typeOf(schema), doc: docOf(schema) };
}

function typeOf({ enum: values, anyOf, type, items }: JsonSchema): string {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(anyOf)) {
    const types = [...new Set(anyOf.map(typeOf))];
    // Next to "string", editors would not suggest the known values.
    const hasKnown = anyOf.some((one) => Array.isArray(one.enum));
    return types.map((one) => (one === "string" && hasKnown ? "(string & {})" : one)).join(" | ");
  }
  if (type === "integer") return "number";
  if (type === "array") return `${parenthesized(typeOf((items ?? {}) as JsonSchema))}[]`;
  if (type === "object") return "Record<string, unknown>";
  return typeof type === "string" ? type : "unknown";
}

/** @param head its name, and what it extends */
export function interfaceText(head: string, members: readonly Property[]): string {
  const lines = members.map(({ name, type, doc }) => `${comment(doc, "  ")}  ${name}: ${type};\n`);
  return `export interface ${head} {${lines.length === 0 ? "" : "\n"}${lines.join("")}}\n`;
}

/** A doc comment of paragraphs and tags, which a line break separates. */
export function comment(doc: string, indent = ""): string {
  const lines = doc
    .replaceAll("*/", "*\\/")
    .split("\n")
    .flatMap((line) => wrapped(line, MAX_LINE - indent.length - 3));
  if (lines.length === 1 && lines[0]!.length + indent.length + 7 <= MAX_LINE)
    return `${indent}/** ${lines[0]} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join(
    "\n",
  );
}

/** Description, constraints, default and example. */
function docOf(schema: JsonSchema): string {
  const { description = "", default: usual, examples } = schema;
  const constraints = constraintsOf(schema).filter((one) => !String(description).includes(one));
  const lines = [[description, ...new Set(constraints)].filter(Boolean).join(" ")];
  if (usual !== undefined) lines.push(`@default ${JSON.stringify(usual)}`);
  if (Array.isArray(examples)) lines.push(`@example ${JSON.stringify(examples[0])}`);
  return lines.join("\n");
}

function constraintsOf(schema: JsonSchema): string[] {
  const { anyOf, errorMessage, minLength, minItems, maxLength } = schema;
  return [
    ...(typeof errorMessage === "string" ? [`${capitalized(errorMessage)}.`] : []),
    ...(minLength === undefined && minItems === undefined ? [] : ["Not empty."]),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
    ...((anyOf ?? []) as JsonSchema[]).flatMap(constraintsOf),
  ];
}

function wrapped(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

const parenthesized = (type: string) => (type.includes("|") ? `(${type})` : type);

export const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
