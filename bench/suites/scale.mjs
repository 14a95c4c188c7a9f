// Preview and refresh of many resources, compared with no-op handlers, and how their cost grows with the number.
import { compare, interleave } from "../support/compare.mjs";
import { cpuSeconds, growthResult, programMemory, providerMemory, seconds } from "../support/metrics.mjs";
import { handWrittenProgram, noopProgram, ourConfig, ourProgram } from "../support/programs.mjs";
import { relativeResult } from "../support/result.mjs";

const COMMANDS = {
  preview: ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
};
/** A refresh also reads the lists, which no-op handlers do not. */
const MAX_OVER_NOOP = { preview: 1.15, refresh: 1.25 };

export async function measure(context) {
  const hundred = await measureCommands(context, 100, context.rounds(9));
  const thousand = await measureCommands(context, 1000, context.rounds(9));
  const threeThousand = await measureCommands(context, 3000, context.rounds(5));
  const results = Object.keys(COMMANDS).flatMap((command) => {
    const [small, large] = [thousand[command], threeThousand[command]];
    return [
      overNoop(`${command} of 1,000`, "s", seconds, small, MAX_OVER_NOOP[command]),
      overNoop(`${command} of 3,000`, "s", seconds, large),
      growthResult(command, [hundred, thousand, threeThousand]),
      overNoop(`${command} of 1,000, Node CPU time`, "s", cpuSeconds, small),
      overNoop(`${command} of 3,000, Node CPU time`, "s", cpuSeconds, large),
      overNoop(`${command} of 1,000, provider peak memory`, "MiB", providerMemory, small),
      overNoop(`${command} of 3,000, provider peak memory`, "MiB", providerMemory, large),
    ];
  });
  return [
    ...results,
    overNoop("preview of 1,000, program peak memory", "MiB", programMemory, thousand.preview),
    overNoop("preview of 3,000, program peak memory", "MiB", programMemory, threeThousand.preview),
    await measureConfigFile(context, 1000, context.rounds(3)),
    await overHandWritten(context, 1000, context.rounds(5)),
  ];
}

/** The runs by command and contender, ours and no-op in turn. */
async function measureCommands(context, count, rounds) {
  const projects = {
    ours: await appliedProject(context, ourProgram(count)),
    noop: await appliedProject(context, noopProgram(count)),
  };
  const runs = {};
  for (const command of Object.keys(COMMANDS)) {
    const title = `${command} of ${count}`;
    runs[command] = await interleaveCommand(context, projects, COMMANDS[command], title, rounds);
  }
  await context.cleanUp();
  return runs;
}

/** The same resources from a config file. The loader also reads and validates it and exports stack outputs. */
async function measureConfigFile(context, count, rounds) {
  const projects = {
    ours: await appliedProject(context, ourConfig(count)),
    noop: await appliedProject(context, noopProgram(count)),
  };
  const name = `preview of ${count.toLocaleString("en")}, from a config file`;
  const runs = await interleaveCommand(context, projects, COMMANDS.preview, name, rounds);
  await context.cleanUp();
  return overNoop(name, "s", seconds, runs);
}

async function overHandWritten(context, count, rounds) {
  const projects = {
    ours: await appliedProject(context, ourProgram(count, "pixels")),
    handWritten: await appliedProject(context, handWrittenProgram(count)),
  };
  const name = `preview of ${count.toLocaleString("en")} pixels`;
  const runs = await interleaveCommand(context, projects, COMMANDS.preview, name, rounds);
  const values = compare(runs.ours.map(seconds), runs.handWritten.map(seconds));
  return relativeResult({ name, unit: "s", baseline: "hand-written", ...values, max: 0.7 });
}

function interleaveCommand(context, projects, command, title, rounds) {
  const contenders = Object.entries(projects).map(([contender, project]) => [
    contender,
    (round) => {
      context.progress(`${title}, ${contender}, ${round + 1} of ${rounds}`);
      return project.pulumi(command);
    },
  ]);
  return interleave(Object.fromEntries(contenders), rounds);
}

function overNoop(name, unit, metric, { ours, noop }, max) {
  return relativeResult({
    name,
    unit,
    baseline: "no-op",
    ...compare(ours.map(metric), noop.map(metric)),
    max,
  });
}

async function appliedProject(context, files) {
  const emulator = await context.emulator({ rateLimit: 1_000_000 });
  const project = await context.project({ emulator, files });
  context.progress("up");
  // Writes the state once, at the end.
  await project.pulumi(["up", "--yes", "--skip-preview"], { PULUMI_SKIP_CHECKPOINTS: "true" });
  return project;
}
