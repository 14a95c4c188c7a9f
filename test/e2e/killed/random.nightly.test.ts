// Runs that are killed at a moment that follows from a seed, each in a dialect of its own, and run again.
// `npm run chaos -- --killed` takes more seeds; one that fails is replayed alone by `npm run chaos -- --killed --seed N`.
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/emulator/index";
import { configured, ids, yaml } from "../lifecycle/support";
import { dialectOf } from "../support/dialects";
import type { Project } from "../support/project";
import { expectDesired, held, plantStrangers, unclaimedCodes } from "./desired";
import { drawn } from "./drawn";
import { type Moment, runAndKill } from "./interruption";
import { type Role, skipWithoutProc } from "./processes";
import { STAGES } from "./stages";

/** What `npm test` runs; `npm run chaos -- --killed` sets others. */
const first = Number(process.env.CHAOS_SEED ?? 1);
const count = Number(process.env.CHAOS_COUNT ?? 3);
const seeds = Array.from({ length: count }, (_, index) => first + index);
const total = { kills: 0, runs: 0, unclaimed: 0 };

const VICTIMS: readonly (readonly Role[])[] = [["engine"], ["provider"], ["engine", "provider"]];
const MOST_RUNS = 3;
/** Within this time the provider tells the engine what came of a request, and the engine writes it into the state. */
const NOTING_MS = 25;
const SETTLE_SECONDS = 1;
const LATE_MS = (SETTLE_SECONDS * 1000) / 2;

const victimsOf = (seed: number, stage: number) => VICTIMS[(seed + stage) % VICTIMS.length]!;

/** Of a link assigned by a provider that is killed alone the state has nothing, and the user must help: assigned.test.ts. */
function healingDialectOf(seed: number): Dialect {
  const dialect = dialectOf(seed);
  const leavesNothing = [0, 1].some((stage) => victimsOf(seed, stage).join() === "provider");
  return leavesNothing && dialect.repeatedAssignment === "error"
    ? { ...dialect, repeatedAssignment: "ignored" }
    : dialect;
}

/** Every second seed: a list shows the account as it was up to half a settle time ago, and a request may be as late. */
const isSlow = (seed: number) => seed % 2 === 0;

function slowDown({ emulator, env }: Project, seed: number): void {
  env.LINK_MANAGEMENT_SETTLE_TIME = String(SETTLE_SECONDS);
  emulator.faults.seed(seed, { rate: 1, kinds: ["staleList"], maxMs: LATE_MS });
}

/** Victims take turns; the rest follows from the seed. */
function momentOf(seed: number, stage: number): Moment {
  const draw = (what: string, possibilities: number) => drawn(seed, `${stage}: ${what}`) % possibilities;
  const timings = ["before", "after", "answered", ...(isSlow(seed) ? (["late"] as const) : [])] as const;
  const timing = timings[draw("timing", timings.length)]!;
  return {
    nth: 1 + draw("request", STAGES[stage]!.requests),
    among: "requests",
    timing,
    ms: timing === "answered" ? draw("ms", NOTING_MS) : LATE_MS,
    victims: victimsOf(seed, stage),
  };
}

function titleOf({ nth, timing, ms, victims }: Moment): string {
  const when = {
    before: "before",
    after: "after",
    late: `${ms} ms before the effect of`,
    answered: `${ms} ms after the answer to`,
  };
  return `${victims.join(" and ")} ${when[timing]} request ${nth}`;
}

/** What a user does after a crash: unlock, and run again until it succeeds, but not before lists show what was made. */
async function runAgain(project: Project, killedAt: number, ...args: string[]): Promise<string> {
  let said = (await project.try("cancel", "--yes")).output;
  const settledAt = killedAt + Number(project.env.LINK_MANAGEMENT_SETTLE_TIME) * 1000;
  await wait(Math.max(0, settledAt - Date.now()));
  for (let run = 1; run <= MOST_RUNS; run++) {
    total.runs++;
    const { code, output } = await project.try(...args);
    said += output;
    if (code === 0) return said;
  }
  throw new Error(`no success in ${MOST_RUNS} runs:\n${said}`);
}

/** A killed run leaves one QR code at most that no entry holds; all such codes, when it was run again. */
async function expectUnclaimed(project: Project, before: readonly number[], said: string): Promise<number[]> {
  const unclaimed = await unclaimedCodes(project);
  const fresh = unclaimed.filter((id) => !before.includes(id));
  expect(fresh.length, said).toBeLessThanOrEqual(1);
  // The engine tells what was under way: of a killed engine in the next run, of a killed provider at once.
  const told = /QrCode::menu, interrupted while creating|QrCode \(menu\):\s+error: /;
  if (fresh.length > 0) expect(said).toMatch(told);
  total.unclaimed += fresh.length;
  return unclaimed;
}

describe("a run that is killed", () => {
  beforeEach(skipWithoutProc);

  for (const seed of seeds) {
    const moments = STAGES.map((_, stage) => momentOf(seed, stage));
    const title = moments.map(titleOf).join(", ");
    test(`seed ${seed}: up, a changed up and destroy (${title}${isSlow(seed) ? "; lists lag" : ""}) end right when they are run again`, async () => {
      const project = await configured({}, { dialect: healingDialectOf(seed) });
      plantStrangers(project);
      const { strangers } = held(project);
      if (isSlow(seed)) slowDown(project, seed);

      let unclaimed: number[] = [];
      let before: Record<string, string> = {};
      for (const [index, { command, config, kept }] of STAGES.entries()) {
        await project.config(yaml(config));
        const args = [command, "--yes", "--skip-preview"];
        const { output, killedAt } = await runAndKill(project, args, moments[index]!);
        expect(killedAt, output).toBeDefined();
        total.kills++;
        const said = output + (await runAgain(project, killedAt!, ...args));
        expect(held(project).strangers).toEqual(strangers);
        unclaimed = await expectUnclaimed(project, unclaimed, said);
        if (command === "destroy") continue;
        await expectDesired(project, config);
        const now = await ids(project);
        for (const [name, old] of Object.entries(kept))
          expect(now[name], `the id of ${name}`).toBe(before[old]);
        before = now;
      }
      const { qrs, ...others } = held(project);
      expect(others).toEqual({ pixels: [], domains: [], channels: [], campaigns: [], strangers });
      expect(qrs.map(({ id }) => id)).toEqual(unclaimed);
      expect((await project.state()).resources ?? []).toEqual([]);
    });
  }
});

afterAll(() => {
  const { kills, runs, unclaimed } = total;
  console.info(
    `killed: ${count} seeds from ${first}, ${kills} kills, ${runs} runs after them, ${unclaimed} codes left unclaimed`,
  );
});
