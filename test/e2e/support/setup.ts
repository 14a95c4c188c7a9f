// Once before the e2e tests: the package is built, and the CLI is at hand.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "./project";

export default async function setup(): Promise<void> {
  if (!existsSync(join(packageRoot, "dist/provider.js"))) throw new Error("run `npm run build` first");
  const { ensurePulumi } = await import(join(packageRoot, "tools/ensure-pulumi.mjs"));
  const { bin } = await ensurePulumi();
  process.env.PULUMI_TEST_BIN = bin;
}
