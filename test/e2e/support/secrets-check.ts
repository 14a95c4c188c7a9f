// The check at the end of an e2e run: no test left a secret behind, and every test file left something to scan.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Leak } from "../../support/secrets-scan";

/** Environment variable: the folder to which the workers write their scan records. */
export const SCAN_RECORDS_FOLDER = "TEST_SCAN_RECORDS_FOLDER";

/** The test with a service that repeats what it received, and the commands that it runs. */
const ECHO_TEST = "test/e2e/secrets/every-command.test.ts";
const ECHOED_COMMANDS = ["preview", "up", "refresh", "destroy"];

/** The result of one scan. */
export interface ScanRecord {
  /** Relative to the repository. */
  readonly testFile: string;
  /** Number of outputs, logs, files and file names that were scanned. */
  readonly artifacts: number;
  readonly leaks: readonly Leak[];
  /** The Pulumi commands whose output was scanned, such as "up". */
  readonly commands: readonly string[];
}

export interface CheckResult {
  readonly problems: readonly string[];
  readonly summary: string;
}

/** Call before the workers start. The vitest projects of a run share one check. */
export function startSecretsCheck(): void {
  process.env[SCAN_RECORDS_FOLDER] ??= mkdtempSync(join(tmpdir(), "link-management-secrets-"));
}

/**
 * Call after the last test. Returns the result once per run.
 * @param passed e2e test files with a test that passed
 */
export function finishSecretsCheck(passed: readonly string[]): CheckResult | undefined {
  const folder = process.env[SCAN_RECORDS_FOLDER];
  if (folder === undefined) return undefined;
  delete process.env[SCAN_RECORDS_FOLDER];
  const records = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): ScanRecord => JSON.parse(line)),
  );
  rmSync(folder, { recursive: true });
  return evaluate(records, passed);
}

/** Several forms of a secret at the same location are separate leaks. */
function evaluate(records: readonly ScanRecord[], passed: readonly string[]): CheckResult {
  const artifacts = records.reduce((sum, record) => sum + record.artifacts, 0);
  const scannedFiles = new Set(
    records.filter((record) => record.artifacts > 0).map(({ testFile }) => testFile),
  );
  const leaks = records.flatMap(({ testFile, leaks }) =>
    leaks.map(({ secret, form, where }) => `found ${secret} as ${form} in ${where} of ${testFile}`),
  );
  const withoutArtifacts = passed
    .filter((testFile) => !scannedFiles.has(testFile))
    .map(
      (testFile) =>
        `${testFile} left nothing to scan: start its processes with test/e2e/support, or move it to another project`,
    );
  // Against a service that repeats what it received. In a run of single files only those count.
  const commands = new Set(
    records.filter(({ testFile }) => testFile === ECHO_TEST).flatMap((one) => one.commands),
  );
  const missing = passed.includes(ECHO_TEST) ? ECHOED_COMMANDS.filter((one) => !commands.has(one)) : [];
  const notEchoed = missing.map((command) => `${ECHO_TEST} left no output of pulumi ${command} to scan`);
  const nothingScanned = artifacts === 0 ? ["nothing was scanned, so the check proves nothing"] : [];
  return {
    problems: [...new Set([...leaks, ...withoutArtifacts, ...notEchoed, ...nothingScanned])],
    summary: `secrets: scanned ${artifacts} artifacts of ${scannedFiles.size} test files, found ${leaks.length} leaks`,
  };
}
