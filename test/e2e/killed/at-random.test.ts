// Runs that are killed at a moment that follows from a seed, and run again. KILL_SEEDS=12-40 takes other seeds.
import { beforeEach, describe, expect, test } from "vitest";
import { configured } from "../lifecycle/support";
import type { Project } from "../support/project";
import { CREATES, DELETES, DESIRED, expectDesired, held, plantStrangers, unclaimedCodes } from "./desired";
import { drawn } from "./drawn";
import { type Moment, runAndKill } from "./interruption";
import { type Role, skipWithoutProc } from "./processes";

const VICTIMS: readonly (readonly Role[])[] = [["engine"], ["provider"], ["engine", "provider"]];
const [FIRST = 1, LAST = 3] = process.env.KILL_SEEDS?.split("-").map(Number) ?? [];
const SEEDS = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index);
const MOST_RUNS = 3;

/** Victims take turns; the rest follows from the seed. */
function momentOf(seed: number, command: string, changes: number): Moment {
  return {
    nth: 1 + (drawn(seed, `${command}: change`) % changes),
    timing: drawn(seed, `${command}: timing`) % 2 ? "before" : "after",
    victims: VICTIMS[(seed + (command === "up" ? 0 : 1)) % VICTIMS.length] ?? [],
  };
}

/** What a user does after a crash: unlock, and run again until it succeeds. */
async function runAgain(project: Project, ...args: string[]): Promise<string> {
  let said = (await project.try("cancel", "--yes")).output;
  for (let run = 1; run <= MOST_RUNS; run++) {
    const { code, output } = await project.try(...args);
    said += output;
    if (code === 0) return said;
  }
  throw new Error(`no success in ${MOST_RUNS} runs:\n${said}`);
}

describe("a run that is killed", () => {
  beforeEach(skipWithoutProc);

  for (const seed of SEEDS) {
    const up = momentOf(seed, "up", CREATES);
    const destroy = momentOf(seed, "destroy", DELETES);
    const title = ({ nth, timing, victims }: Moment) => `${victims.join(" and ")} ${timing} change ${nth}`;
    test(`seed ${seed}: up (${title(up)}) and destroy (${title(destroy)}) end right when they are run again`, async () => {
      const project = await configured(DESIRED);
      plantStrangers(project);
      const { strangers } = held(project);

      const killed = await runAndKill(project, ["up", "--yes", "--skip-preview"], up);
      expect(killed.killedAt, killed.output).toBeDefined();
      const said = killed.output + (await runAgain(project, "up", "--yes", "--skip-preview"));
      const unclaimed = await unclaimedCodes(project);
      expect(unclaimed.length).toBeLessThanOrEqual(1);
      // The engine tells what was under way: of a killed engine in the next run, of a killed provider at once.
      const told = /QrCode::menu, interrupted while creating|QrCode \(menu\):\s+error: /;
      if (unclaimed.length > 0) expect(said).toMatch(told);
      await expectDesired(project);

      const deleting = await runAndKill(project, ["destroy", "--yes", "--skip-preview"], destroy);
      expect(deleting.killedAt, deleting.output).toBeDefined();
      await runAgain(project, "destroy", "--yes", "--skip-preview");
      const left = { pixels: [], domains: [], channels: [], campaigns: [], strangers };
      expect(held(project)).toMatchObject(left);
      expect(held(project).qrs.map(({ id }) => id)).toEqual(unclaimed);
      expect((await project.state()).resources ?? []).toEqual([]);
    });
  }
});
