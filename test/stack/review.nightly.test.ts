// What a review says is what the account gets: random edits, renames, changes by hand, retained objects, and runs that fail
// at a create or a delete.
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { notApproved } from "../../src/commands/review/approval";
import type { Row } from "../../src/commands/review/row";
import { rowsOf } from "../../src/commands/review/rows";
import { changeByHand, edit, type RandomConfig, requestOf, requestsOf } from "../support/random-edits";
import { seededInteger } from "../support/seeded";
import type { Stack } from "../support/stack";
import { startStack } from "../support/world";

const SEEDS = Number(process.env.REVIEW_SEEDS ?? 300);

async function rowsIn(stack: Stack, config: string): Promise<readonly Row[]> {
  const { events } = await stack.preview(config, { refresh: true });
  return rowsOf(events, new Map()).filter(({ operation }) => operation !== "same");
}

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))("seed %i", async (seed) => {
  let draws = 0;
  const random = (max: number) => seededInteger(seed, `${draws++}`) % max;
  const { world, stack } = await startStack({
    dialect: { qrNames: "generated" },
    settings: { maxDeletions: "100%" },
  });
  const config: RandomConfig = { pixels: {}, qrCodes: {} };
  const up = () => stack.up(stringify(config), { refresh: true, preview: false });
  const failingUp = async () => {
    world.faults.rule({ on: random(2) === 0 ? "DELETE *" : "POST *", reject: true, times: 1 });
    await up().catch(() => {});
    world.faults.clear();
  };
  for (let round = 0; round < 4; round++) {
    edit(config, random, round, true);
    changeByHand(world.account, random);
    if (random(3) === 0) {
      await failingUp();
      edit(config, random, round + 10, false);
    }
    let rows = await rowsIn(stack, stringify(config));
    if (random(3) === 0) {
      await failingUp();
      // What is left is approved.
      const rest = await rowsIn(stack, stringify(config));
      expect(notApproved(rest, rows)).toEqual([]);
      rows = rest;
    }
    world.service.clearLog();
    await up();
    expect(world.changes.map(requestOf).sort()).toEqual(rows.flatMap(requestsOf).sort());
    expect(await rowsIn(stack, stringify(config))).toEqual([]);
  }
});
