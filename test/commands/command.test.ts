// The frame of all commands: how an error ends one.
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { expect, test } from "vitest";
import { SettingsError } from "../../src/api/errors";
import { CommandError } from "../../src/commands/command";
import { Folder } from "../config/support/folder";
import { run } from "./support/run";

function failing(action: () => unknown) {
  const command = new Command("fail").action(async () => void (await action()));
  return run(["fail"], new Folder().path, { LINK_MANAGEMENT_API_KEY: "key-of-acme" }, [command]);
}

test("a defect shows where it is, without secrets", async () => {
  const { code, stderr } = await failing(() => Promise.reject(new TypeError("no key-of-acme here")));
  expect(code).toBe(1);
  expect(stderr).toMatch(/TypeError: no \*\*\* here\n +at .*command\.test\.ts/);
});

test.each([
  [new SettingsError("no key"), 1],
  [new CommandError("no file"), 2],
])("an expected error is its message: %s", async (error, code) => {
  expect(await failing(() => Promise.reject(error))).toEqual({
    code,
    stdout: "",
    stderr: `link-management: ${error.message}\n`,
  });
});

test("a file that the system does not give is an expected error", async () => {
  const { stderr } = await failing(() => readFile("missing/file"));
  expect(stderr).toMatch(/^link-management: ENOENT.*missing\/file'\n$/);
});
