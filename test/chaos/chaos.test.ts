// Stacks applied under faults by seed: nothing lost, nothing doubled, nothing else touched. A seed that fails is
// replayed alone by `npm run chaos -- --seed N`.
import { afterAll, expect, test } from "vitest";
import { runChaos } from "./chaos";

/** What `npm test` runs; `npm run chaos` sets others. */
const first = Number(process.env.CHAOS_SEED ?? 1);
const count = Number(process.env.CHAOS_COUNT ?? 300);
const seeds = Array.from({ length: count }, (_, index) => first + index);
const total = { runs: 0, faults: 0, answers: 0 };

test.concurrent.each(seeds)("seed %i", async (seed) => {
  const { problems, runs, faults, answers } = await runChaos(seed);
  total.runs += runs;
  total.faults += faults;
  total.answers += answers;
  expect(problems, `replay it by: npm run chaos -- --seed ${seed}`).toEqual([]);
});

afterAll(() => {
  const { runs, faults, answers } = total;
  console.info(
    `chaos: ${count} seeds from ${first}, ${runs} runs of up, ${faults} faults, ${answers} answers of the user`,
  );
});
