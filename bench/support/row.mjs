// A row of the table: a figure, what stands beside it, and whether it is good enough.

/**
 * A figure beside a rival's. The ratio is the figure over the rival's, and `bound` the largest ratio that passes.
 * `ratio` may be given where it is no plain quotient, such as a median of the ratios of pairs. Without `bound` the
 * row is only told.
 */
export function compared({ row, figure, unit, rival, rivalFigure, ratio = figure / rivalFigure, bound }) {
  const pass = bound === undefined ? null : ratio <= bound;
  return { row, figure, unit, rival, rivalFigure, ratio, bound: bound ?? null, pass };
}

/** A figure by itself; `bound` is the largest that passes. Without `bound` the row is only told. */
export function limited({ row, figure, unit, bound }) {
  const pass = bound === undefined ? null : figure <= bound;
  return { row, figure, unit, rival: null, rivalFigure: null, ratio: null, bound: bound ?? null, pass };
}

/** Of rows beside a rival that with the largest ratio, whatever the figures: their rivals differ. */
export const worst = (rows) => rows.reduce((most, row) => (row.ratio > most.ratio ? row : most));

export const isMissed = ({ pass }) => pass === false;
