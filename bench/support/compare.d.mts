export function interleave<T>(
  contenders: Record<string, (round: number) => Promise<T>>,
  rounds: number,
): Promise<Record<string, T[]>>;
export function median(values: number[]): number;
export function medianRatio(a: number[], b: number[]): number;
export function compare(
  ours: number[],
  baseline: number[],
): { value: number; baselineValue: number; ratio: number };
