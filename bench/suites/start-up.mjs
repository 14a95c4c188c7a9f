// From the start of the provider process to its first response, compared with a dynamic provider that does nothing.
import { compare, interleave } from "../support/compare.mjs";
import { minimalDynamicProgram, ourProgram } from "../support/programs.mjs";
import { timeFirstResponses } from "../support/provider-process.mjs";
import { relativeResult } from "../support/result.mjs";

export async function measure(context) {
  const ours = await providerStart(context, ourProgram(1, "pixels"));
  const minimal = await providerStart(context, minimalDynamicProgram());
  const rounds = context.rounds(15);
  // A warm-up, so that the files of both are in the system's cache.
  await interleave({ ours, minimal }, 1);
  const runs = await interleave(
    {
      ours: (round) => {
        context.progress(`${round + 1} of ${rounds}`);
        return ours();
      },
      minimal,
    },
    rounds,
  );
  const result = (name, metric, max) =>
    relativeResult({
      name,
      unit: "ms",
      baseline: "minimal dynamic",
      ...compare(runs.ours.map(metric), runs.minimal.map(metric)),
      max,
    });
  return [
    result("provider's first response (check)", ({ check }) => check, 1.3),
    result("first response that needs the account (diff)", ({ diff }) => diff),
  ];
}

/** Returns a function that starts the provider process for one resource of a stack. */
async function providerStart(context, files) {
  const emulator = await context.emulator({ rateLimit: 100_000 });
  const project = await context.project({ emulator, files });
  await project.pulumi(["up", "--yes", "--skip-preview"]);
  const { resources } = await project.state();
  const resource = resources.find(({ urn }) => urn.endsWith("::pixel-0"));
  return () => timeFirstResponses(project, resource);
}
