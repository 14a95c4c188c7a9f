// `npm run chaos`: runs more seeds than `npm test`, or repeats one.
//   npm run chaos                         2000 seeds from a random one
//   npm run chaos -- --seed 17            seed 17
//   npm run chaos -- --seed 1 --count 50  50 seeds from 1
//   npm run chaos -- --shared             two stacks on one account, 2000 seeds from a random one
//   npm run chaos -- --cli                the real CLI under faults, 30 seeds from 1
//   npm run chaos -- --killed             the real CLI, killed at random moments, 30 seeds from 1
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const number = { type: "string" };
const flag = { type: "boolean" };
const { values } = parseArgs({
  options: { shared: flag, cli: flag, killed: flag, seed: number, count: number },
});
const cliTests = [
  ...(values.cli ? ["test/e2e/faults/random.nightly.test.ts"] : []),
  ...(values.killed ? ["test/e2e/killed/random.nightly.test.ts"] : []),
];
const usesCli = cliTests.length > 0;
const seed = values.seed ?? (usesCli ? "1" : String(randomInt(1, 1_000_000_000)));
const defaultCount = usesCli ? "30" : "2000";
const count = values.count ?? (values.seed === undefined ? defaultCount : "1");
for (const [name, value] of Object.entries({ seed, count })) {
  if (!/^[1-9]\d{0,11}$/.test(value)) throw new Error(`--${name} must be a whole number, not "${value}"`);
}
if (usesCli) {
  // The CLI runs the build.
  const { status } = spawnSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
  if (status !== 0) throw new Error("the build failed");
}
const simulatedTest = `test/chaos/${values.shared ? "shared-account" : "chaos"}.test.ts`;
const tests = usesCli
  ? ["--config", "vitest.nightly.config.mts", ...cliTests]
  : ["--project", "chaos", simulatedTest];
// A timeout only ends hanging tests: with other work on the machine, a seed may take minutes.
const vitest = spawn("npx", ["--no-install", "vitest", "run", ...tests, "--testTimeout", "900000"], {
  env: { ...process.env, CHAOS_SEED: seed, CHAOS_COUNT: count },
  stdio: "inherit",
});
vitest.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
