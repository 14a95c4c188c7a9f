// The seeds of randomized tests. CHAOS_SEED=17 repeats seed 17, CHAOS_FACTOR=20 runs 20 times as many seeds.

/** @param count number of seeds without these variables */
export function seedsToRun(count: number): number[] {
  const { CHAOS_SEED, CHAOS_FACTOR = "1" } = process.env;
  if (CHAOS_SEED !== undefined) return [wholeNumber("CHAOS_SEED", CHAOS_SEED)];
  const length = count * wholeNumber("CHAOS_FACTOR", CHAOS_FACTOR);
  return Array.from({ length }, (_, index) => 1 + index);
}

function wholeNumber(name: string, value: string): number {
  if (!/^[1-9]\d{0,11}$/.test(value)) throw new Error(`${name} must be a whole number, not "${value}"`);
  return Number(value);
}
