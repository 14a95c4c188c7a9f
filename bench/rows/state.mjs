// What a resource takes in the stack's state, beside the hand-written provider's with the same inputs.
import { dist } from "../support/context.mjs";
import { handWrittenProgram, ourProgram } from "../support/fleet-program.mjs";
import { compared, limited } from "../support/row.mjs";

export const name = "state";

const RESOURCES = 100;

export async function measure(context) {
  const ours = await resourcesOf(context, ourProgram(RESOURCES, "pixels"));
  const handWritten = await resourcesOf(context, handWrittenProgram(RESOURCES));
  return [
    compared({
      row: "state of a pixel",
      unit: "bytes",
      figure: bytesEach(ours),
      rival: "hand-written",
      rivalFigure: bytesEach(handWritten),
      bound: 1 / 6,
    }),
    limited({
      row: "longest __provider",
      unit: "bytes",
      figure: Math.max(...providerTexts().map((text) => Buffer.byteLength(text))),
      bound: 160,
    }),
  ];
}

/** The pixels of the state, all of them refreshed once, as a stack that lives has them. */
async function resourcesOf(context, files) {
  const emulator = await context.emulator({ rateLimit: 100_000 });
  const project = await context.project({ emulator, files });
  context.progress("up and refresh");
  await project.pulumi(["up", "--yes", "--skip-preview"]);
  await project.pulumi(["refresh", "--yes", "--skip-preview"]);
  const { resources } = await project.state();
  return resources.filter(({ urn }) => urn.includes("pixel-"));
}

/** Of every kind. */
function providerTexts() {
  const { providerText } = dist("kind/provider-source.js");
  return dist("resources/index.js").registry.map(({ definition }) => providerText(definition.handler));
}

const bytesEach = (resources) => Math.round(Buffer.byteLength(JSON.stringify(resources)) / resources.length);
