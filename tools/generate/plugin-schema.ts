// Generates plugin/schema.json, by which Pulumi makes the classes of every language, from the definitions of the kinds.
import { z } from "zod";
import { variableOf } from "../../src/api/settings";
import { described } from "../../src/config/schema/file-schema";
import { TYPE_PREFIX } from "../../src/engine/provider-source";
import { type Definition, secretsOf } from "../../src/kind/definition";
import type { Query } from "../../src/kind/query";
import { INPUTS } from "../../src/plugin/configuration";
import { functions } from "../../src/plugin/functions";
import { wordsOf } from "../../src/plugin/on-existing";
import { TOKEN_PREFIX } from "../../src/plugin/tokens";
import { listedKinds } from "../../src/resources/definitions";
import type {
  AccountDetails,
  ChannelEntry,
  OverlayDetails,
  QrStatistics,
  SplashPageDetails,
} from "../../src/resources/queries";
import { detailsOf } from "./classes";
import { OWNER, REPOSITORY } from "./owner";
import { pointerOf } from "./pointer";

type Json = Record<string, unknown>;

/** A JSON value of any form. */
const ANY = { $ref: "pulumi.json#/Any" };
const TEXT = { type: "string" };
const text = (description: string) => ({ ...TEXT, description });
const count = (description: string) => ({ type: "integer", description });
const counts = (description: string) => ({
  ...{ type: "object", additionalProperties: { type: "integer" }, description },
});
const DATED = {
  id: text("Id of the object."),
  name: text("Its name."),
  date: text("When it was created, `YYYY-MM-DD HH:MM:SS` without a time zone."),
};
const ACCOUNT: Record<keyof AccountDetails, Json> = {
  id: text("Id of the account."),
  username: text("Name of the user."),
  email: text("E-mail address of the user."),
  avatar: text("Address of an image."),
  status: text("Name of the plan."),
  expires: text("When the plan ends, `YYYY-MM-DD HH:MM:SS` without a time zone."),
  registered: text("When the account was created, `YYYY-MM-DD HH:MM:SS` without a time zone."),
};
const STATISTICS: Record<keyof QrStatistics, Json> = {
  ...DATED,
  link: text("Address of the code."),
  scans: count("Number of scans."),
  clicks: count("Number of clicks."),
  uniqueClicks: count("Number of different visitors."),
  topCountries: counts("Clicks by country."),
  topReferrers: counts("Clicks by the page that visitors came from."),
  topBrowsers: counts("Clicks by browser."),
  topOs: counts("Clicks by operating system."),
  socialCount: counts("Clicks by social network."),
};
const ENTRY: Record<keyof ChannelEntry, Json> = {
  type: text("What the item is: links, bio or qr."),
  id: text("Id of the item, unique within its type."),
  title: text("Its title."),
  preview: text("Address of a picture."),
  link: text("Its address."),
  date: text("When it was added, `YYYY-MM-DD`."),
};
const OVERLAY: Record<keyof OverlayDetails, Json> = {
  ...DATED,
  type: text("Kind of overlay, as the service names it."),
};
const SPLASH: Record<keyof SplashPageDetails, Json> = DATED;
interface Read {
  readonly description: string;
  /** Of the result, or of each row of a list. */
  readonly properties: Json;
  readonly required: readonly string[];
  /** Name of the type of the rows. */
  readonly row?: string;
}
const read = (description: string, properties: Json, row?: string): Read => ({
  ...{ description, properties, required: Object.keys(properties) },
  ...(row !== undefined && { row }),
});
/** The functions that read no list of a kind. */
const READS: Readonly<Record<string, Read>> = {
  account: { ...read("The account of the API key.", ACCOUNT), required: ["id", "username", "email"] },
  qrStatistics: read("Clicks and scans of a QR code.", STATISTICS),
  channelItems: read("The items of a channel.", ENTRY, "ChannelEntry"),
  overlays: read("All CTA overlays of the account.", OVERLAY, "OverlayDetails"),
  splashPages: read("All custom splash pages of the account.", SPLASH, "SplashPageDetails"),
};
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
    functions: functionsOf(types),
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
  const { type, summary, limitations, outputs, list } = definition;
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
    ...(list && { listInputs: { type: "object", properties: {} } }),
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
const ON_EXISTING: Readonly<Record<string, string>> = {
  fail: "Stop. The error names the object, and the command that imports it.",
  duplicate: "Create another one.",
  overwrite: "Stop, as `fail`. An update may reset what the service does not show.",
};

function onExistingOf(definition: Definition, types: Json): Json {
  const words = wordsOf(definition);
  if (words.length === 0) return {};
  const name = token(words.includes("overwrite") ? `${definition.type}OnExisting` : "OnExisting");
  types[name] = {
    ...text("What to do if the account already has the object of a new resource."),
    enum: words.map((value) => ({ value, description: ON_EXISTING[value] })),
  };
  const description =
    "What to do if the account already has the object of a new resource. Default: `fail`. To manage it, import it.";
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

function functionsOf(types: Json): Json {
  const kinds = new Map(listedKinds.map((kind) => [kind.yaml.section, kind]));
  return Object.fromEntries(
    [...functions].map(([name, query]) => [name, functionOf(query, kinds.get(query.section), types)]),
  );
}

/** @param kind whose list it reads */
function functionOf(query: Query, kind: Definition | undefined, types: Json): Json {
  const { argument, section } = query;
  const { description, row, ...result } = kind ? listOfKind(kind) : READS[section]!;
  const object = { type: "object", ...result };
  if (row !== undefined)
    types[token(row)] = { ...object, description: "What the account shows of one object." };
  const items = { $ref: `#/types/${token(String(row))}` };
  const rows = { type: "array", items, description };
  return {
    description,
    ...(argument && {
      inputs: {
        type: "object",
        properties: { [argument.name]: { ...TEXT, description: `Id of a ${argument.type}.` } },
        required: [argument.name],
      },
    }),
    outputs:
      row === undefined ? object : { type: "object", properties: { [section]: rows }, required: [section] },
  };
}

function listOfKind(kind: Definition): Read {
  const details = detailsOf(kind).map(({ name, type, doc }) => ({
    ...{ name, description: doc, type: type === "number" ? "integer" : type },
  }));
  return {
    description: `Every ${kind.type} of the account, managed or not.`,
    properties: Object.fromEntries(details.map(({ name, ...rest }) => [name.replace("?", ""), rest])),
    required: details.filter(({ name }) => !name.endsWith("?")).map(({ name }) => name),
    row: `${kind.type}Details`,
  };
}
