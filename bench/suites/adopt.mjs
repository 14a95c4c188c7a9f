// A new stack that adopts the objects of an account: how time and memory grow with their number. Nothing is sent with each
// entry that grows with the number of all.
import { interleave, median } from "../support/compare.mjs";
import { cpuSeconds, programMemory, providerMemory, seconds } from "../support/metrics.mjs";
import { ourProgram } from "../support/programs.mjs";
import { absoluteResult } from "../support/result.mjs";

const SMALL = 1000;
const LARGE = 3000;
const MAX_RATIO = 3.3;
const METRICS = {
  time: seconds,
  "Node CPU time": cpuSeconds,
  "program peak memory": programMemory,
  "provider peak memory": providerMemory,
};

export async function measure(context) {
  const contenders = { small: await adoption(context, SMALL), large: await adoption(context, LARGE) };
  const runs = await interleave(contenders, context.rounds(5));
  return Object.entries(METRICS).map(([name, metric]) =>
    absoluteResult({
      name: `adoption of ${LARGE.toLocaleString("en")} over that of ${SMALL.toLocaleString("en")}, ${name}`,
      unit: "",
      value: median(runs.large.map(metric)) / median(runs.small.map(metric)),
      max: MAX_RATIO,
    }),
  );
}

/** Returns a function that adopts all pixels, and forgets them again. */
async function adoption(context, count) {
  const emulator = await context.emulator({ rateLimit: 1_000_000 });
  const files = ourProgram(count, "pixels");
  const env = { PULUMI_SKIP_CHECKPOINTS: "true" };
  const owner = await context.project({ emulator, files });
  await owner.pulumi(["up", "--yes", "--skip-preview"], env);
  return async (round) => {
    context.progress(`adoption of ${count}, ${round + 1}`);
    const project = await context.project({ emulator, files });
    return project.pulumi(["up", "--yes", "--skip-preview"], {
      ...env,
      LINK_MANAGEMENT_ON_EXISTING: "adopt",
    });
  };
}
