// A new stack that adopts the objects of an account: how its cost grows with their number. Nothing that is sent with each
// entry may grow with the number of all.
import { startEmulator } from "../tools/emulator.mjs";
import { compareRuns, inTurn } from "./support/compare.mjs";
import { ourProgram } from "./support/programs.mjs";
import { createProject } from "./support/project.mjs";

export async function adopt({ rounds }) {
  const { ours: large, other: small } = await inTurn(await adoption(3000), await adoption(1000), rounds(5));
  const growth = (name, unit, metric) => {
    const { ratio, detail } = compareRuns(large.map(metric), small.map(metric), unit);
    return { name: `adoption of 3,000 over 1,000, ${name}`, value: ratio, max: 3.3, detail };
  };
  return [
    growth("time", "s", (run) => run.seconds),
    growth("CPU time of Node", "s", (run) => run.cpuSeconds),
    growth("peak memory of Node", "MiB", (run) => run.peakMemoryMiB),
  ];
}

/** Returns a function that adopts everything in a new stack. */
async function adoption(count) {
  const emulator = await startEmulator({ rateLimit: 1_000_000 });
  const files = ourProgram(count, "pixels");
  const owner = await createProject(files, emulator);
  await owner.up();
  return async () => {
    const project = await createProject(files, emulator);
    return project.up({ LINK_MANAGEMENT_ON_EXISTING: "adopt" });
  };
}
