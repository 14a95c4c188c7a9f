// The settings of commands, with the output of a Pulumi CLI.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PulumiError, PulumiProject } from "../../../src/commands/account/pulumi-project";
import { commandSettings } from "../../../src/commands/account/settings";

const KEY = "k-4711";
const URL = "https://links.example.com";
const ENV = { LINK_MANAGEMENT_API_KEY: KEY, LINK_MANAGEMENT_BASE_URL: URL };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "settings-"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: test\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

const calls: string[][] = [];
beforeEach(() => void calls.splice(0));

/** A project whose CLI prints this config. */
function projectWith(config: object | Error): PulumiProject {
  return PulumiProject.at(folder, undefined, async (args) => {
    calls.push([...args]);
    if (config instanceof Error) throw config;
    return JSON.stringify(config);
  })!;
}

const secret = (value: string) => ({ value, secret: true });
const plain = (value: string) => ({ value, secret: false });
const CONFIG = { "link-management:apiKey": secret(KEY), "link-management:baseUrl": plain(URL) };

test("come from the environment alone if it has the key and the address", async () => {
  const { settings, config } = await commandSettings(projectWith(new Error("not run")), ENV);
  expect(settings).toMatchObject({ apiKey: KEY, baseUrl: URL, pageSize: 100 });
  expect(config).toBeUndefined();
  expect(calls).toEqual([]);
});

test("come from the stack config if one is missing, and the environment takes precedence", async () => {
  const own = { ...CONFIG, "link-management:pageSize": plain("50"), "test:name": plain("x") };
  const { settings, config } = await commandSettings(projectWith(own), { LINK_MANAGEMENT_API_KEY: "other" });
  expect(settings).toMatchObject({ apiKey: "other", baseUrl: URL, pageSize: 50 });
  expect(config?.get("test:name")).toEqual({ value: "x", isSecret: false });
  expect(calls).toEqual([["config", "--show-secrets", "--json", "--non-interactive"]]);
});

test("come from the stack that the user names", async () => {
  const project = PulumiProject.at(folder, "-acme", async (args) => {
    calls.push([...args]);
    return JSON.stringify(CONFIG);
  });
  await commandSettings(project, {});
  expect(calls[0]).toContain("--stack=-acme");
});

describe("the error names", () => {
  const message = async (project: PulumiProject | undefined, env: NodeJS.ProcessEnv = {}) =>
    commandSettings(project, env).then(
      () => "no error",
      (error: Error) => error.message,
    );

  test("the missing setting", async () => {
    expect(await message(undefined)).toMatch(/^no API key: set it with/);
    expect(await message(projectWith({}))).toMatch(/^no API key: set it with/);
    expect(await message(projectWith({}), { LINK_MANAGEMENT_API_KEY: KEY })).toMatch(/^no base address/);
  });

  test("also why the stack config cannot be read", async () => {
    const project = projectWith(new PulumiError("no stack selected"));
    expect(await message(project)).toMatch(
      /^no API key: set it .*apiKey`\. The stack config cannot be read: no stack selected$/,
    );
  });

  test("a misspelled setting, and a key in plain text", async () => {
    expect(await message(projectWith({ ...CONFIG, "link-management:acount": plain("acme") }))).toContain(
      "did you mean link-management:account?",
    );
    expect(await message(projectWith({ ...CONFIG, "link-management:apiKey": plain(KEY) }))).toMatch(
      /^link-management:apiKey is in plain text/,
    );
  });
});

test("a folder without a Pulumi.yaml is outside a project, and a subfolder is inside", () => {
  expect(PulumiProject.at(tmpdir())).toBeUndefined();
  expect(PulumiProject.at(join(folder, "sub"))?.folder).toBe(folder);
});
