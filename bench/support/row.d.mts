/** A row of the bench; without a bound `pass` is null. */
export interface Row {
  row: string;
  figure: number;
  unit: string;
  rival: string | null;
  rivalFigure: number | null;
  ratio: number | null;
  bound: number | null;
  pass: boolean | null;
}

export function compared(figures: {
  row: string;
  figure: number;
  unit: string;
  rival: string;
  rivalFigure: number;
  ratio?: number;
  bound?: number;
}): Row;
export function limited(figures: { row: string; figure: number; unit: string; bound?: number }): Row;
export function worst(rows: Row[]): Row;
export function isMissed(row: Row): boolean;
