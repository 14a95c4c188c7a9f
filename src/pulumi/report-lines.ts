// The body of a report: a line for each of the first problems, the names of the next ones, and the number of the rest.

/** Problems with a line of their own. The others are listed by name. */
const MAX_DETAILED = 20;
/** Problems that are listed by name. The others are counted. */
const MAX_NAMED = 500;

export function reportLines<T>(
  all: readonly T[],
  line: (one: T) => string,
  name: (one: T) => string,
  maxDetailed = MAX_DETAILED,
): string[] {
  const detailed = all.slice(0, maxDetailed).map((one) => `  ${line(one)}`);
  const rest = all.slice(maxDetailed);
  if (rest.length === 0) return detailed;
  const named = rest.slice(0, MAX_NAMED).map(name);
  const counted = rest.length - named.length;
  const more = [...named, ...(counted > 0 ? [`${counted} other${counted === 1 ? "" : "s"}`] : [])].join(", ");
  return [...detailed, `  and ${rest.length} more: ${more}`];
}
