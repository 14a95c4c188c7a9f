// A workspace: a config repo without code, a program with a shared library, and the library.
import { join } from "node:path";
import { expect } from "vitest";
import type { Packed } from "../support/package";
import type { Project } from "../support/project";
import { SDK } from "./tools";

export const CONFIG = `pixels:
  ads: { type: fbpixel, name: Shop ads, tag: "1" }
qrCodes:
  menu: { type: link, data: https://example.com/menu }
channels:
  spring: { name: Spring, items: [{ qr: menu }, { link: 4711 }] }
campaigns:
  launch: { name: Launch, links: [4711] }
`;
/** With the stack itself. */
export const CONFIG_RESOURCES = 8;

export const LOADER = 'module.exports = require("pulumi-link-management/program");\n';

export function pulumiYaml(name: string, main?: string): string {
  const lines = [`name: ${name}`, "runtime:", "  name: nodejs", "  options:", "    typescript: false"];
  return `${[...lines, ...(main === undefined ? [] : [`main: ${main}`])].join("\n")}\n`;
}

const SHARED = `const { Channel } = require("pulumi-link-management");
exports.channel = (name) => new Channel(name.toLowerCase(), { name });
`;

/** The range by which a member depends on another one. */
type Protocol = "workspace:*" | "1.0.0";

export function workspaceFiles({ tarball }: Packed, protocol: Protocol): Record<string, string> {
  const sdk = { "@pulumi/pulumi": SDK.node20 };
  const own = { ...sdk, "pulumi-link-management": `file:${tarball}` };
  const manifest = (name: string, dependencies: object) =>
    JSON.stringify({ name, version: "1.0.0", private: true, main: "index.js", dependencies });
  return {
    "package.json": JSON.stringify({ name: "acme", private: true, workspaces: ["infra/*", "packages/*"] }),
    "Pulumi.yaml": pulumiYaml("root", "infra/config"),
    "infra/config/package.json": manifest("config", own),
    "infra/config/Pulumi.yaml": pulumiYaml("config"),
    "infra/config/index.js": LOADER,
    "infra/config/link-management.yaml": CONFIG,
    "infra/program/package.json": manifest("program", { ...sdk, shared: protocol }),
    "infra/program/Pulumi.yaml": pulumiYaml("program"),
    "infra/program/index.js": 'require("shared").channel("Spring");\n',
    "packages/shared/package.json": manifest("shared", own),
    "packages/shared/index.js": SHARED,
  };
}

/** Runs a command that must succeed, and returns its output. */
export type Cli = (...args: string[]) => Promise<string>;

/** The CLI in a folder of the project, with a stack. */
export async function cliIn(project: Project, folder: string): Promise<Cli> {
  const pulumi: Cli = (...args) => project.pulumi(...args, "--cwd", join(project.folder, folder));
  await pulumi("stack", "init", "test");
  return pulumi;
}

/** Applies, finds nothing to change, and destroys. */
export async function expectRoundTrip(project: Project, pulumi: Cli, resources: number): Promise<void> {
  expect(await pulumi("up", "--yes")).toContain(`+ ${resources} created`);
  expect(await pulumi("preview", "--refresh", "--expect-no-changes")).toContain(`${resources} unchanged`);
  expect(await pulumi("destroy", "--yes")).toContain(`- ${resources} deleted`);
  const acme = project.emulator.store.account("acme");
  for (const kind of ["pixels", "qrs", "channels", "campaigns"] as const) expect(acme[kind].size).toBe(0);
}
