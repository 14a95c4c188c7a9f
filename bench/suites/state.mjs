// The size of a resource in the stack's state, compared with the hand-written provider for the same inputs.
import { dist } from "../support/package.mjs";
import { handWrittenProgram, ourProgram } from "../support/programs.mjs";
import { absoluteResult, relativeResult } from "../support/result.mjs";

const RESOURCES = 100;

export async function measure(context) {
  const ours = await resourcesOf(context, ourProgram(RESOURCES, "pixels"));
  const handWritten = await resourcesOf(context, handWrittenProgram(RESOURCES));
  return [
    relativeResult({
      name: "state of a pixel",
      value: bytesPerResource(ours),
      unit: "bytes",
      baseline: "hand-written",
      baselineValue: bytesPerResource(handWritten),
      max: 1 / 6,
    }),
    absoluteResult({
      name: "longest __provider",
      value: Math.max(...providerSources().map((source) => Buffer.byteLength(source))),
      unit: "bytes",
      max: 160,
    }),
  ];
}

/** The pixels in the state after an `up` and a `refresh`, as in a stack that is in use. */
async function resourcesOf(context, files) {
  const emulator = await context.emulator({ rateLimit: 100_000 });
  const project = await context.project({ emulator, files });
  context.progress("up and refresh");
  await project.pulumi(["up", "--yes", "--skip-preview"]);
  await project.pulumi(["refresh", "--yes", "--skip-preview"]);
  const { resources } = await project.state();
  return resources.filter(({ urn }) => urn.includes("pixel-"));
}

/** The source text in `__provider` of every kind. */
function providerSources() {
  const { providerSource } = dist("kind/provider-source.js");
  return dist("resources/index.js").registry.map(({ definition }) => providerSource(definition.handler));
}

const bytesPerResource = (resources) =>
  Math.round(Buffer.byteLength(JSON.stringify(resources)) / resources.length);
