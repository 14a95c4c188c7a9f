// Preview and refresh of many resources over the engine's floor, and what grows with their number.
import { floorProgram, handWrittenProgram, ourConfig, ourProgram } from "../support/fleet-program.mjs";
import { growthRow, processorTime, programMemory, providerMemory, seconds } from "../support/growth.mjs";
import { compared } from "../support/row.mjs";
import { beside, inTurn } from "../support/side-by-side.mjs";

export const name = "scale";

const COMMANDS = {
  preview: ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
};

export async function measure(context) {
  const few = await overFloor(context, 100, context.rounds(9));
  const small = await overFloor(context, 1000, context.rounds(9));
  const large = await overFloor(context, 3000, context.rounds(5));
  const rows = Object.keys(COMMANDS).flatMap((command) => [
    floorRow(`${command} of 1,000`, "s", seconds, small[command], 1.15),
    floorRow(`${command} of 3,000`, "s", seconds, large[command]),
    growthRow(command, [few, small, large]),
    floorRow(`${command} of 1,000, processor time of node`, "s", processorTime, small[command]),
    floorRow(`${command} of 3,000, processor time of node`, "s", processorTime, large[command]),
    floorRow(`${command} of 1,000, provider's peak memory`, "MiB", providerMemory, small[command]),
    floorRow(`${command} of 3,000, provider's peak memory`, "MiB", providerMemory, large[command]),
  ]);
  const programs = [
    floorRow("preview of 1,000, program's peak memory", "MiB", programMemory, small.preview),
    floorRow("preview of 3,000, program's peak memory", "MiB", programMemory, large.preview),
  ];
  return [
    ...rows,
    ...programs,
    await ofConfigFile(context, 1000, context.rounds(3)),
    await overHandWritten(context, 1000, context.rounds(5)),
  ];
}

/** Every command of ours and of the floor, in turn. */
async function overFloor(context, count, rounds) {
  const contenders = {
    ours: await applied(context, ourProgram(count)),
    floor: await applied(context, floorProgram(count)),
  };
  const runs = {};
  for (const command of Object.keys(COMMANDS)) {
    runs[command] = await inTurnOn(context, contenders, COMMANDS[command], `${command} of ${count}`, rounds);
  }
  await context.clear();
  return runs;
}

/** The same resources from a config file, which is read and validated too, and whose ids are the stack's outputs. */
async function ofConfigFile(context, count, rounds) {
  const contenders = {
    ours: await applied(context, ourConfig(count)),
    floor: await applied(context, floorProgram(count)),
  };
  const row = `preview of ${count.toLocaleString("en")}, from a config file`;
  const runs = await inTurnOn(context, contenders, COMMANDS.preview, row, rounds);
  await context.clear();
  return floorRow(row, "s", seconds, runs);
}

async function overHandWritten(context, count, rounds) {
  const contenders = {
    ours: await applied(context, ourProgram(count, "pixels")),
    handWritten: await applied(context, handWrittenProgram(count)),
  };
  const row = `preview of ${count.toLocaleString("en")} pixels`;
  const runs = await inTurnOn(context, contenders, COMMANDS.preview, row, rounds);
  const figures = beside(runs.ours.map(seconds), runs.handWritten.map(seconds));
  return compared({ row, unit: "s", rival: "hand-written", ...figures, bound: 0.7 });
}

function inTurnOn(context, projects, command, title, rounds) {
  const contenders = Object.entries(projects).map(([contender, project]) => [
    contender,
    (round) => {
      context.progress(`${title}, ${contender}, ${round + 1} of ${rounds}`);
      return project.pulumi(command);
    },
  ]);
  return inTurn(Object.fromEntries(contenders), rounds);
}

function floorRow(row, unit, of, { ours, floor }, bound) {
  return compared({ row, unit, rival: "floor", ...beside(ours.map(of), floor.map(of)), bound });
}

async function applied(context, files) {
  const emulator = await context.emulator({ rateLimit: 1_000_000 });
  const project = await context.project({ emulator, files });
  context.progress("up");
  // Without checkpoints the state is written once, at the end.
  await project.pulumi(["up", "--yes", "--skip-preview"], { PULUMI_SKIP_CHECKPOINTS: "true" });
  return project;
}
