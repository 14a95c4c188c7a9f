// Generates src/resources/generated from the definitions of the kinds: for each kind its class, and the type of its
// arguments; and what a program has of a config file.
import type { z } from "zod";
import type { JsonSchema, SchemaPointer } from "../../src/config/schema/pointer";
import { type Definition, resourcesOf } from "../../src/kind/definition";
import { functionName } from "../../src/kind/query";
import type { Column, OtherQuery } from "../../src/resources/queries";
import { described } from "./described";
import { pointerOf } from "./pointer";

const HEAD = `// The classes that programs use, and the types of their arguments.
// Written by the build. Do not edit.
import { type Managed, resourceClass } from "../../pulumi/resource-class";
import type * as pulumi from "../../pulumi/sdk";
import * as kinds from "../kinds";
`;
/** Longest line of a comment. */
const MAX_LINE = 120;

export function classesFile(definitions: readonly Definition[]): string {
  return [HEAD, ...definitions.map(classOf), fileOf(definitions)].join("\n");
}

function fileOf(definitions: readonly Definition[]): string {
  const sections = definitions.flatMap(({ type, summary, yaml: { section, shape } }): Property | [] => {
    if (shape === "list") return [];
    return shape === "single"
      ? { name: `readonly ${section}?`, type, doc: summary }
      : { name: `readonly ${section}`, type: `Readonly<Record<string, ${type}>>`, doc: `By key. ${summary}` };
  });
  return comment("The resources of a config file.") + interfaceText("FileResources", sections);
}

function classOf(definition: Definition): string {
  const { type, handler, summary, limitations } = definition;
  const doc = [summary, ...limitations.map((limitation) => `- ${limitation}`)];
  return [
    `${comment(`The arguments of the class ${type}.`)}${interfaceText(`${type}Args`, argsOf(definition))}`,
    `${comment(doc.join("\n"))}export const ${type} = resourceClass<${type}Args, ${type}>(kinds.${handler});\n` +
      interfaceText(`${type} extends Managed<${type}Args>`, outputsOf(definition)),
  ].join("\n");
}

function argsOf(definition: Definition): Property[] {
  return Object.entries(described(definition, definition.args())).map(([name, schema]) => {
    const resources = Object.keys(resourcesOf(definition.fields[name]!, {}));
    return {
      name: schema.safeParse(undefined).success ? `${name}?` : name,
      type: [...resources, `pulumi.Input<${typeOf(pointerOf(schema))}>`].join(" | "),
      doc: docOf(pointerOf(schema)),
    };
  });
}

function outputsOf({ outputs }: Definition): Property[] {
  return Object.entries(outputs).map(([name, { description, isAlwaysPresent }]) => ({
    name: `readonly ${name}`,
    // null: the service says that there is none. undefined: it says nothing.
    type: `pulumi.Output<${isAlwaysPresent ? "string" : "string | null | undefined"}>`,
    doc: description,
  }));
}

/** The types of what a program gives to the functions that make the text of a code, from their schemas. */
export function contentsFile(contents: Readonly<Record<string, z.ZodObject>>): string {
  const all = Object.entries(contents).map(([name, schema]) => {
    const properties = Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, one]) => ({
      name: one.safeParse(undefined).success ? `${field}?` : field,
      type: typeOf(pointerOf(one)),
      doc: docOf(pointerOf(one)),
    }));
    return `${comment(schema.description!)}${interfaceText(name, properties)}`;
  });
  return ["// The contents of codes. Written by the build. Do not edit.\n", ...all].join("\n");
}

const READS_HEAD = `// The functions that read the account in a program, each with a form that returns an output.
// Written by the build. Do not edit.
import { reads, readsOf } from "../../pulumi/reads";
import { queries } from "../queries";
import type * as classes from "./classes";
`;

export function readsFile(definitions: readonly Definition[], others: readonly OtherQuery[]): string {
  const lists = definitions.map((definition) => {
    const { type, yaml } = definition;
    const noun = `${type} of the account`;
    const properties = detailsOf(definition);
    return readText({ section: yaml.section, type: `${type}Details`, noun, properties, isList: true });
  });
  const all = others.map((one) =>
    readText({ ...one, properties: Object.entries(one.columns).map(columnOf) }),
  );
  return [READS_HEAD, ...lists, ...all].join("\n");
}

function columnOf([name, { doc, type = "string", isOptional }]: [string, Column]): Property {
  return { name: isOptional ? `${name}?` : name, type, doc };
}

type Read = Omit<OtherQuery, "read" | "columns"> & { readonly properties: readonly Property[] };

function readText({ section, type, noun, properties, isList, argument }: Read): string {
  const name = functionName({ section });
  const result = `${type}${isList ? "[]" : ""}`;
  const call = argument ? `readsOf<${result}, classes.${argument.type}>` : `reads<${result}>`;
  return [
    `${comment(`${isList ? "One" : "The"} ${noun}.`)}${interfaceText(type, properties)}\n`,
    `const ${section} = ${call}(queries.get("${section}")!);\n`,
    comment(`${isList ? "Every" : "The"} ${noun}. A program reads it once. @throws pulumi.RunError`),
    `export const ${name} = ${section}.promise;\n`,
    comment(`\`${name}\` as an output${argument ? `, also of a ${argument.type} that may be new` : ""}.`),
    `export const ${name}Output = ${section}.output;\n`,
  ].join("");
}

/** What the list shows of an object. What it may not show is optional. */
export function detailsOf({ args, fields, outputs, shown }: Definition): Property[] {
  const schemas = args().shape as Record<string, z.ZodType>;
  const readable = Object.entries(fields).filter(([name, { writeOnly }]) => !writeOnly && !shown?.[name]);
  const property = (name: string, isCertain: boolean, value: unknown, doc = ""): Property => ({
    name: isCertain ? name : `${name}?`,
    type: typeof value === "number" || typeof value === "boolean" ? typeof value : "string",
    doc,
  });
  return [
    property("id", true, "", "Id of the object."),
    ...readable.map(([name, { read, canonical }]) => {
      const schema = schemas[name]!;
      const isCertain = read({}) !== undefined || !schema.safeParse(undefined).success;
      return property(name, isCertain, canonical(true), schema.description);
    }),
    ...Object.entries(outputs).map(([name, { description, isAlwaysPresent }]) =>
      property(name, isAlwaysPresent === true, "", description),
    ),
    ...Object.entries(shown ?? {}).map(([name, { description, read }]) =>
      property(name, true, read({}), description),
    ),
  ];
}

export interface Property {
  /** With its modifiers, such as `name?`. */
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

function typeOf({ forms, choices }: SchemaPointer): string {
  const types = forms.flatMap(({ type, enum: words, properties, additionalProperties }) => {
    if (words) return choices.map((word) => JSON.stringify(word));
    // Next to "string", editors would not suggest the known values.
    if (type === "string") return choices.length > 0 ? "(string & {})" : "string";
    if (type === "array") return "unknown[]";
    const names = Object.keys((type === "object" && properties) || {});
    if (names.length > 0) return `{ ${names.map((name) => `${name}?: string`).join("; ")} }`;
    if (type === "object" && additionalProperties) return "Record<string, unknown>";
    return type === "integer" ? "number" : type === "number" || type === "boolean" ? type : [];
  });
  return [...new Set(types)].join(" | ");
}

/** @param head its name, and what it extends */
function interfaceText(head: string, members: readonly Property[]): string {
  const lines = members.map(({ name, type, doc }) => `${comment(doc, "  ")}  ${name}: ${type};\n`);
  return `export interface ${head} {${lines.length === 0 ? "" : "\n"}${lines.join("")}}\n`;
}

/** A doc comment of paragraphs and tags, which a line break separates. */
function comment(doc: string, indent = ""): string {
  const lines = doc
    .replaceAll("*/", "*\\/")
    .split("\n")
    .flatMap((line) => wrapped(line, MAX_LINE - indent.length - 3));
  if (lines.length === 1 && lines[0]!.length + indent.length + 7 <= MAX_LINE)
    return `${indent}/** ${lines[0]} */\n`;
  const text = lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n");
  return `${indent}/**\n${text}\n${indent} */\n`;
}

/** Description, constraints and example. */
function docOf(place: SchemaPointer): string {
  const { forms } = place;
  const [description = ""] = place.meta("description") as readonly string[];
  const constraints = forms.flatMap(constraintOf).filter((one) => !description.includes(one));
  const [example] = place.meta("examples");
  const lines = [[description, ...new Set(constraints)].join(" ")];
  if (example !== undefined) lines.push(`@example ${JSON.stringify(example)}`);
  return lines.join("\n");
}

function constraintOf({ type, enum: words, message, minLength, minItems }: JsonSchema): string[] {
  if (words || (type !== "string" && type !== "array")) return [];
  const text = type === "string" && String(message ?? "");
  if (text) return [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
  return minLength || minItems ? ["Not empty."] : [];
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
