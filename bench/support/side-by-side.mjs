// Figures that can be compared on a machine whose speed drifts: measured in turn, A B A B, medians quoted.

/**
 * Runs every contender in turn, `rounds` times, and answers what each run came to, by contender.
 * @param contenders functions by name; each takes the number of the round and answers one measurement
 */
export async function inTurn(contenders, rounds) {
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

/** The median of the ratios a/b, pair by pair: what both runs of a pair suffered from falls out. */
export const medianRatio = (a, b) => median(a.map((value, index) => value / b[index]));

/** The figures of a row that compares the runs of one contender with those of another. */
export const beside = (ours, rival) => ({
  figure: median(ours),
  rivalFigure: median(rival),
  ratio: medianRatio(ours, rival),
});
