// The secrets check at the end of an e2e run finds leaks, and fails if there is nothing to scan.
import { join } from "node:path";
import { expect, test } from "vitest";
import { PASSWORD } from "../../support/secrets";
import { packageRoot } from "../support/package-root";
import { run } from "../support/project";
import { SCAN_RECORDS_FOLDER } from "../support/secrets-check";

/** Runs fixtures in a separate vitest run. */
async function runFixtures(...names: string[]) {
  const { [SCAN_RECORDS_FOLDER]: _, ...env } = process.env;
  const vitest = join(packageRoot, "node_modules/vitest/vitest.mjs");
  const config = join(__dirname, "fixtures/vitest.config.mts");
  return run([process.execPath, vitest, "run", "--config", config, ...names], packageRoot, env);
}

test("a run without leaks exits with 0 and prints a count", async () => {
  const { code, output } = await runFixtures("clean");
  expect(code, output).toBe(0);
  expect(output).toContain("secrets: scanned 1 artifacts of 1 test files, found 0 leaks");
});

test("a run with leaks exits with 1 and prints their location without the secret", async () => {
  const { code, output } = await runFixtures("leak");
  expect(code, output).toBe(1);
  expect(output).toMatch(
    /^found the password as plain in output of echo the password is …, test "prints a secret" of /m,
  );
  expect(output).toMatch(
    /^found the wifi password as hex in \S+state\.json, test "writes a secret" of test\/e2e\/secrets\/fixtures\/leak\.fixture\.ts$/m,
  );
  expect(output).not.toContain(PASSWORD);
});

test("a run with a test file that leaves nothing to scan exits with 1", async () => {
  const { code, output } = await runFixtures("clean", "no-artifacts");
  expect(code, output).toBe(1);
  expect(output).toMatch(/^test\/e2e\/secrets\/fixtures\/no-artifacts\.fixture\.ts left nothing to scan/m);
});
