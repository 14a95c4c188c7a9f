// What an e2e test leaves behind is looked through for secrets at once, and what was found is noted for the check at
// the end of the run.
import { appendFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";
import { SECRETS } from "../../support/secrets";
import { type FolderExceptions, SecretsScan } from "../../support/secrets-scan";
import { packageRoot } from "./package-root";
import { NOTES_FOLDER, type Note } from "./secrets-check";

const scan = new SecretsScan(SECRETS);

/**
 * Looks through what a program said.
 * @param known values of secrets that it is meant to say
 */
export function leaveOutput(command: readonly string[], text: string, known?: ReadonlySet<string>): void {
  scan.text(`output of ${command.join(" ")}`, text, known);
  note();
}

export function leaveValue(where: string, value: unknown): void {
  scan.value(where, value);
  note();
}

export async function leaveFolder(folder: string, exceptions?: FolderExceptions): Promise<void> {
  await scan.folder(folder, exceptions);
  note();
}

function note(): void {
  const folder = process.env[NOTES_FOLDER];
  if (folder === undefined)
    throw new Error("run the e2e tests by vitest, whose setup begins the check for secrets");
  const { testPath = "", currentTestName } = expect.getState();
  const testFile = relative(packageRoot, testPath);
  const places = scan.places.splice(0).length;
  const leaks = scan.leaks
    .splice(0)
    .map((leak) => ({ ...leak, where: `${leak.where}, test "${currentTestName}"` }));
  const line: Note = { testFile, places, leaks };
  // One file per worker, written at once: a worker is not told when it ends.
  appendFileSync(join(folder, String(process.pid)), `${JSON.stringify(line)}\n`);
}
