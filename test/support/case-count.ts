import fc from "fast-check";

/**
 * The number of cases of a slow randomized test. ALL_CASES=true runs all, as `npm run test:nightly` does.
 * @param usual in `npm test`. @default a third
 */
export function caseCount(all: number, usual = Math.ceil(all / 3)): number {
  return process.env.ALL_CASES === "true" ? all : usual;
}

/** Any UTF-16 unit. The units of fast-check cost a second. */
export const anyCharacter = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
