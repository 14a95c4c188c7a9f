import { defineConfig } from "vitest/config";

// Records the states again with the current code: `npx vitest run --config test/recorded/vitest.config.mts`. The
// committed ones come from the first version with stable states, so new recordings belong into new folders.
export default defineConfig({
  test: {
    include: ["test/recorded/record.ts"],
    globalSetup: ["test/e2e/support/setup.ts"],
    testTimeout: 120_000,
  },
});
