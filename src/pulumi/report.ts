// Errors that name all entries with a problem: a line for each of the first ones, the names of the rest.

/** Problems with a line of their own. The others are listed by name. */
const MAX_DETAILED = 20;

export function reportLines<T>(
  all: readonly T[],
  line: (one: T) => string,
  name: (one: T) => string,
): string[] {
  const detailed = all.slice(0, MAX_DETAILED).map((one) => `  ${line(one)}`);
  const rest = all.slice(MAX_DETAILED).map(name);
  return rest.length === 0 ? detailed : [...detailed, `  and ${rest.length} more: ${rest.join(", ")}`];
}
