import { defineConfig } from "vitest/config";

// Records the states again with the current code: `npx vitest run --config test/recorded/vitest.config.mts`. From
// 0.1.0 on, the committed ones stay as they are, so new recordings belong into new folders.
export default defineConfig({
  test: {
    include: ["test/recorded/record.ts"],
    globalSetup: ["test/e2e/support/setup.ts"],
    testTimeout: 120_000,
  },
});
