// Random stacks, applied under faults, kills and Ctrl-C: nothing is lost, duplicated or changed for others.
// `CHAOS_SEED=17 npm run chaos` repeats seed 17, `CHAOS_FACTOR=20 npm run chaos` runs 20 times as many.
import { afterAll, expect, test } from "vitest";
import { randomNumbers } from "../support/seeded";
import { seedsToRun } from "../support/seeds";
import { World } from "../support/world";
import { drawConditions } from "./conditions";
import { entry, KINDS, linksOfCampaign } from "./entries";
import { Ownership } from "./ownership";
import { type Setting, Team } from "./team";

const seeds = seedsToRun(40);
const total = { commands: 0, interruptions: 0 };

/** Entries with one identity in both stacks. Most are equal in all fields. */
const shared = (name: string, campaign: number) => [
  entry("pixels", "shared", { type: "gapixel", name: `Shared ${name}`, tag: "shared" }),
  entry("domains", "shared", { domain: "https://shared.example.com", redirectRoot: "https://example.com" }),
  entry("qrCodes", "shared", { type: "text", data: "shared" }),
  entry("channels", "shared", { name: "Shared", description: "Of all" }),
  entry("campaigns", "shared", { name: "Shared", slug: "shared", public: true }, campaign),
];

async function runSeed(seed: number): Promise<readonly string[]> {
  const random = randomNumbers(seed);
  const stacks = seed % 3 === 0 ? 2 : 1;
  const conditions = drawConditions(seed, random, stacks);
  const { dialect, rateLimit, size } = conditions;
  const world = await World.start({ dialect, rateLimit });
  try {
    const { account } = world;
    for (const n of [1, 2, 3, 4]) for (const kind of KINDS) kind.add(account, kind.args(n));
    for (const id of [0, 1, 2, 3, 4, 5, 6, 7].flatMap(linksOfCampaign)) account.links.create({ id });
    const setting: Setting = {
      ...{ world, seed, random, conditions, ownership: new Ownership(account) },
      problems: [],
      commands: 0,
      interruptions: 0,
    };
    if (stacks === 1) await runOne(new Team(setting, { size, name: "own", firstCampaign: 0 }), setting);
    else {
      const teams = ["first", "second"].map((name, n) => {
        const firstCampaign = 4 * n;
        return new Team(setting, { size, name, firstCampaign }, shared(name, firstCampaign + size));
      });
      await runTwo(teams, setting);
    }
    total.commands += setting.commands;
    total.interruptions += setting.interruptions;
    return setting.problems;
  } finally {
    await world.end();
  }
}

async function runOne(team: Team, { problems, world }: Setting): Promise<void> {
  for (let stage = 0; stage < 3 && problems.length === 0; stage++) {
    await team.proceed();
    await world.clock.advance(60_000);
  }
  if (problems.length === 0) await team.finish();
}

/** In a random order, also while a run of the other one is unfinished. */
async function runTwo(teams: readonly Team[], { random, problems }: Setting): Promise<void> {
  for (let step = 0; step < 10 && problems.length === 0; step++)
    await teams[Math.floor(random() * teams.length)]!.proceed(0.7);
  for (const team of teams) if (problems.length === 0) await team.finish();
}

test.concurrent.each(seeds)("seed %i", async (seed) => {
  expect(await runSeed(seed), `repeat it with: CHAOS_SEED=${seed} npm run chaos`).toEqual([]);
});

afterAll(() => {
  console.info(
    `chaos: ${seeds.length} seeds, ${total.commands} commands, ${total.interruptions} interrupted`,
  );
});
