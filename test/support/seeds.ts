// The seeds of randomized tests. CHAOS_SEED=17 repeats seed 17, CHAOS_FACTOR=20 runs 20 times as many seeds.

/** @param count number of seeds with CHAOS_FACTOR=1. Without these variables, a quarter of them */
export function seedsToRun(count: number): number[] {
  const { CHAOS_SEED, CHAOS_FACTOR } = process.env;
  if (CHAOS_SEED !== undefined) return [wholeNumber("CHAOS_SEED", CHAOS_SEED)];
  const factor = CHAOS_FACTOR === undefined ? 0.25 : wholeNumber("CHAOS_FACTOR", CHAOS_FACTOR);
  return Array.from({ length: Math.ceil(count * factor) }, (_, index) => 1 + index);
}

function wholeNumber(name: string, value: string): number {
  if (!/^[1-9]\d{0,11}$/.test(value)) throw new Error(`${name} must be a whole number, not "${value}"`);
  return Number(value);
}
