// `npm run chaos`: more seeds of chaos than `npm test` runs, or one of them again.
//   npm run chaos                        2000 seeds by chance
//   npm run chaos -- --seed 17           that one
//   npm run chaos -- --seed 1 --count 50 so many, one after the other
//   npm run chaos -- --cli               the same with the real CLI, 30 seeds from 1
//   npm run chaos -- --killed            the real CLI killed at a moment of each seed, 30 seeds from 1
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const text = { type: "string" };
const flag = { type: "boolean" };
const { values } = parseArgs({ options: { cli: flag, killed: flag, seed: text, count: text } });
const cliTests = [
  ...(values.cli ? ["test/e2e/faults"] : []),
  ...(values.killed ? ["test/e2e/killed/at-random.test.ts"] : []),
];
const cli = cliTests.length > 0;
const seed = values.seed ?? (cli ? "1" : String(randomInt(1, 1_000_000_000)));
const all = cli ? "30" : "2000";
const count = values.count ?? (values.seed === undefined ? all : "1");
for (const [name, value] of Object.entries({ seed, count })) {
  if (!/^[1-9]\d{0,11}$/.test(value)) throw new Error(`--${name} must be a whole number, not "${value}"`);
}
if (cli) {
  // The CLI runs what is built.
  const { status } = spawnSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
  if (status !== 0) throw new Error("the build failed");
}
const tests = cli ? ["--project", "e2e", ...cliTests] : ["--project", "chaos"];
const vitest = spawn("npx", ["--no-install", "vitest", "run", ...tests], {
  env: { ...process.env, CHAOS_SEED: seed, CHAOS_COUNT: count },
  stdio: "inherit",
});
vitest.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
