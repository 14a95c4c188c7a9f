// Runs the tests of this folder, which leave what no test may leave, with the check of the e2e tests.
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: { include: ["*.planted.ts"], globalSetup: ["../../support/setup.ts"] },
});
