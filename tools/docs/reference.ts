// The pages of docs/reference, made of what the kinds and the loader state. `npm run docs` writes them.
import { stringify } from "yaml";
import { isOptional } from "../../src/config/schema/field-notes";
import { argumentsSchema, configSchema, type JsonSchema } from "../../src/config/schema/json-schema";
import { Layout } from "../../src/config/schema/layout";
import type { Definition } from "../../src/kind/definition";
import { TYPE_PREFIX } from "../../src/kind/provider-source";
import type { ResourceClass } from "../../src/pulumi/resource-class";

type Fields = Record<string, JsonSchema>;

const NOTE = "<!-- Written by `npm run docs` from src/resources and src/config. -->";
/** What an entry may hold beside the arguments of its kind. */
const COMMON = ["renamedFrom", "expect", "options"];

/** Texts by file name. */
export function referencePages(kinds: readonly ResourceClass[]): Record<string, string> {
  const schema = configSchema(kinds);
  const sections = new Layout(kinds).sections;
  const pages: Record<string, string> = {};
  for (const { definition } of kinds) pages[fileOf(definition)] = kindPage(definition, schema);
  pages["config-file.md"] = filePage(schema, [...sections.keys()]);
  pages["README.md"] = indexPage(kinds.map(({ definition }) => definition));
  return pages;
}

const fileOf = ({ type }: Definition) => `${type.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}.md`;

function indexPage(definitions: readonly Definition[]): string {
  const rows = definitions.map((one) => [
    `[${one.type}](${fileOf(one)})`,
    `\`${placeOf(one)}\``,
    one.summary,
  ]);
  return page("Reference", [
    "Every field of the config file and of the classes. How fields are cleared, or left alone, is told in [clearing.md](../clearing.md).",
    table(["kind", "in the config file", ""], rows),
    "[The config file](config-file.md): its sections, and what every entry may have.",
  ]);
}

function placeOf({ yaml }: Definition): string {
  if (yaml.shape === "list") return `${yaml.section}.*.${yaml.field}`;
  return yaml.shape === "single" ? yaml.section : `${yaml.section}.*`;
}

function kindPage(definition: Definition, file: JsonSchema): string {
  const { type, summary, outputs, limitations } = definition;
  const fields = propertiesOf(argumentsSchema(definition));
  const rows = Object.entries(fields).map(([name, field]) => [
    `\`${name}\``,
    isOptional(definition, name) ? "" : neededOf(definition, name),
    formOf(field),
    String(field.description),
  ]);
  const outputRows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);
  return page(type, [
    summary,
    "```yaml\n" + stringify(exampleOf(definition, file), { lineWidth: 0 }) + "```",
    `In a program: \`new ${type}(name, { ${Object.keys(fields).join(", ")} })\`.`,
    "## Arguments",
    table(["argument", "", "value", ""], rows),
    ...(outputRows.length === 0 ? [] : ["## Outputs", table(["output", ""], outputRows)]),
    `The Pulumi \`id\` is ${idOf(definition)} The type token is \`${TYPE_PREFIX}${type}\`.`,
    ...(limitations.length === 0
      ? []
      : ["## What the API cannot do", limitations.map((limitation) => `- ${limitation}`).join("\n")]),
  ]);
}

function neededOf({ args }: Definition, name: string): string {
  return args().shape[name]?.safeParse(undefined).success ? "or another" : "required";
}

function idOf({ yaml }: Definition): string {
  if (yaml.shape !== "list") return "the id that the service gave it.";
  return "made of the ids of both, with a slash between them.";
}

function filePage(schema: JsonSchema, sections: readonly string[]): string {
  const top = propertiesOf(schema);
  const entries = sections.map((name) => entryOf(top[name]!));
  const common = merged(entries.map(propertiesOf));
  const options = merged(entries.map((entry) => propertiesOf(propertiesOf(entry).options!)));
  const rowsOf = (fields: Fields, names = Object.keys(fields)) =>
    names.map((name) => [`\`${name}\``, formOf(fields[name]!), String(fields[name]!.description)]);
  return page("The config file", [
    "`link-management.yaml` beside `Pulumi.yaml`, or what `link-management:file` names. `${env:NAME}` and `${config:KEY}` may stand in every value.",
    "An editor with a YAML language server completes and explains all of it when the file begins with\n\n```yaml\n# yaml-language-server: $schema=./node_modules/pulumi-link-management/link-management.schema.json\n```",
    "## At the top",
    table(["field", "value", ""], rowsOf(top)),
    "## In every entry",
    table(
      ["field", "value", ""],
      rowsOf({ ...common, options: { ...common.options, properties: options } }, COMMON),
    ),
    "`expect` is the account's alone, which has no `renamedFrom`.",
    "### expect",
    table(["field", "value", ""], rowsOf(propertiesOf(common.expect!))),
    "### options",
    table(["field", "value", ""], rowsOf(options)),
    "### defaults",
    table(["field", "value", ""], rowsOf(propertiesOf(top.defaults!))),
  ]);
}

/** Fields of several kinds, each as the kind has it that comes first and lets most stand there. */
function merged(all: readonly Fields[]): Fields {
  const result: Fields = {};
  for (const fields of all) {
    for (const [name, field] of Object.entries(fields)) {
      const before = result[name];
      const isOfKind = before !== undefined && isListOfNames(before) && formOf(before) !== formOf(field);
      result[name] = isOfKind
        ? { ...before, items: { errorMessage: "names of the kind's arguments" } }
        : (before ?? field);
    }
  }
  return result;
}

const isListOfNames = ({ items }: JsonSchema) => JSON.stringify(items)?.includes('"enum"') ?? false;

const propertiesOf = (schema: JsonSchema) => (schema.properties ?? {}) as Fields;

/** Of a section of many the schema of each, else the section's own. */
function entryOf(section: JsonSchema): JsonSchema {
  return (section.additionalProperties || section) as JsonSchema;
}

/** What a value looks like, in a few words. */
function formOf(schema: JsonSchema): string {
  const { enum: values, anyOf, errorMessage, type, items } = schema;
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(", ");
  if (Array.isArray(anyOf)) {
    const forms = anyOf.filter((one) => !isExpression(one)).map(formOf);
    return [...new Set(forms)].join("; or ");
  }
  if (typeof errorMessage === "string") return errorMessage.replace(/^must be /, "");
  const [first] = [type].flat();
  if (first === "string") return schema.minLength === undefined ? "text" : "text that is not empty";
  if (first === "array") return `a list${items === undefined ? "" : ` of: ${formOf(items as JsonSchema)}`}`;
  if (first === "object")
    return `a mapping${schema.properties === undefined ? " of keys to entries" : ` of ${namesOf(schema)}`}`;
  return WORDS[String(first)] ?? "any value";
}

const isExpression = ({ pattern, enum: values, errorMessage }: JsonSchema) =>
  pattern !== undefined && values === undefined && errorMessage === undefined;

const namesOf = (schema: JsonSchema) =>
  Object.keys(propertiesOf(schema))
    .map((name) => `\`${name}\``)
    .join(", ");

const WORDS: Readonly<Record<string, string>> = {
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
};

/** An entry with every field that has an example of its own. */
function exampleOf({ yaml }: Definition, file: JsonSchema): unknown {
  const { section } = yaml;
  const entry = entryOf(propertiesOf(file)[section]!);
  const wanted =
    yaml.shape === "list" ? [...(entry.required as string[]), yaml.field] : Object.keys(propertiesOf(entry));
  const fields = Object.entries(propertiesOf(entry)).filter(([name]) => wanted.includes(name));
  const values = fields
    .map(([name, field]) => [name, valueFor(field)])
    .filter(([, value]) => value !== undefined);
  const example = Object.fromEntries(values);
  return { [section]: yaml.shape === "single" ? example : { example } };
}

function valueFor({ examples, anyOf, type, items }: JsonSchema): unknown {
  if (Array.isArray(examples)) return examples[0];
  const [branch] = (anyOf ?? []) as JsonSchema[];
  if (branch) return valueFor(branch);
  if ([type].flat().includes("boolean")) return true;
  if (![type].flat().includes("array")) return undefined;
  const member = items as JsonSchema;
  const values = Object.entries(propertiesOf(member)).map(
    ([name, field]) => [name, valueFor(field)] as const,
  );
  if (values.length === 0) return [valueFor(member)];
  return values.filter(([, value]) => value !== undefined).map(([name, value]) => ({ [name]: value }));
}

function page(title: string, parts: readonly string[]): string {
  return [NOTE, `# ${title}`, ...parts].join("\n\n") + "\n";
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
