// Compares two contenders on a machine whose speed drifts: they run in turn, and medians are compared.

/** Runs both in turn, `rounds` times. Returns what each run returned. */
export async function inTurn(ours, other, rounds) {
  const runs = { ours: [], other: [] };
  for (let round = 0; round < rounds; round++) {
    runs.ours.push(await ours());
    runs.other.push(await other());
  }
  return runs;
}

/** The median of the ratios of each pair: a disturbance that hits both runs of a pair cancels out. */
export function compareRuns(ours, other, unit) {
  const ratio = median(ours.map((value, index) => value / other[index]));
  const digits = (value) => Number(value.toPrecision(3));
  return { ratio, detail: `${digits(median(ours))} over ${digits(median(other))} ${unit}` };
}

/** Compares the numbers that two functions return. */
export async function compare(ours, other, rounds, unit) {
  const runs = await inTurn(ours, other, rounds);
  return compareRuns(runs.ours, runs.other, unit);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
