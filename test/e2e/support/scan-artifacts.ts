// Scans what an e2e test leaves behind for secrets, and records the result for the check at the end of the run.
import { appendFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";
import { SECRETS } from "../../support/secrets";
import { type FolderExceptions, SecretsScan } from "../../support/secrets-scan";
import { packageRoot } from "./package-root";
import { SCAN_RECORDS_FOLDER, type ScanRecord } from "./secrets-check";

/** @param allowedSecrets values that the command is meant to print */
export function scanOutput(
  command: readonly string[],
  output: string,
  allowedSecrets?: ReadonlySet<string>,
): void {
  const scan = new SecretsScan(SECRETS);
  scan.text(`output of ${command.join(" ")}`, output, allowedSecrets);
  const [program, subcommand = ""] = command;
  record(scan, program === "pulumi" ? [subcommand] : []);
}

export function scanValue(where: string, value: unknown): void {
  const scan = new SecretsScan(SECRETS);
  scan.value(where, value);
  record(scan);
}

export async function scanFolder(folder: string, exceptions?: FolderExceptions): Promise<void> {
  const scan = new SecretsScan(SECRETS);
  await scan.folder(folder, exceptions);
  record(scan);
}

function record({ scanned, leaks }: SecretsScan, commands: readonly string[] = []): void {
  const folder = process.env[SCAN_RECORDS_FOLDER];
  if (folder === undefined) {
    throw new Error("the secrets check is not running: run the e2e tests with vitest and their global setup");
  }
  const { testPath = "", currentTestName } = expect.getState();
  const line: ScanRecord = {
    testFile: relative(packageRoot, testPath),
    artifacts: scanned.length,
    commands,
    leaks: leaks.map((leak) => ({ ...leak, where: `${leak.where}, test "${currentTestName}"` })),
  };
  // One file per worker. Written at once, because a worker is not notified before it ends.
  appendFileSync(join(folder, String(process.pid)), `${JSON.stringify(line)}\n`);
}
