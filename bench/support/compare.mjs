// Compares two contenders on a machine whose speed drifts: they run in turn, and medians are compared.

/**
 * Runs two functions in turn, an odd number of `rounds`, and compares the numbers that they return. The ratio is the median of the
 * ratios of each pair: a disturbance that hits both runs of a pair cancels out.
 */
export async function compare(ours, other, rounds, unit) {
  const [all, others] = [[], []];
  for (let round = 0; round < rounds; round++) {
    all.push(await ours());
    others.push(await other());
  }
  const ratio = median(all.map((value, index) => value / others[index]));
  const digits = (value) => Number(value.toPrecision(3));
  return { ratio, detail: `${digits(median(all))} over ${digits(median(others))} ${unit}` };
}

/** Of an odd number of values. */
function median(values) {
  return [...values].sort((a, b) => a - b)[(values.length - 1) / 2];
}
