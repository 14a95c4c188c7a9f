import { defineConfig } from "vitest/config";

// `npm run test:nightly`: the slow tests with the real Pulumi CLI. tools/nightly.sh runs them with everything else.
export default defineConfig({
  logLevel: "error",
  test: {
    name: "nightly",
    include: ["test/**/*.nightly.test.ts"],
    globalSetup: ["test/e2e/support/setup.ts"],
    testTimeout: 900_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // It imports JSON without the attribute that Node requires.
    server: { deps: { inline: [/@actions/] } },
  },
});
