import { defineConfig } from "vitest/config";

// `npm test`. The projects run in groups, the fastest first. vitest.nightly.config.mts has the slow tests.
export default defineConfig({
  test: {
    projects: [
      {
        // Fast tests without the CLI.
        test: {
          name: "unit",
          include: ["test/**/*.test.{ts,mts}"],
          exclude: ["test/{handlers,chaos,e2e}/**", "test/config/speed.test.ts", "test/**/*.nightly.test.ts"],
          // Without isolation a worker loads each module once for all its files, so a test file must restore global
          // state. Workers are processes, not threads, because a test measures CPU time.
          isolate: false,
          maxWorkers: "100%",
          // Only end hanging tests: a busy machine must not fail a test.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Provider handlers against the emulator in every dialect.
        test: {
          name: "handlers",
          include: ["test/handlers/**/*.test.ts"],
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Randomized stacks with injected faults, by seed. They wait most of the time, so many run concurrently.
        test: {
          name: "chaos",
          include: ["test/chaos/**/*.test.ts"],
          testTimeout: 120_000,
          maxConcurrency: 30,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The real Pulumi CLI. Requires `npm run build` and tools/ensure-pulumi.mjs.
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: ["test/e2e/demo.test.ts", "test/**/*.nightly.test.ts"],
          globalSetup: ["test/e2e/support/setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          // A test often waits for the CLI, so one more than the cores.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // These tests have a time limit, so each runs alone.
        test: {
          name: "timed",
          include: ["test/e2e/demo.test.ts", "test/config/speed.test.ts"],
          fileParallelism: false,
          globalSetup: ["test/e2e/support/setup.ts"],
          testTimeout: 180_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
