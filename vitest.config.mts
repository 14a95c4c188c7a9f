import { defineConfig } from "vitest/config";

// One group after the other, the fast ones first.
export default defineConfig({
  test: {
    projects: [
      {
        // Pure or on a socket of their own, and fast: run all the time.
        test: {
          name: "unit",
          include: [
            "test/{api,bench,engine,resources,config,docs,emulator,commands,tools,support}/**/*.test.{ts,mts}",
          ],
          exclude: ["test/config/speed.test.ts"],
          // Of many small files the start costs most: so each process loads a module once for all the files it runs,
          // which leave environment and modules as they found them. No threads: a test of CPU time counts its own.
          isolate: false,
          maxWorkers: "100%",
          // Only to end a test that hangs: a busy machine is no defect.
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Provider handlers against the emulator, in every dialect.
        test: {
          name: "handlers",
          include: ["test/handlers/**/*.test.ts"],
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Stacks applied under faults by seed. Most of the time they wait, so many go on at once.
        test: {
          name: "chaos",
          include: ["test/chaos/**/*.test.ts"],
          testTimeout: 120_000,
          maxConcurrency: 30,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The real Pulumi CLI; needs `npm run build` and tools/ensure-pulumi first.
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: ["test/e2e/demo.test.ts"],
          globalSetup: ["test/e2e/support/setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // These have a time to keep, so each runs alone.
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
