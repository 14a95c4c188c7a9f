import { defineConfig } from "vitest/config";

// unit: pure and fast, run all the time. handlers: provider handlers against the emulator, in every dialect.
// e2e: the real Pulumi CLI; needs `npm run build` and tools/ensure-pulumi first.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/{api,engine,resources,config,emulator,commands,tools}/**/*.test.ts"],
        },
      },
      { test: { name: "handlers", include: ["test/handlers/**/*.test.ts"], testTimeout: 60_000 } },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/e2e/support/setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
