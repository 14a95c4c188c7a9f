// The frame of all commands: how an error ends one.
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { expect, test } from "vitest";
import { SettingsError } from "../../src/api/errors";
import { CommandError, writeFile } from "../../src/commands/command";
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

test.each<[string, () => unknown, number, RegExp]>([
  ["a setting", () => Promise.reject(new SettingsError("no key")), 1, /no key/],
  ["wrong usage", () => Promise.reject(new CommandError("no file")), 2, /no file/],
  ["a missing file", () => readFile("missing/file"), 2, /ENOENT.*missing\/file'/],
  ["a file in the way", () => writeFile(`${__filename}/a`, ""), 2, /ENOTDIR|EEXIST/],
])("an expected error is its message: %s", async (_, action, code, message) => {
  const ended = await failing(action);
  expect(ended).toMatchObject({ code, stdout: "" });
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr.split("\n")).toHaveLength(2);
});

test.each([
  [["vallidate"]],
  [["show", "chanels"]],
  [["show"]],
  [["validate", "nothing.yaml"]],
  [["validate", "--format", "xml"]],
  [["export", "--unmanaged", "--force"]],
  [["export", "--unmanaged"]],
])("wrong usage exits with 2: %s", async (args) => {
  const { code, stdout, stderr } = await run(args, new Folder().path);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^link-management: /);
});
