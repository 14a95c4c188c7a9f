// Two stacks on one account, whose configs share some entries, in random orders of commands and kills.
// `npm run chaos -- --shared --seed N` repeats seed N.
import { afterAll, expect, test } from "vitest";
import { runSharedAccount } from "./shared-account";

/** Set by tools/chaos.mjs. */
const first = Number(process.env.CHAOS_SEED ?? 1);
const count = Number(process.env.CHAOS_COUNT ?? 50);
const seeds = Array.from({ length: count }, (_, index) => first + index);
const total = { commands: 0, kills: 0, stopped: 0 };

test.concurrent.each(seeds)("seed %i", async (seed) => {
  const { problems, ...numbers } = await runSharedAccount(seed);
  for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += numbers[name];
  expect(problems, `repeat it with: npm run chaos -- --shared --seed ${seed}`).toEqual([]);
});

afterAll(() => {
  const { commands, kills, stopped } = total;
  console.info(
    `shared account: ${count} seeds from ${first}, ${commands} commands, ${kills} kills, ${stopped} stopped previews`,
  );
});
