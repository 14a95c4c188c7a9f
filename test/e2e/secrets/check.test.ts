// The check at the end of an e2e run, in runs of a few tests each: it would have found a leak, and it says so when it
// saw nothing.
import { join } from "node:path";
import { expect, test } from "vitest";
import { PASSWORD } from "../../support/secrets";
import { packageRoot } from "../support/package-root";
import { run } from "../support/project";
import { NOTES_FOLDER } from "../support/secrets-check";

/** Runs some of the planted tests, as a run of its own. */
async function planted(...names: string[]) {
  const { [NOTES_FOLDER]: _, ...env } = process.env;
  const vitest = join(packageRoot, "node_modules/vitest/vitest.mjs");
  const config = join(__dirname, "planted/vitest.config.mts");
  return run([process.execPath, vitest, "run", "--config", config, ...names], packageRoot, env);
}

test("a run in which everything was looked at and nothing found ends with exit code 0 and a count", async () => {
  const { code, output } = await planted("clean");
  expect(code, output).toBe(0);
  expect(output).toContain("secrets: looked at 1 places left by 1 test files, found 0 leaks");
});

test("a leak ends the run with exit code 1, its secret, form and place, and without the secret", async () => {
  const { code, output } = await planted("leak");
  expect(code, output).toBe(1);
  expect(output).toMatch(
    /^the password stands as plain in output of echo the password is …, test "a program that says/m,
  );
  expect(output).toMatch(
    /^the wifi password stands as hex in \S+state\.json, test "a folder with a secret" of test\/e2e\/secrets\/planted\/leak\.planted\.ts$/m,
  );
  expect(output).not.toContain(PASSWORD);
});

test("a test file that left nothing to look at ends the run with exit code 1, also beside one that did", async () => {
  const both = await planted("clean", "blind");
  expect(both.code, both.output).toBe(1);
  expect(both.output).toMatch(/^test\/e2e\/secrets\/planted\/blind\.planted\.ts left nothing to look at/m);
});
