// Up and destroy of many resources, compared with no-op handlers, without a rate limit. PULUMI_SKIP_CHECKPOINTS writes
// the state once, at the end: a file backend otherwise writes the whole state at every step.
import { compare, interleave } from "../support/compare.mjs";
import { cpuSeconds, growthResult, providerMemory, seconds } from "../support/metrics.mjs";
import { noopProgram, ourProgram } from "../support/programs.mjs";
import { relativeResult } from "../support/result.mjs";

const COMMANDS = { up: ["up", "--yes", "--skip-preview"], destroy: ["destroy", "--yes", "--skip-preview"] };

export async function measure(context) {
  const hundred = await measureLifecycles(context, 100, context.rounds(3));
  const thousand = await measureLifecycles(context, 1000, context.rounds(3));
  const threeThousand = await measureLifecycles(context, 3000, context.rounds(2));
  return Object.keys(COMMANDS).flatMap((command) => {
    const result = (count, suffix, unit, metric, runs) =>
      relativeResult({
        name: `${command} of ${count}${suffix}`,
        unit,
        baseline: "no-op",
        ...compare(runs[command].ours.map(metric), runs[command].noop.map(metric)),
      });
    return [
      result("1,000", "", "s", seconds, thousand),
      result("3,000", "", "s", seconds, threeThousand),
      growthResult(command, [hundred, thousand, threeThousand]),
      result("1,000", ", Node CPU time", "s", cpuSeconds, thousand),
      result("3,000", ", Node CPU time", "s", cpuSeconds, threeThousand),
      result("1,000", ", provider peak memory", "MiB", providerMemory, thousand),
      result("3,000", ", provider peak memory", "MiB", providerMemory, threeThousand),
    ];
  });
}

/** The runs by command and contender. Each round creates and destroys everything, ours and no-op in turn. */
async function measureLifecycles(context, count, rounds) {
  const contenders = {
    ours: await lifecycle(context, `ours, ${count}`, ourProgram(count)),
    noop: await lifecycle(context, `no-op, ${count}`, noopProgram(count)),
  };
  const runs = await interleave(contenders, rounds);
  await context.cleanUp();
  const runsOf = (command) => ({
    ours: runs.ours.map((run) => run[command]),
    noop: runs.noop.map((run) => run[command]),
  });
  return { up: runsOf("up"), destroy: runsOf("destroy") };
}

/** Returns a function that creates everything and destroys it again. */
async function lifecycle(context, title, files) {
  const emulator = await context.emulator({ rateLimit: 1_000_000 });
  const project = await context.project({ emulator, files });
  return async () => {
    const runs = {};
    for (const [command, args] of Object.entries(COMMANDS)) {
      context.progress(`${command}, ${title}`);
      runs[command] = await project.pulumi(args, { PULUMI_SKIP_CHECKPOINTS: "true" });
    }
    return runs;
  };
}
