// What a command costs as the number of resources grows.
import { limited } from "./row.mjs";
import { median } from "./side-by-side.mjs";

export const seconds = (run) => run.seconds;
export const processorTime = ({ program, provider }) => (program?.cpu ?? 0) + provider.cpu;
export const programMemory = ({ program }) => program.memory;
export const providerMemory = ({ provider }) => provider.memory;

/**
 * What each further resource takes from 1,000 to 3,000, over what each took from 100 to 1,000: above 1 something grows
 * faster than linearly. In processor time, which other work on the machine changes least.
 * @param runs of ours (`runs[command].ours`) with 100, 1,000 and 3,000 resources
 */
export function growthRow(command, [few, small, large]) {
  const timeOf = (runs) => median(runs[command].ours.map(processorTime));
  const [hundred, thousand, threeThousand] = [few, small, large].map(timeOf);
  return limited({
    row: `${command}: a resource's cost to 3,000, over that to 1,000`,
    unit: "",
    figure: (threeThousand - thousand) / 2000 / ((thousand - hundred) / 900),
    bound: 1.15,
  });
}
