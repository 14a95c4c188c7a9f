// All that the tests know about the loader: texts and folders in, problems and resources out. The values of `${…}` come
// from `Outside`.
import { join } from "node:path";
import { annotations } from "../../../src/commands/validate";
import { argsOf as argsMade, optionsOf } from "../../../src/config/build/make-resources";
import { render } from "../../../src/config/report/report";
import { FileSchema } from "../../../src/config/schema/file-schema";
import { Source } from "../../../src/config/source/source";
import { readSource } from "../../../src/config/source/source-file";
import { type ReadResult, readConfig } from "../../../src/config/validate/read-config";
import type { ExternalValues } from "../../../src/config/yaml/expressions";
import * as pulumi from "../../../src/pulumi/sdk";
import { definitions } from "../../../src/resources/definitions";

// Making it takes longer than reading a small file.
export const SCHEMA = new FileSchema(definitions);

export const CONFIG_FILE = "link-management.yaml";
/** No text includes another file. */
export const NO_FOLDER = "/nowhere";

export interface Outside {
  readonly env?: Readonly<Record<string, string>>;
  /** A secret is an object. */
  readonly config?: Readonly<Record<string, string | { readonly secret: string }>>;
}

export interface Resource {
  /** References are `section.key`, and secrets `[secret]`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Checked {
  /** `3:5`, with the file before it if it is not the main one, and `warning` behind that of one. */
  readonly problems: readonly string[];
  /** The same with message and help. */
  readonly sentences: readonly string[];
  readonly errorCount: number;
  /** The report in all formats. */
  readonly shown: string;
  /** By kind and name, such as `Pixel ads`. Unset if there are errors. */
  readonly resources?: Readonly<Record<string, Resource>>;
  readonly expect?: unknown;
}

/** @param outside without it, no value is known. @param file also a CSV file, as if it were the main one */
export function check(text: string, outside?: Outside, file = CONFIG_FILE): Checked {
  return toChecked(readConfig(new Source(file, text), SCHEMA, NO_FOLDER, valuesOf(outside)), file);
}

/** @param file path in the folder, which is the project */
export function checkFolder(folder: string, outside?: Outside, file = CONFIG_FILE): Checked {
  const source = readSource(folder, join(folder, file));
  return toChecked(readConfig(source, SCHEMA, folder, valuesOf(outside)), file);
}

/** @throws Error with the report if there are errors */
export function resourcesOf(text: string, outside?: Outside): Readonly<Record<string, Resource>> {
  const { resources, shown } = check(text, outside);
  if (!resources) throw new Error(shown);
  return resources;
}

/** The arguments of the entries, by name. */
export function argsOf(text: string, outside?: Outside): Readonly<Record<string, Resource["args"]>> {
  const entries = Object.entries(resourcesOf(text, outside));
  return Object.fromEntries(entries.map(([name, { args }]) => [name.slice(name.indexOf(" ") + 1), args]));
}

/** What editors read. */
export const editorSchema = () => SCHEMA.json;

export const sections: readonly string[] = [...new Set(definitions.map(({ yaml }) => yaml.section))];

function valuesOf(outside: Outside | undefined): ExternalValues | undefined {
  if (!outside) return undefined;
  return {
    environment: outside.env ?? {},
    config: (key) => {
      const value = outside.config?.[key];
      if (value === undefined) return undefined;
      return typeof value === "string" ? { value, isSecret: false } : { value: value.secret, isSecret: true };
    },
  };
}

function toChecked(result: ReadResult, main: string): Checked {
  const { plan, diagnostics, counts } = result;
  const problems = diagnostics.map(({ severity, source, range }) => {
    const { line, column } = source.position(range.start);
    const file = source.file === main ? "" : `${source.file}:`;
    return `${file}${line}:${column}${severity === "warning" ? " warning" : ""}`;
  });
  const sentences = diagnostics.map(({ message, help }, index) =>
    [problems[index], message, ...(help === undefined ? [] : [`= ${help}`])].join(" "),
  );
  return {
    problems,
    sentences,
    errorCount: counts.errors,
    shown: `${render(result)}\n${annotations(result, "")}`,
    ...(plan && { resources: resourcesIn(plan), expect: plan.expect?.account }),
  };
}

function resourcesIn(plan: NonNullable<ReadResult["plan"]>): Record<string, Resource> {
  const reference = (section: string, key: string) => `${section}.${key}` as never;
  return Object.fromEntries(
    plan.resources.map((one) => {
      const args = withoutSecrets(argsMade(one, reference)) as Resource["args"];
      return [`${one.definition.type} ${one.name}`, { args, options: { ...optionsOf(one) } }];
    }),
  );
}

function withoutSecrets(value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) return "[secret]";
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSecrets(inner)]));
}
