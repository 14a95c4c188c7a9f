// Random stacks, applied under faults and kills: nothing is lost, duplicated or changed for others.
// `npm run chaos -- --seed N` repeats seed N.
import { afterAll, expect, test } from "vitest";
import { runSeed } from "./seed-run";

/** Set by tools/chaos.mjs. */
const first = Number(process.env.CHAOS_SEED ?? 1);
const count = Number(process.env.CHAOS_COUNT ?? 100);
const seeds = Array.from({ length: count }, (_, index) => first + index);
const total = { runs: 0, kills: 0, faults: 0, decisions: 0 };

test.concurrent.each(seeds)("seed %i", async (seed) => {
  const { problems, ...numbers } = await runSeed(seed);
  for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += numbers[name];
  expect(problems, `repeat it with: npm run chaos -- --seed ${seed}`).toEqual([]);
});

afterAll(() => {
  const { runs, kills, faults, decisions } = total;
  console.info(
    `chaos: ${count} seeds from ${first}, ${runs} runs of up, ${kills} kills, ${faults} faults, ${decisions} edits of the config`,
  );
});
