// `npm run chaos`: more seeds of chaos than `npm test` runs, or one of them again.
//   npm run chaos                        2000 seeds by chance
//   npm run chaos -- --seed 17           that one
//   npm run chaos -- --seed 1 --count 50 so many, one after the other
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { seed: { type: "string" }, count: { type: "string" } } });
const seed = values.seed ?? String(randomInt(1, 1_000_000_000));
const count = values.count ?? (values.seed === undefined ? "2000" : "1");
for (const [name, value] of Object.entries({ seed, count })) {
  if (!/^[1-9]\d{0,11}$/.test(value)) throw new Error(`--${name} must be a whole number, not "${value}"`);
}
const vitest = spawn("npx", ["--no-install", "vitest", "run", "--project", "chaos"], {
  env: { ...process.env, CHAOS_SEED: seed, CHAOS_COUNT: count },
  stdio: "inherit",
});
vitest.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
