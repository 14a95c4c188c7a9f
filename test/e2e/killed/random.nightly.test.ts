// Runs that are killed at a random moment, each in a dialect of its own, and repeated as the documentation says.
// `CHAOS_SEED=17 npm run test:nightly -- killed/random` repeats seed 17.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { seededInteger } from "../../support/seeded";
import { seedsToRun } from "../../support/seeds";
import { configured, ids, yaml } from "../lifecycle/support";
import { dialectOf } from "../support/dialects";
import type { Project } from "../support/project";
import { addStrangers, expectApplied, NO_OBJECTS, ownObjects, strangersOf } from "./expected-stack";
import { type Moment, runAndKill } from "./interruption";
import { type Role, skipWithoutProc } from "./processes";
import { expectLeftBehindNamed, repeat, unlock } from "./recovery";
import { STAGES } from "./stages";

const seeds = seedsToRun(3);
const total = { kills: 0, leftBehind: 0, runs: 0 };

const VICTIMS: readonly (readonly Role[])[] = [["engine"], ["provider"], ["engine", "provider"]];
/** Within this time the provider reports a result, and the engine writes it into the state. */
const RECORDING_MS = 25;
const SETTLE_SECONDS = 1;
const LATE_MS = (SETTLE_SECONDS * 1000) / 2;

/** In every second seed, lists are stale by up to half a settle time, and a request may take effect as late. */
const isSlow = (seed: number) => seed % 2 === 0;

function slowDown({ emulator, env }: Project, seed: number): void {
  env.LINK_MANAGEMENT_SETTLE_TIME = String(SETTLE_SECONDS);
  emulator.faults.seed(seed, { rate: 1, kinds: ["staleList"], maxMs: LATE_MS });
}

function momentOf(seed: number, stage: number): Moment {
  const draw = (what: string, possibilities: number) =>
    seededInteger(seed, `${stage}: ${what}`) % possibilities;
  const timings = ["before", "after", "answered", ...(isSlow(seed) ? (["late"] as const) : [])] as const;
  const timing = timings[draw("timing", timings.length)]!;
  return {
    nth: 1 + draw("request", STAGES[stage]!.requests),
    among: "requests",
    timing,
    ms: timing === "answered" ? draw("ms", RECORDING_MS) : LATE_MS,
    victims: VICTIMS[(seed + stage) % VICTIMS.length]!,
  };
}

function titleOf({ nth, timing, ms, victims }: Moment): string {
  const when = {
    before: "before",
    after: "after",
    late: `${ms} ms before the effect of`,
    answered: `${ms} ms after the response to`,
  };
  return `${victims.join(" and ")} ${when[timing]} request ${nth}`;
}

describe("killed runs", () => {
  beforeEach(skipWithoutProc);

  for (const seed of seeds) {
    const moments = STAGES.map((_, stage) => momentOf(seed, stage));
    const title = moments.map(titleOf).join(", ");
    test(`seed ${seed}: up, a changed up and destroy complete when repeated (${title}${isSlow(seed) ? "; slow service" : ""})`, async () => {
      const project = await configured({}, { dialect: dialectOf(seed) });
      addStrangers(project);
      const strangers = strangersOf(project);
      if (isSlow(seed)) slowDown(project, seed);

      let before: Record<string, string> = {};
      for (const [index, { command, config, kept }] of STAGES.entries()) {
        await project.config(yaml(config));
        const args = [command, "--yes", "--skip-preview"];
        const { output, killedAt } = await runAndKill(project, args, moments[index]!);
        expect(killedAt, output).toBeDefined();
        total.kills++;
        await unlock(project, killedAt!);
        if (command === "up") total.leftBehind += await expectLeftBehindNamed(project, config);
        total.runs += await repeat(project, ...args);
        expect(strangersOf(project)).toEqual(strangers);
        if (command === "destroy") continue;
        await expectApplied(project, config);
        const now = await ids(project);
        for (const [name, old] of Object.entries(kept)) {
          expect(now[name], `the id of ${name}`).toBe(before[old]);
        }
        before = now;
      }
      expect(ownObjects(project)).toEqual(NO_OBJECTS);
      expect((await project.state()).resources ?? []).toEqual([]);
    });
  }
});

afterAll(() => {
  const { kills, leftBehind, runs } = total;
  console.info(
    `killed: ${seeds.length} seeds, ${kills} kills, ${leftBehind} objects left behind, ${runs} runs to recover`,
  );
});
