// Runs of the real CLI under faults by seed, each in a dialect of its own, repeated until one succeeds. A seed that
// fails is replayed alone by `npm run chaos -- --cli --seed N`.
import { afterAll, describe, expect, test } from "vitest";
import { CONCURRENT_EDITOR_PREFIX, FAULT_NAMES } from "../../../src/emulator/index";
import { DESIRED, expectDesired, held, plantStrangers } from "../killed/desired";
import { type Config, changed, configured, yaml } from "../lifecycle/support";
import { dialectOf } from "../support/dialects";
import type { Project } from "../support/project";

/** What `npm test` runs; `npm run chaos -- --cli` sets others. */
const first = Number(process.env.CHAOS_SEED ?? 1);
const count = Number(process.env.CHAOS_COUNT ?? 3);
const seeds = Array.from({ length: count }, (_, index) => first + index);
const total = { runs: 0, faults: 0, answers: 0 };

const MOST_RUNS = 10;
const SETTLE_SECONDS = 1;
const FAULT_RATE = 0.15;
/** How often somebody else writes during one seed. */
const OTHERS_WRITES = 3;

/**
 * Left to test/chaos, whose clock is virtual: time-outs of half a minute, and rows of 429 that contradict their own
 * headers, after which a client waits for the minutes of the document. The other writer has rules of its own.
 */
const KINDS = FAULT_NAMES.filter((name) => !/^(hang|tooMany|concurrentEditor)/.test(name));

/** Every object updated, but for a pixel and the QR code, which are replaced. */
const CHANGED = changed(DESIRED, {
  pixels: { ads: { name: "Summer ads" }, board: { type: "gapixel" } },
  domains: { go: { redirectRoot: "https://example.com/summer" } },
  qrCodes: { menu: { type: "text", data: "https://example.com/summer-menu" } },
  channels: { spring: { description: "Until June" } },
  campaigns: { launch: { name: "Relaunch" } },
});

/** Of QR codes somebody else makes two at a time: one alone, in the seconds of a lost create, is taken for ours. */
function letOthersWrite({ emulator }: Project): void {
  emulator.faults.rule({
    on: ({ method, path }) => method === "GET" && path !== "/api/qr",
    fault: "concurrentEditor",
    every: 4,
    times: OTHERS_WRITES,
  });
  emulator.faults.rule({
    on: "GET /api/qr",
    fault: "concurrentEditor",
    every: 2,
    times: OTHERS_WRITES,
    edit: ({ qrs }) => {
      for (const _ of ["one", "two"]) qrs.create({ type: "text", data: CONCURRENT_EDITOR_PREFIX });
    },
  });
}

/** The user reads that nobody can tell which QR code is meant, looks at the account once it rests, and says it. */
async function answer(project: Project, config: Config, output: string): Promise<void> {
  if (!output.includes("onExisting: { id")) return;
  await project.emulator.faults.settled();
  const { data } = config.qrCodes!.menu as { data: string };
  const made = held(project).qrs.find((code) => code.data === data);
  const onExisting = made ? { id: made.id } : "duplicate";
  await project.config(yaml(changed(config, { qrCodes: { menu: { options: { onExisting } } } })));
  total.answers++;
}

/** Runs a command under the faults of the seed, other ones each time, until it succeeds; what was said before. */
async function untilDone(project: Project, config: Config, command: string, seed: number): Promise<string> {
  await project.config(yaml(config));
  const { faults } = project.emulator;
  const told: string[] = [];
  letOthersWrite(project);
  for (let run = 1; run <= MOST_RUNS; run++) {
    total.runs++;
    const maxMs = (SETTLE_SECONDS * 1000) / 4;
    faults.seed(seed * 1000 + run, { rate: FAULT_RATE, kinds: KINDS, maxMs });
    const { code, output } = await project.try(command, "--yes");
    if (code === 0) {
      faults.clear();
      await faults.settled();
      return told.join("\n");
    }
    told.push(output);
    await answer(project, config, output);
  }
  throw new Error(`no success in ${MOST_RUNS} runs:\n${told.join("\n")}`);
}

describe("under faults", () => {
  test.each(seeds)(
    "of seed %i, up, a changed up and destroy end right when they are repeated",
    async (seed) => {
      const project = await configured(DESIRED, { dialect: dialectOf(seed), windowMs: 1000 });
      project.env.LINK_MANAGEMENT_SETTLE_TIME = String(SETTLE_SECONDS);
      plantStrangers(project);
      const { strangers } = held(project);

      for (const config of [DESIRED, CHANGED]) {
        const told = await untilDone(project, config, "up", seed);
        expect(held(project).qrs, told).toHaveLength(1);
        await expectDesired(project, config);
        expect(held(project).strangers).toEqual(strangers);
      }
      await project.pulumi("preview", "--expect-no-changes");
      await untilDone(project, CHANGED, "destroy", seed);
      const nothing = { pixels: [], domains: [], qrs: [], channels: [], campaigns: [] };
      expect(held(project)).toEqual({ ...nothing, strangers });
      total.faults += project.emulator.log.filter((entry) => entry.faults.length > 0).length;
    },
  );
});

afterAll(() => {
  const { runs, faults, answers } = total;
  console.info(
    `chaos: ${count} seeds from ${first}, ${runs} runs of the CLI, ${faults} faults, ${answers} answers of the user`,
  );
});
