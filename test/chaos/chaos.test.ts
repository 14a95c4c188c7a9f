// Random stacks, applied under faults and kills: nothing is lost, duplicated or changed for others.
// `CHAOS_SEED=17 npm run chaos` repeats seed 17, `CHAOS_FACTOR=20 npm run chaos` runs 20 times as many.
import { afterAll, expect, test } from "vitest";
import { seedsToRun } from "../support/seeds";
import { runSeed } from "./seed-run";

const seeds = seedsToRun(100);
const total = { runs: 0, kills: 0, faults: 0, decisions: 0 };

test.concurrent.each(seeds)("seed %i", async (seed) => {
  const { problems, ...numbers } = await runSeed(seed);
  for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += numbers[name];
  expect(problems, `repeat it with: CHAOS_SEED=${seed} npm run chaos`).toEqual([]);
});

afterAll(() => {
  const { runs, kills, faults, decisions } = total;
  console.info(
    `chaos: ${seeds.length} seeds, ${runs} runs of up, ${kills} kills, ${faults} faults, ${decisions} edits of the config`,
  );
});
