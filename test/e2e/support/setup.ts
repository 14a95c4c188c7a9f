// Once around the e2e tests: before them the package is built and the CLI at hand; after them nothing that they
// left behind holds a secret.
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { TestProject, Vitest } from "vitest/node" with { "resolution-mode": "import" };
import { packageRoot } from "./package-root";
import { beginSecretsCheck, endSecretsCheck } from "./secrets-check";

export default async function setup({ vitest }: TestProject): Promise<() => void> {
  if (!existsSync(join(packageRoot, "dist/provider.js"))) throw new Error("run `npm run build` first");
  const { ensurePulumi } = await import(join(packageRoot, "tools/ensure-pulumi.mjs"));
  const { bin } = await ensurePulumi();
  process.env.PULUMI_TEST_BIN = bin;
  beginSecretsCheck();
  return () => checkSecrets(vitest);
}

function checkSecrets({ state }: Vitest): void {
  const modules = state
    .getTestModules()
    .map((module) => ({ path: relative(packageRoot, module.moduleId), module }))
    .filter(({ path }) => path.startsWith(join("test", "e2e")));
  const passed = modules.filter(({ module }) => !module.children.allTests("passed").next().done);
  const verdict = endSecretsCheck(passed.map(({ path }) => path));
  // Tests with a time to keep share this setup, and leave nothing when they run without the others.
  if (!verdict || modules.length === 0) return;
  process.stdout.write(`\n${[...verdict.problems, verdict.summary].join("\n")}\n`);
  // An error thrown here would be shown and forgotten.
  if (verdict.problems.length > 0) process.exitCode = 1;
}
