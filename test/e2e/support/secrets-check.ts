// The check at the end of an e2e run: no test left a secret anywhere, and no test left nothing to look at.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Leak } from "../../support/secrets-scan";

/** Environment variable: the folder in which the workers note what they looked through. */
export const NOTES_FOLDER = "TEST_SECRETS_NOTES";

/** What a test file left behind, or a part of it. */
export interface Note {
  /** Its path in the repository. */
  readonly testFile: string;
  /** How many places were looked at: an output, a log, a file, the name of a file. */
  readonly places: number;
  readonly leaks: readonly Leak[];
}

export interface Verdict {
  readonly problems: readonly string[];
  readonly summary: string;
}

/** Before the workers start. Several projects of one run share a check. */
export function beginSecretsCheck(): void {
  process.env[NOTES_FOLDER] ??= mkdtempSync(join(tmpdir(), "link-management-secrets-"));
}

/**
 * After the last test; the verdict is told once.
 * @param ran e2e test files in which a test passed
 */
export function endSecretsCheck(ran: readonly string[]): Verdict | undefined {
  const folder = process.env[NOTES_FOLDER];
  if (folder === undefined) return undefined;
  delete process.env[NOTES_FOLDER];
  const notes = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): Note => JSON.parse(line)),
  );
  rmSync(folder, { recursive: true });
  return judge(notes, ran);
}

/** What is found at the same place by several forms of one secret is told by each of them. */
export function judge(notes: readonly Note[], ran: readonly string[]): Verdict {
  const places = notes.reduce((sum, note) => sum + note.places, 0);
  const lookedAt = new Set(notes.flatMap(({ testFile, places }) => (places > 0 ? [testFile] : [])));
  const leaks = notes.flatMap(({ testFile, leaks }) =>
    leaks.map(({ secret, form, where }) => `${secret} stands as ${form} in ${where} of ${testFile}`),
  );
  const blind = ran
    .filter((testFile) => !lookedAt.has(testFile))
    .map(
      (testFile) =>
        `${testFile} left nothing to look at: start what it runs by test/e2e/support, or move it to another project`,
    );
  const nothing = places === 0 ? ["nothing was looked at, so nothing was proven"] : [];
  const summary = `secrets: looked at ${places} places left by ${lookedAt.size} test files, found ${leaks.length} leaks`;
  return { problems: [...new Set([...leaks, ...blind, ...nothing])], summary };
}
