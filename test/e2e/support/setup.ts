// Runs once before the tests with the real CLI: checks the build and finds the CLI.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const packageRoot = resolve(__dirname, "../../..");

export default async function setup(): Promise<void> {
  if (!existsSync(join(packageRoot, "dist/provider.js"))) throw new Error("run `npm run build` first");
  const { ensurePulumi } = await import(join(packageRoot, "tools/ensure-pulumi.mjs"));
  process.env.PULUMI_TEST_BIN = await ensurePulumi();
}
