// One seed: random stacks on one account, applied under faults, kills and Ctrl-C. The same seed gives the same stacks, dialect,
// faults and interruptions.
import { expect, test } from "vitest";
import { randomNumbers } from "../support/seeded";
import { seedsToRun } from "../support/seeds";
import { World } from "../support/world";
import type { Setting } from "./commands";
import { drawConditions } from "./conditions";
import { entry, KINDS, linksOfCampaign, oneOf } from "./entries";
import { Ownership } from "./ownership";
import { Person } from "./person";
import { Team } from "./team";

const STAGES = 3;
const STEPS_OF_TWO = 10;

/** Declares a test per seed. @param file how to repeat one */
export function testSeeds(count: number, file: string, run: (setting: Setting) => Promise<void>): void {
  const seeds = seedsToRun(count);
  // The SDK captures a stack trace per property.
  if (seeds.length > 1) Error.stackTraceLimit = 0;
  test.concurrent.each(seeds)("seed %i", async (seed) => {
    const { problems, history } = await runSeed(seed, file, run);
    const repeat = `repeat it with: CHAOS_SEED=${seed} npm run chaos -- ${file}`;
    const details = seeds.length === 1 ? history : [];
    expect(problems, [...problems, repeat, ...details].join("\n")).toEqual([]);
  });
}

async function runSeed(seed: number, file: string, run: (setting: Setting) => Promise<void>) {
  const random = randomNumbers(seed);
  const conditions = drawConditions(seed, random, file === "two-stacks");
  const { dialect, rateLimit, habit, isSmall } = conditions;
  const world = await World.start({ dialect, rateLimit, habit });
  try {
    const { account } = world;
    for (const id of [0, 1, 2, 3, 4, 5, 6, 7].flatMap(linksOfCampaign)) account.links.create({ id });
    for (const n of isSmall ? [] : [1, 2, 3, 4]) for (const kind of KINDS) kind.add(account, kind.args(n));
    const ownership = new Ownership(account);
    const person = new Person(account, ownership, world.clock);
    const started = { problems: [], history: [], commands: 0 };
    const setting: Setting = { world, seed, random, conditions, ownership, person, ...started };
    await run(setting);
    return setting;
  } finally {
    await world.end();
  }
}

/** One stack, which changes several times. */
export async function runOneStack(setting: Setting): Promise<void> {
  const { size } = setting.conditions;
  const team = new Team(setting, { size, name: "own", firstCampaign: 0 });
  for (let stage = 0; stage < STAGES && setting.problems.length === 0; stage++) await team.proceed();
  if (setting.problems.length === 0) await team.finish();
}

/** Two stacks in a random order, also while a run of the other one is unfinished. */
export async function runTwoStacks(setting: Setting): Promise<void> {
  const { random, problems, conditions } = setting;
  const { size } = conditions;
  const teams = ["first", "second"].map((name, n) => {
    const firstCampaign = 4 * n;
    return new Team(setting, { size, name, firstCampaign }, sharedEntries(name, firstCampaign + size));
  });
  // Nobody promises that another stack may create an equal object meanwhile.
  const unclear = () => teams.find(({ hasUnclear }) => hasUnclear);
  for (let step = 0; step < STEPS_OF_TWO && problems.length === 0; step++) {
    const drawn = oneOf(random, teams);
    await (unclear() ?? drawn).proceed(0.7);
  }
  for (const team of [...new Set([unclear() ?? teams[0]!, ...teams])])
    if (problems.length === 0) await team.finish();
}

/** Entries with one identity in both stacks. Most are equal in all fields. */
function sharedEntries(name: string, campaign: number) {
  return [
    entry("pixels", "shared", { type: "gapixel", name: `Shared ${name}`, tag: "shared" }),
    entry("domains", "shared", { domain: "https://shared.example.com", redirectRoot: "https://example.com" }),
    entry("links", "shared", { url: "https://example.com", alias: "shared" }),
    entry("qrCodes", "shared", { type: "text", data: "shared" }),
    entry("channels", "shared", { name: "Shared", description: "Of all" }),
    entry("campaigns", "shared", { name: "Shared", slug: "shared", public: true }, campaign),
  ];
}
