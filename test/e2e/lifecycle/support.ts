// Shared by the lifecycle tests: a project per test, a config as an object, and what was planned, sent and recorded.
import { expect, onTestFinished } from "vitest";
import type { EmulatorOptions } from "../../../src/emulator/index";
import { registry } from "../../../src/resources/index";
import { byList, objectsOf } from "../../support/account-objects";
import { Project } from "../support/project";

/** The config file as an object: sections, most of them with entries by key. */
export type Config = Record<string, Record<string, unknown>>;

/** A project with its own emulator, removed at the end of the test. */
export async function project(files: Record<string, string>, emulator?: EmulatorOptions): Promise<Project> {
  const created = await Project.create({ files, emulator });
  onTestFinished(() => created.remove());
  return created;
}

/** A project without code. */
export const configured = (config: Config, emulator?: EmulatorOptions): Promise<Project> =>
  project({ "link-management.yaml": yaml(config) }, emulator);

const CLASSES = registry.map(({ definition }) => definition.type);

/** A project with a program that can use the classes of all kinds. */
export const program = (body: string): Record<string, string> => ({
  "index.js": `const { ${CLASSES.join(", ")} } = require("pulumi-link-management");\n${body}\n`,
});

/** Every JSON text is a YAML text. */
export const yaml = (config: Config): string => `${JSON.stringify(config, null, 2)}\n`;

/** `config` with some fields of some entries changed. */
export function changed<C extends Config>(config: C, changes: Config): C {
  const result: Config = structuredClone(config);
  for (const [section, entries] of Object.entries(changes)) {
    for (const [key, fields] of Object.entries(entries)) {
      const entry = { ...(result[section]?.[key] as object), ...(fields as object) };
      result[section] = { ...result[section], [key]: entry };
    }
  }
  return result as C;
}

/** The only account of most emulators. */
export const acme = ({ emulator }: Project) => emulator.store.account("acme");

/** The number of objects on the account, by the key of their list. A kind without objects is omitted. */
export function objectCounts(project: Project): Record<string, number> {
  const counts = Object.entries(byList((kind) => objectsOf(acme(project), kind).length));
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Every request since the log was cleared that was not a read, with its body. The order of requests is open. */
export function writes({ emulator }: Project): Record<string, unknown> {
  const sent = emulator.log.filter(({ method }) => method !== "GET");
  const names = sent.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size, `no request twice in ${names.join(", ")}`).toBe(names.length);
  return Object.fromEntries(sent.map(({ body }, index) => [names[index], body]));
}

/** The summary at the end of the CLI's output. The progress before it has every message, too. */
export const diagnostics = (output: string): string =>
  /^Diagnostics:\n((?: .*\n|\n)*)/m.exec(output)?.[1] ?? "";

export const upOf = (project: Project): Promise<string> => project.pulumi("up", "--yes", "--skip-preview");

interface Step {
  op: string;
  urn: string;
}

/** The steps of a preview, such as `"update Channel spring"`, sorted, without unchanged resources. */
export async function plan(project: Project, ...args: string[]): Promise<string[]> {
  const { code, stdout, output } = await project.try("preview", "--json", ...args);
  expect(code, output).toBe(0);
  const { steps } = JSON.parse(stdout) as { steps: Step[] };
  return steps
    .filter(({ op, urn }) => urn.includes("link-management:") && !["same", "refresh", "read"].includes(op))
    .map(({ op, urn }) => `${op} ${nameOf(urn)}`)
    .sort();
}

/** The Pulumi ids by kind and name, such as `"Pixel ads"`. */
export async function ids(project: Project): Promise<Record<string, string>> {
  const { resources = [] } = await project.state();
  return Object.fromEntries(
    resources.filter(({ urn }) => urn.includes("link-management:")).map(({ urn, id }) => [nameOf(urn), id]),
  );
}

/** `Pixel ads` of `urn:pulumi:test::test::pulumi-nodejs:dynamic/link-management:Pixel::ads`. */
function nameOf(urn: string): string {
  const [, type, name] = /link-management:(\w+)::(.*)$/.exec(urn) ?? [];
  return `${type} ${name}`;
}

/** The URN of a resource. */
export const urnOf = (type: string, name: string): string =>
  `urn:pulumi:test::test::pulumi-nodejs:dynamic/link-management:${type}::${name}`;
