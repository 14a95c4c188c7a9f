// Pulumi's provider process runs in the folder of the program and loads this package from there (see
// kind/provider-source.ts). The program itself may have found the package elsewhere, such as through a shared library.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { toLine } from "../../api/sanitize";
import { PROVIDER_MODULE } from "../../kind/provider-source";
import { isStartedByEngine } from "./program-exit";

const { name, version } = require("../../../package.json") as { name: string; version: string };

/** The commands that add a dependency, by the lock files of the package managers. */
const ADD_COMMANDS = {
  "pnpm-lock.yaml": "pnpm add",
  "yarn.lock": "yarn add",
  "package-lock.json": "npm install",
};

/** When this package is loaded, the program has not changed its folder yet. */
const STARTED_IN = process.cwd();

/**
 * Why every registration would fail. An inline program of the Automation API does not know the folder of its provider.
 * @returns nothing if the provider can load this package
 */
export function whyProviderIsMissing(): string | undefined {
  return isStartedByEngine() ? missingDependency(STARTED_IN) : undefined;
}

/** @param folder of the program */
export function missingDependency(folder: string): string | undefined {
  if (finds(folder)) return undefined;
  return toLine(
    `${folder} does not depend on ${name}, but Pulumi loads the provider from this folder. ` +
      `Run there: ${addCommand(folder)} ${name}@${version}`,
  );
}

/** The rule of `__provider`. */
function finds(folder: string): boolean {
  try {
    createRequire(`${folder}/`).resolve(PROVIDER_MODULE);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND";
  }
}

function addCommand(folder: string): string {
  const found = Object.entries(ADD_COMMANDS).find(([lockFile]) => existsSync(join(folder, lockFile)));
  if (found) return found[1];
  const parent = dirname(folder);
  return parent === folder ? ADD_COMMANDS["package-lock.json"] : addCommand(parent);
}
