// From the engine's start of the provider process to its first answer, over an empty dynamic provider's.
import { emptyProgram, ourProgram } from "../support/fleet-program.mjs";
import { timeFirstAnswers } from "../support/provider-process.mjs";
import { compared } from "../support/row.mjs";
import { beside, inTurn } from "../support/side-by-side.mjs";

export const name = "start-up";

export async function measure(context) {
  const ours = await oneResource(context, ourProgram(1, "pixels"));
  const empty = await oneResource(context, emptyProgram());
  const rounds = context.rounds(15);
  // Once before, so that both have their files in the system's cache.
  await inTurn({ ours, empty }, 1);
  const runs = await inTurn(
    {
      ours: (round) => {
        context.progress(`${round + 1} of ${rounds}`);
        return ours();
      },
      empty,
    },
    rounds,
  );
  const row = (title, of, bound) =>
    compared({
      row: title,
      unit: "ms",
      rival: "empty provider",
      ...beside(runs.ours.map(of), runs.empty.map(of)),
      bound,
    });
  return [
    row("provider's first answer (check)", ({ check }) => check, 1.3),
    row("first answer that needs the account (diff)", ({ diff }) => diff),
  ];
}

/** A function that starts the provider process for one resource of a stack. */
async function oneResource(context, files) {
  const emulator = await context.emulator({ rateLimit: 100_000 });
  const project = await context.project({ emulator, files });
  await project.pulumi(["up", "--yes", "--skip-preview"]);
  const { resources } = await project.state();
  const resource = resources.find(({ urn }) => urn.endsWith("::pixel-0"));
  return () => timeFirstAnswers(project, resource);
}
