// What a review says is what the account gets, with the events of the real CLI. Many more seeds run on the simulated engine.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Review } from "../../src/commands/review/review";
import { changeByHand, edit, type RandomConfig, requestOf, requestsOf } from "../support/random-edits";
import { seededInteger } from "../support/seeded";
import { type Config, Project } from "./support/project";

const SEEDS = Number(process.env.REVIEW_SEEDS ?? 4);

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))("seed %i", async (seed) => {
  let draws = 0;
  const random = (max: number) => seededInteger(seed, `${draws++}`) % max;
  const config: RandomConfig = { pixels: {}, qrCodes: {} };
  const project = await Project.create({
    dialect: { qrNames: "generated" },
    env: { LINK_MANAGEMENT_MAX_DELETIONS: "100%" },
  });
  const account = project.service.account();
  for (let round = 0; round < 3; round++) {
    edit(config, random, round, true);
    changeByHand(account, random);
    await project.config(config as unknown as Config);
    if (random(3) === 0) {
      project.faults.rule({ on: random(2) === 0 ? "DELETE *" : "POST *", reject: true, times: 1 });
      await project.pulumi("up", "--yes", "--skip-preview", "--refresh");
      project.faults.clear();
      edit(config, random, round + 10, false);
      await project.config(config as unknown as Config);
    }
    project.writes();
    const review = await project.command("review", "--output", "review.json");
    expect(review.code, review.output).toBe(0);
    expect(project.writes()).toEqual([]);
    const { rows }: Review = JSON.parse(await readFile(join(project.folder, "review.json"), "utf8"));
    await project.ok("up", "--yes", "--skip-preview", "--refresh");
    expect(project.writes().map(requestOf).sort(), review.output).toEqual(rows.flatMap(requestsOf).sort());
    expect((await project.command("review", "--fail-on", "changes")).code).toBe(0);
  }
});
