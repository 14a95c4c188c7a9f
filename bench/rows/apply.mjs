// Up and destroy of many resources over the engine's floor, with the rate limit out of the way. For both the state
// is written once, at the end (PULUMI_SKIP_CHECKPOINTS): a file backend otherwise writes all of it at every step.
import { floorProgram, ourProgram } from "../support/fleet-program.mjs";
import { growthRow, processorTime, providerMemory, seconds } from "../support/growth.mjs";
import { compared } from "../support/row.mjs";
import { beside, inTurn } from "../support/side-by-side.mjs";

export const name = "apply";

const COMMANDS = { up: ["up", "--yes", "--skip-preview"], destroy: ["destroy", "--yes", "--skip-preview"] };

export async function measure(context) {
  const few = await lives(context, 100, context.rounds(3));
  const small = await lives(context, 1000, context.rounds(3));
  const large = await lives(context, 3000, context.rounds(2));
  return Object.keys(COMMANDS).flatMap((command) => {
    const row = (count, what, unit, of, runs) =>
      compared({
        row: `${command} of ${count}${what}`,
        unit,
        rival: "floor",
        ...beside(runs[command].ours.map(of), runs[command].floor.map(of)),
      });
    return [
      row("1,000", "", "s", seconds, small),
      row("3,000", "", "s", seconds, large),
      growthRow(command, [few, small, large]),
      row("1,000", ", processor time of node", "s", processorTime, small),
      row("3,000", ", processor time of node", "s", processorTime, large),
      row("1,000", ", provider's peak memory", "MiB", providerMemory, small),
      row("3,000", ", provider's peak memory", "MiB", providerMemory, large),
    ];
  });
}

/** What each command came to, of ours and of the floor: everything made and taken down again, in turn. */
async function lives(context, count, rounds) {
  const contenders = {
    ours: await life(context, `ours, ${count}`, ourProgram(count)),
    floor: await life(context, `floor, ${count}`, floorProgram(count)),
  };
  const runs = await inTurn(contenders, rounds);
  await context.clear();
  const of = (command) => ({
    ours: runs.ours.map((life) => life[command]),
    floor: runs.floor.map((life) => life[command]),
  });
  return { up: of("up"), destroy: of("destroy") };
}

/** A function that makes everything and takes it down again. */
async function life(context, title, files) {
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
