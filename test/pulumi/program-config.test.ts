// Settings that do not exist: a misspelled guard must not silently be no guard.
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { programSettings } from "../../src/pulumi/program-config";
import { inProgramRun } from "./support/program-run";

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("LINK_MANAGEMENT_")) vi.stubEnv(name, undefined);
  }
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", "key");
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", "http://127.0.0.1:9");
});
afterEach(() => {
  vi.unstubAllEnvs();
  pulumi.runtime.setAllConfig({});
});

function problem(config: Record<string, string>, project: string, fileKeys?: string[]): Promise<string> {
  return inProgramRun(
    async () => {
      pulumi.runtime.setAllConfig(config);
      try {
        programSettings(fileKeys && new Set(fileKeys));
        return "";
      } catch (error) {
        return (error as Error).message;
      }
    },
    { project },
  );
}

test.each([
  ["acount", "did you mean link-management:account?"],
  ["pagesize", "did you mean link-management:pageSize?"],
  ["fiel", "did you mean link-management:file?"],
  ["token", "allowed: file, apiKey, "],
])("link-management:%s is an error", async (name, help) => {
  const expected = `unknown setting link-management:${name}; ${help}`;
  expect(await problem({ [`link-management:${name}`]: "x" }, "shop")).toContain(expected);
  expect(await problem({ [`link-management:${name}`]: "x" }, "shop", ["other"])).toContain(expected);
});

test("reports all unknown settings at once", async () => {
  const config = { "link-management:acount": "x", "link-management:token": "x" };
  expect((await problem(config, "shop")).split("\n")).toHaveLength(2);
});

test("settings and keys of other namespaces are no errors", async () => {
  const config = { "link-management:account": "acme", "link-management:file": "x.yaml", "shop:acount": "x" };
  expect(await problem(config, "shop")).toBe("");
});

test("a key that the config file refers to is no error", async () => {
  const config = { "link-management:acount": "x", "link-management:city": "Graz" };
  expect(await problem(config, "shop", ["link-management:acount", "link-management:city"])).toBe("");
  expect(await problem(config, "link-management", ["acount", "city"])).toBe("");
  expect(await problem(config, "link-management", ["city"])).toContain("link-management:acount");
});

test("in a project named link-management, a program without a config file may have other keys", async () => {
  expect(await problem({ "link-management:city": "Graz" }, "link-management")).toBe("");
  expect(await problem({ "link-management:acount": "x" }, "link-management")).toContain(
    "link-management:account?",
  );
  expect(await problem({ "link-management:city": "Graz" }, "link-management", [])).toContain(
    "link-management:city",
  );
});
