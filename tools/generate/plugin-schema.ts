// Generates plugin/schema.json, by which Pulumi makes the classes of every language, from the definitions of the kinds.
import { z } from "zod";
import { variableOf } from "../../src/api/settings";
import { TYPE_PREFIX } from "../../src/engine/provider-source";
import { type Definition, secretsOf } from "../../src/kind/definition";
import { INPUTS, WORDS } from "../../src/plugin/configuration";
import { TOKEN_PREFIX } from "../../src/plugin/door";
import { described } from "./described";
import { OWNER, REPOSITORY } from "./owner";
import { pointerOf } from "./pointer";

type Json = Record<string, unknown>;

/** A JSON value of any form. */
const ANY = { $ref: "pulumi.json#/Any" };
const TEXT = { type: "string" };
const text = (description: string) => ({ ...TEXT, description });
const PACKAGE = require("../../package.json") as Record<"version" | "description" | "license", string>;

export function pluginSchema(definitions: readonly Definition[]): string {
  const types: Json = {};
  const schema = {
    name: "link-management",
    version: PACKAGE.version,
    displayName: "Link management",
    description: PACKAGE.description,
    keywords: ["category/utility", "kind/native"],
    license: PACKAGE.license,
    namespace: OWNER,
    publisher: OWNER,
    repository: REPOSITORY,
    homepage: REPOSITORY,
    logoUrl: `${REPOSITORY}/raw/main/docs/images/logo.svg`,
    pluginDownloadURL: REPOSITORY.replace("https://github.com", "github://api.github.com"),
    config: { variables: settings() },
    provider: { description: "One account.", inputProperties: settings(), properties: settings() },
    types,
    resources: Object.fromEntries(definitions.map((one) => [token(one.type), resourceOf(one, types)])),
    // Packages of every language have the version of the schema, and are modules of their own.
    meta: { supportPack: true },
    language: {
      nodejs: { respectSchemaVersion: true },
      python: { respectSchemaVersion: true, pyproject: { enabled: true } },
      go: { respectSchemaVersion: true, importBasePath: `${REPOSITORY.slice(8)}/sdk/go/linkmanagement` },
      csharp: { respectSchemaVersion: true },
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const token = (name: string) => `${TOKEN_PREFIX}${name}`;

function settings(): Json {
  const descriptions: Record<(typeof INPUTS)[number], string> = {
    apiKey: "The API key.",
    baseUrl: "Address of the service.",
    account: "Id, user name or e-mail address that the account of the key must have.",
    onExisting: "What a new resource does if the account has its object: `fail` (default) or `duplicate`.",
    movedFrom: "Old addresses of the service, with commas between them.",
  };
  const entries = INPUTS.map((name) => {
    const description = `${descriptions[name]} If omitted, the environment variable ${variableOf(name)} counts.`;
    return [name, { ...TEXT, description, ...(name === "apiKey" && { secret: true }) }];
  });
  return Object.fromEntries(entries);
}

function resourceOf(definition: Definition, types: Json): Json {
  const { type, summary, limitations, outputs } = definition;
  const schemas = Object.entries(described(definition, definition.args()));
  const inputs = Object.fromEntries(
    schemas.map(([name, schema]) => [name, inputOf(definition, name, schema, types)]),
  );
  const outs = Object.entries(outputs).map(([name, { description }]) => [
    name,
    { ...text(description), ...languagesOf(type, name) },
  ]);
  const required = schemas.filter(([, schema]) => !schema.safeParse(undefined).success).map(([name]) => name);
  const certain = Object.keys(outputs).filter((name) => outputs[name]!.isAlwaysPresent);
  return {
    description: [summary, importOf(definition), ...limitations.map((one) => `- ${one}`)].join("\n"),
    inputProperties: { ...inputs, ...onExistingOf(definition, types) },
    requiredInputs: required,
    properties: { ...inputs, ...Object.fromEntries(outs) },
    required: [...required, ...certain],
    // A stack of the config file or of the classes moves without a change on the account.
    aliases: [{ type: `${TYPE_PREFIX}${type}` }],
  };
}

/** The id that an import names. */
function importOf({ identity, list }: Definition): string {
  if (list) return "An import names the id of the service.";
  const parts = identity[0]?.map((name) => `<${name}>`);
  return parts ? `An import names \`${parts.join("/")}\`.` : "An import names the id of the account.";
}

/** C# refuses a property that is named as its class. */
function languagesOf(type: string, name: string): Json {
  const isClass = name.toLowerCase() === type.toLowerCase();
  return isClass ? { language: { csharp: { name: `${type}Address` } } } : {};
}

function inputOf(definition: Definition, name: string, schema: z.ZodType, types: Json): Json {
  const typeName = `${definition.type}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    ...typeOf(typeName, schema, types),
    description: schema.description,
    ...languagesOf(definition.type, name),
    ...(definition.fields[name]?.createOnly && { willReplaceOnChanges: true }),
    ...(secretsOf(definition, {}).has(name) && { secret: true }),
  };
}

/** What each word does if the account already has the object of a new resource. */
const ON_EXISTING: Record<(typeof WORDS)[number], string> = {
  fail: "Stop. The error names the object, and the command that imports it.",
  duplicate: "Create another one.",
};

/** Other objects have no copies. */
function onExistingOf({ list }: Definition, types: Json): Json {
  if (!list) return {};
  const name = token("OnExisting");
  const summary = "What to do if the account already has the object of a new resource.";
  types[name] = {
    ...text(summary),
    enum: WORDS.map((value) => ({ value, description: ON_EXISTING[value] })),
  };
  const description = `${summary} Default: \`fail\`. To manage it, import it.`;
  return { onExisting: { $ref: `#/types/${name}`, description } };
}

/** @param name of its enumeration, if it is one */
function typeOf(name: string, schema: z.ZodType, types: Json): Json {
  const json = z.toJSONSchema(schema, { io: "input" }) as Json;
  const forms = (json.anyOf as Json[] | undefined) ?? [json];
  const isScalar = ({ type }: Json) => ["string", "boolean", "number", "integer"].includes(String(type));
  if (!forms.every(isScalar)) return ANY;
  // An id is text in Pulumi, also if the service has numbers.
  if (forms.length > 1 && forms.some(({ type }) => type === "integer")) return TEXT;
  const words = forms.find((form) => form.enum)?.enum as string[] | undefined;
  if (!words) return { type: forms[0]!.type };
  const meanings = pointerOf(schema).meta("enumDescriptions") as readonly string[];
  types[token(name)] = {
    ...text(schema.description ?? ""),
    enum: words.map((value, at) => ({ value, description: meanings[at] })),
  };
  const $ref = `#/types/${token(name)}`;
  return forms.length === 1 ? { $ref } : { oneOf: [TEXT, { ...TEXT, $ref }] };
}
