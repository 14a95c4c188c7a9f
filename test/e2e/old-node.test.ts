// A Node that is too old says so before it loads anything that it cannot run.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";
import { packageRoot } from "./support/project";

const { engines } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
const OLDEST = engines.node.replace(/^>=|\.0$/g, "");

/** A process that takes its Node for another version, and prints every package that it loads. */
function run(version: string, file: string, ...args: string[]) {
  const preload = join(temporaryFolder(), "preload.cjs");
  writeFileSync(
    preload,
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
     const Module = require("node:module");
     const load = Module._load;
     Module._load = (name, ...rest) => {
       if (!/^[./]|^node:/.test(name)) process.stderr.write("loads " + name + "\\n");
       return load(name, ...rest);
     };`,
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--require", preload, join(packageRoot, file), ...args],
    { encoding: "utf8", timeout: 20_000 },
  );
  return { status, stderr };
}

test.each([
  ["dist/commands/main.js", "--version"],
  ["dist/program.js"],
  ["dist/index.js"],
  ["plugin/pulumi-resource-link-management"],
])("%s ends with one line and exit code 2", (file, ...args) => {
  expect(run("18.20.8", file, ...args)).toEqual({
    status: 2,
    stderr: `link-management: needs Node ${OLDEST} or later, this is 18.20.8\n`,
  });
});
