// A result of the bench: a value, what it is compared with, and whether it passes.

/**
 * A value compared with a baseline's. `max` is the largest ratio that passes; without it the result is informational.
 * Pass `ratio` where it is not the plain quotient, such as a median of ratios.
 */
export function relativeResult({
  name,
  value,
  unit,
  baseline,
  baselineValue,
  ratio = value / baselineValue,
  max,
}) {
  const pass = max === undefined ? null : ratio <= max;
  return { name, value, unit, baseline, baselineValue, ratio, max: max ?? null, pass };
}

/** A value without a baseline. `max` is the largest value that passes; without it the result is informational. */
export function absoluteResult({ name, value, unit, max }) {
  const pass = max === undefined ? null : value <= max;
  return { name, value, unit, baseline: null, baselineValue: null, ratio: null, max: max ?? null, pass };
}

/** The relative result with the largest ratio, whatever its value: the baselines differ. */
export const worst = (results) =>
  results.reduce((largest, result) => (result.ratio > largest.ratio ? result : largest));

export const isExceeded = ({ pass }) => pass === false;
