import { defineConfig } from "vitest/config";

// `npm test`. The projects run in groups, the fastest first. vitest.nightly.config.mts has the slow tests.
export default defineConfig({
  test: {
    projects: [
      {
        // Pure functions, the client, the loader and the commands.
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/{stack,chaos,e2e}/**", "test/**/*.nightly.test.ts"],
          // Without isolation a worker loads each module once for all its files, so a test file must restore global
          // state. Workers are processes, not threads, because commands run in a folder of their own.
          isolate: false,
          pool: "forks",
          maxWorkers: "100%",
          // Only end hanging tests: a busy machine must not fail a test.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Programs and provider on the simulated engine, against the emulator.
        test: {
          name: "stack",
          include: ["test/stack/**/*.test.ts"],
          exclude: ["test/**/*.nightly.test.ts"],
          isolate: false,
          pool: "forks",
          maxWorkers: "100%",
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Random stacks with faults, by seed. They wait most of the time, so many run concurrently.
        test: {
          name: "chaos",
          include: ["test/chaos/**/*.test.ts"],
          testTimeout: 300_000,
          maxConcurrency: 6,
          maxWorkers: "100%",
          sequence: { groupOrder: 2 },
        },
      },
      {
        // The real Pulumi CLI, and the scripts of an example. Requires `npm run build` and tools/ensure-pulumi.mjs.
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: ["test/**/*.nightly.test.ts"],
          globalSetup: ["test/e2e/support/setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          // A test often waits for the CLI, so one more than the cores.
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
