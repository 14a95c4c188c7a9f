import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { missingDependency } from "../../../src/pulumi/lifetime/program-folder";

const { version } = require("../../../package.json") as { version: string };

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "link-management-")));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text = ""): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function installInto(folder: string): void {
  write(
    `${folder}/node_modules/pulumi-link-management/package.json`,
    '{ "exports": { "./provider": "./p.js" } }',
  );
  write(`${folder}/node_modules/pulumi-link-management/p.js`);
}

test.each([
  ["the folder", "infra", "infra"],
  ["a parent folder, as workspaces do", ".", "infra/links"],
])("accepts a package in %s", (_, installed, folder) => {
  mkdirSync(join(root, folder), { recursive: true });
  installInto(installed);
  expect(missingDependency(join(root, folder))).toBeUndefined();
});

test("accepts a linked package, as pnpm installs it", () => {
  installInto("store");
  mkdirSync(join(root, "infra/node_modules"), { recursive: true });
  const path = "node_modules/pulumi-link-management";
  symlinkSync(join(root, "store", path), join(root, "infra", path));
  expect(missingDependency(join(root, "infra"))).toBeUndefined();
});

test.each([
  ["package-lock.json", "npm install"],
  ["pnpm-lock.yaml", "pnpm add"],
  ["yarn.lock", "yarn add"],
  ["README.md", "npm install"],
])("names the folder and the command of the package manager that wrote %s", (lockFile, command) => {
  write(lockFile);
  mkdirSync(join(root, "infra/links"), { recursive: true });
  installInto("infra/shared");
  expect(missingDependency(join(root, "infra/links"))).toBe(
    `${root}/infra/links does not depend on pulumi-link-management, but Pulumi loads the provider from this folder. ` +
      `Run there: ${command} pulumi-link-management@${version}`,
  );
});

test("prefers the nearest lock file", () => {
  write("package-lock.json");
  write("infra/pnpm-lock.yaml");
  expect(missingDependency(join(root, "infra"))).toContain("pnpm add");
});

test("leaves a package that is there and broken to the provider, which shows the reason", () => {
  write("node_modules/pulumi-link-management/package.json", '{ "exports": { "./other": "./p.js" } }');
  expect(missingDependency(root)).toBeUndefined();
});
