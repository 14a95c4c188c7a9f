import fc from "fast-check";

/** As in `npm run test:nightly`. */
export const runsAllCases = process.env.ALL_CASES === "true";

/**
 * The number of cases of a slow randomized test, unless all run.
 * @param usual in `npm test`. @default a third
 */
export function caseCount(all: number, usual = Math.ceil(all / 3)): number {
  return runsAllCases ? all : usual;
}

/** Any UTF-16 unit. The units of fast-check cost a second. */
export const anyCharacter = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
