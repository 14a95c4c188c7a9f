export function inTurn<T>(
  contenders: Record<string, (round: number) => Promise<T>>,
  rounds: number,
): Promise<Record<string, T[]>>;
export function median(values: number[]): number;
export function medianRatio(a: number[], b: number[]): number;
export function beside(
  ours: number[],
  rival: number[],
): { figure: number; rivalFigure: number; ratio: number };
