/**
 * The number of cases of a slow randomized test: a third of them in `npm test`. ALL_CASES=true runs all, as
 * `npm run test:nightly` does.
 */
export function caseCount(all: number): number {
  return process.env.ALL_CASES === "true" ? all : Math.ceil(all / 3);
}
