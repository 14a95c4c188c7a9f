// Two stacks on one account, whose configs share some entries, in random orders of commands and kills.
// `CHAOS_SEED=17 npm run chaos -- shared-account` repeats seed 17.
import { afterAll, expect, test } from "vitest";
import { seedsToRun } from "../support/seeds";
import { runSharedAccount } from "./shared-account";

const seeds = seedsToRun(50);
const total = { commands: 0, kills: 0, stopped: 0 };

test.concurrent.each(seeds)("seed %i", async (seed) => {
  const { problems, ...numbers } = await runSharedAccount(seed);
  for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += numbers[name];
  expect(problems, `repeat it with: CHAOS_SEED=${seed} npm run chaos -- shared-account`).toEqual([]);
});

afterAll(() => {
  const { commands, kills, stopped } = total;
  console.info(
    `shared account: ${seeds.length} seeds, ${commands} commands, ${kills} kills, ${stopped} stopped previews`,
  );
});
