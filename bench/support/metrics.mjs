// The metrics of one CLI run, and how the cost of a command grows with the number of resources.
import { median } from "./compare.mjs";
import { absoluteResult } from "./result.mjs";

export const seconds = (run) => run.seconds;
export const cpuSeconds = ({ program, provider }) => (program?.cpuSeconds ?? 0) + provider.cpuSeconds;
export const programMemory = ({ program }) => program.peakMemoryMiB;
export const providerMemory = ({ provider }) => provider.peakMemoryMiB;

/**
 * The cost of one more resource from 1,000 to 3,000, over its cost from 100 to 1,000: above 1, something grows faster
 * than linearly. Uses CPU time, because other work on the machine changes it least.
 * @param runs our runs (`runs[command].ours`) with 100, 1,000 and 3,000 resources
 */
export function growthResult(command, runs) {
  const [hundred, thousand, threeThousand] = runs.map((run) => median(run[command].ours.map(cpuSeconds)));
  return absoluteResult({
    name: `${command}: cost per resource up to 3,000, over that up to 1,000`,
    unit: "",
    value: (threeThousand - thousand) / 2000 / ((thousand - hundred) / 900),
    max: 1.15,
  });
}
