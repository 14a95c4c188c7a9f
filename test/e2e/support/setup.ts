// Runs once around the e2e tests. Before them: checks the build and finds the CLI. After them: checks for secrets.
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { TestProject, Vitest } from "vitest/node" with { "resolution-mode": "import" };
import { packageRoot } from "./package-root";
import { finishSecretsCheck, startSecretsCheck } from "./secrets-check";

export default async function setup({ vitest }: TestProject): Promise<() => void> {
  if (!existsSync(join(packageRoot, "dist/provider.js"))) throw new Error("run `npm run build` first");
  const { ensurePulumi } = await import(join(packageRoot, "tools/ensure-pulumi.mjs"));
  const { bin } = await ensurePulumi();
  process.env.PULUMI_TEST_BIN = bin;
  startSecretsCheck();
  return () => checkSecrets(vitest);
}

function checkSecrets({ state }: Vitest): void {
  const modules = state
    .getTestModules()
    .map((module) => ({ path: relative(packageRoot, module.moduleId), module }))
    .filter(({ path }) => path.startsWith(join("test", "e2e")));
  const passed = modules.filter(({ module }) => !module.children.allTests("passed").next().done);
  const result = finishSecretsCheck(passed.map(({ path }) => path));
  // The timed project shares this setup. Its tests outside test/e2e leave nothing to scan.
  if (!result || modules.length === 0) return;
  process.stdout.write(`\n${[...result.problems, result.summary].join("\n")}\n`);
  // vitest would print an error thrown here, but still exit with 0.
  if (result.problems.length > 0) process.exitCode = 1;
}
