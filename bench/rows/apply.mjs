// Up and destroy of many resources over the engine's floor, with the rate limit out of the way. For both the state
// is written once, at the end (PULUMI_SKIP_CHECKPOINTS): a file backend otherwise writes all of it at every step.
import { floorProgram, ourProgram } from "../support/fleet-program.mjs";
import { compared } from "../support/row.mjs";
import { beside, inTurn } from "../support/side-by-side.mjs";

export const name = "apply";

const RESOURCES = 1000;
const COMMANDS = { up: ["up", "--yes", "--skip-preview"], destroy: ["destroy", "--yes", "--skip-preview"] };

export async function measure(context) {
  const contenders = {
    ours: await life(context, "ours", ourProgram(RESOURCES)),
    floor: await life(context, "floor", floorProgram(RESOURCES)),
  };
  const runs = await inTurn(contenders, context.rounds(3));
  return Object.keys(COMMANDS).flatMap((command) => {
    const figures = (of) => [runs.ours, runs.floor].map((lives) => lives.map((one) => of(one[command])));
    return [
      compared({
        row: `${command} of 1,000`,
        unit: "s",
        rival: "floor",
        ...beside(...figures(({ seconds }) => seconds)),
      }),
      compared({
        row: `${command} of 1,000, provider's peak memory`,
        unit: "MiB",
        rival: "floor",
        ...beside(...figures(({ provider }) => provider.memory)),
      }),
    ];
  });
}

/** A function that makes everything and takes it down again. */
async function life(context, contender, files) {
  const emulator = await context.emulator({ rateLimit: 1_000_000 });
  const project = await context.project({ emulator, files });
  return async () => {
    const runs = {};
    for (const [command, args] of Object.entries(COMMANDS)) {
      context.progress(`${command}, ${contender}`);
      runs[command] = await project.pulumi(args, { PULUMI_SKIP_CHECKPOINTS: "true" });
    }
    return runs;
  };
}
