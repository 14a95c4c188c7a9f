// Compares contenders on a machine whose speed drifts: they run in turn (A B A B …), and medians are compared.

/**
 * Runs every contender in turn, `rounds` times.
 * @param contenders functions by name. Each takes the number of the round and returns one measurement
 * @returns the measurements by contender
 */
export async function interleave(contenders, rounds) {
  const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) results[name].push(await run(round));
  }
  return results;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of the ratios a/b of each pair: a disturbance that hits both runs of a pair cancels out. */
export const medianRatio = (a, b) => median(a.map((value, index) => value / b[index]));

/** The values of a result that compares our measurements with those of a baseline. */
export const compare = (ours, baseline) => ({
  value: median(ours),
  baselineValue: median(baseline),
  ratio: medianRatio(ours, baseline),
});
