// Runs of the real CLI under random faults, each in a dialect of its own, repeated until one succeeds.
// `CHAOS_SEED=17 npm run test:nightly -- faults/random` repeats seed 17.
import { afterAll, describe, expect, test } from "vitest";
import { CONCURRENT_EDITOR_PREFIX, FAULT_NAMES } from "../../../src/emulator/index";
import { seedsToRun } from "../../support/seeds";
import {
  addStrangers,
  CONFIG,
  expectApplied,
  NO_OBJECTS,
  ownObjects,
  strangersOf,
} from "../killed/expected-stack";
import { adopting } from "../killed/recovery";
import { type Config, changed, configured, yaml } from "../lifecycle/support";
import { dialectOf } from "../support/dialects";
import type { Project, Run } from "../support/project";

const seeds = seedsToRun(3);
const total = { runs: 0, faults: 0, decisions: 0 };

const MAX_RUNS = 10;
const SETTLE_SECONDS = 1;
const FAULT_RATE = 0.15;
/** Edits of others during one seed. */
const CONCURRENT_EDITS = 3;

/**
 * test/chaos, with its virtual clock, has the others: timeouts of half a minute, and series of 429 that contradict their
 * own headers, after which a client waits for the documented minute. The concurrent editor has rules of its own.
 */
const FAULTS = FAULT_NAMES.filter((name) => !/^(hang|tooMany|concurrentEditor)/.test(name));

/** Updates every object, except for a pixel and the QR code, which are replaced. */
const CHANGED = changed(CONFIG, {
  pixels: { ads: { name: "Summer ads" }, board: { type: "gapixel" } },
  domains: { go: { redirectRoot: "https://example.com/summer" } },
  qrCodes: { menu: { type: "text", data: "https://example.com/summer-menu" } },
  channels: { spring: { description: "Until June" } },
  campaigns: { launch: { name: "Relaunch" } },
});

/** Of QR codes, others create two at a time: a single one would count as the result of a lost create. */
function editConcurrently({ emulator }: Project): void {
  emulator.faults.rule({
    on: ({ method, path }) => method === "GET" && path !== "/api/qr",
    fault: "concurrentEditor",
    every: 4,
    times: CONCURRENT_EDITS,
  });
  emulator.faults.rule({
    on: "GET /api/qr",
    fault: "concurrentEditor",
    every: 2,
    times: CONCURRENT_EDITS,
    edit: ({ qrs }) => {
      for (const _ of ["one", "two"]) qrs.create({ type: "text", data: CONCURRENT_EDITOR_PREFIX });
    },
  });
}

/** If the create of the QR code has an unknown result, the user looks at the account and sets the option. */
async function decideCode(project: Project, config: Config, output: string): Promise<void> {
  if (!output.includes("onExisting: { id")) return;
  const { data } = config.qrCodes!.menu as { data: string };
  const created = ownObjects(project).qrs.find((code) => code.data === data);
  const onExisting = created ? { id: created.id } : "duplicate";
  await project.config(yaml(changed(config, { qrCodes: { menu: { options: { onExisting } } } })));
  total.decisions++;
}

/** Repeats a command until it succeeds, with `adopt` after a failure and with other faults each time. */
async function untilDone(project: Project, config: Config, command: string, seed: number): Promise<string> {
  await project.config(yaml(config));
  const { faults } = project.emulator;
  const outputs: string[] = [];
  editConcurrently(project);
  for (let run = 1; run <= MAX_RUNS; run++) {
    total.runs++;
    const maxMs = (SETTLE_SECONDS * 1000) / 4;
    faults.seed(seed * 1000 + run, { rate: FAULT_RATE, kinds: FAULTS, maxMs });
    const isFirst = outputs.length === 0;
    const { code, output }: Run = await (isFirst
      ? project.try(command, "--yes")
      : adopting(project, command, "--yes"));
    await faults.settled();
    if (code === 0) {
      faults.clear();
      return outputs.join("\n");
    }
    outputs.push(output);
    await decideCode(project, config, output);
  }
  throw new Error(`no success in ${MAX_RUNS} runs:\n${outputs.join("\n")}`);
}

describe("under faults", () => {
  test.each(seeds)("seed %i: up, a changed up and destroy complete when repeated", async (seed) => {
    const project = await configured(CONFIG, { dialect: dialectOf(seed), windowMs: 1000 });
    project.env.LINK_MANAGEMENT_SETTLE_TIME = String(SETTLE_SECONDS);
    addStrangers(project);
    const strangers = strangersOf(project);

    for (const config of [CONFIG, CHANGED]) {
      const outputs = await untilDone(project, config, "up", seed);
      expect(ownObjects(project).qrs, outputs).toHaveLength(1);
      await expectApplied(project, config);
      expect(strangersOf(project)).toEqual(strangers);
    }
    await untilDone(project, CHANGED, "destroy", seed);
    expect(ownObjects(project)).toEqual(NO_OBJECTS);
    expect(strangersOf(project)).toEqual(strangers);
    total.faults += project.emulator.log.filter((entry) => entry.faults.length > 0).length;
  });
});

afterAll(() => {
  const { runs, faults, decisions } = total;
  console.info(
    `faults: ${seeds.length} seeds, ${runs} runs of the CLI, ${faults} faults, ${decisions} decisions about a QR code`,
  );
});
