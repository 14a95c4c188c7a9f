// Pulumi's provider process runs in the folder of the program and loads this package from there (see
// engine/provider-source.ts). The program itself may have found the package elsewhere, such as through a shared library.
import { createRequire } from "node:module";
import { toLine } from "../api/sanitize";
import { PROVIDER_MODULE } from "../engine/provider-source";

const { name, version } = require("../../package.json") as { name: string; version: string };

/** When this package is loaded, the program has not changed its folder yet. */
const STARTED_IN = process.cwd();

/**
 * Why every registration would fail. An inline program of the Automation API does not know the folder of its provider.
 * @returns nothing if the provider can load this package
 */
export function whyProviderIsMissing(): string | undefined {
  return isStartedByEngine() ? missingDependency(STARTED_IN) : undefined;
}

/** Whether the engine started this process for a program. Its working folder is then the folder of the program. */
function isStartedByEngine(): boolean {
  const main = require.main?.filename;
  return main !== undefined && /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]run[\\/]index\.js$/.test(main);
}

/** @param folder of the program */
function missingDependency(folder: string): string | undefined {
  try {
    createRequire(`${folder}/`).resolve(PROVIDER_MODULE);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") return undefined;
  }
  return toLine(
    `${folder} does not depend on ${name}, but Pulumi loads the provider from this folder. ` +
      `Run there: npm install ${name}@${version}`,
  );
}
