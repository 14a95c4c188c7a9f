/** A result of the bench. `pass` is null without a `max`. */
export interface Result {
  name: string;
  value: number;
  unit: string;
  baseline: string | null;
  baselineValue: number | null;
  ratio: number | null;
  max: number | null;
  pass: boolean | null;
}

export function relativeResult(values: {
  name: string;
  value: number;
  unit: string;
  baseline: string;
  baselineValue: number;
  ratio?: number;
  max?: number;
}): Result;
export function absoluteResult(values: { name: string; value: number; unit: string; max?: number }): Result;
export function worst(results: Result[]): Result;
export function isExceeded(result: Result): boolean;
