// A Node that is too old says so before it loads anything that it cannot run.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";
import { packageRoot } from "./support/project";

const OLDEST = require("../../package.json").engines.node.replace(/^>=|\.0$/g, "");

/** A process takes its Node for another version, and prints every package that it loads. */
const PRELOAD = `
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } });
  const Module = require("node:module");
  const load = Module._load;
  Module._load = (name, ...rest) => {
    if (!/^[./]|^node:/.test(name)) process.stderr.write("loads " + name + "\\n");
    return load(name, ...rest);
  };`;

test.each([
  ["dist/commands/main.js", "--version"],
  ["dist/program.js"],
  ["dist/index.js"],
  ["plugin/pulumi-resource-link-management"],
])("%s ends with one line and exit code 2", (file, ...args) => {
  const preload = join(temporaryFolder(), "preload.cjs");
  writeFileSync(preload, PRELOAD);
  const command = ["--require", preload, join(packageRoot, file), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", timeout: 20_000 });
  const expected = `link-management: needs Node ${OLDEST} or later, this is 18.20.8\n`;
  expect({ status, stderr }).toEqual({ status: 2, stderr: expected });
});
