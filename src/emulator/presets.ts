// Named dialects: complete sets of knob values.
import { changeDialect, DEFAULT_DIALECT, type Dialect } from "./dialect";

/**
 * What installations of this API were seen to do, all at once. Knobs that it does not list have their default: the
 * documented behavior, which installations share.
 *
 * - Failures have the status 200 and `error: 1`. `error` is a number in lists, too.
 * - Names are trimmed, and slugs lower-cased. A second channel of the same name is rejected.
 * - A rate-limited response has the status 429 and Retry-After.
 * - Links have endpoints of their own.
 * @example
 * await startEmulator({ dialect: { ...OBSERVED_DIALECT, idsAs: "string" } });
 */
export const OBSERVED_DIALECT: Dialect = changeDialect(DEFAULT_DIALECT, {
  trimNames: true,
  lowercaseSlugs: true,
  duplicatePixelsAndChannels: "rejected",
  statusCodes: "always200",
  invalidKeyStatus: 403,
  successErrorField: "number",
  retryAfterHeader: "present",
  linkEndpoints: "present",
});

/** Dialects by name. The first one is the default. */
export const DIALECT_PRESETS = {
  document: DEFAULT_DIALECT,
  observed: OBSERVED_DIALECT,
} as const satisfies Readonly<Record<string, Dialect>>;

export type DialectPreset = keyof typeof DIALECT_PRESETS;

/**
 * The dialect with that name.
 * @throws {TypeError} for an unknown name.
 */
export function dialectPreset(name: string): Dialect {
  if (Object.hasOwn(DIALECT_PRESETS, name)) return DIALECT_PRESETS[name as DialectPreset];
  const names = Object.keys(DIALECT_PRESETS).join(", ");
  throw new TypeError(`Unknown dialect ${JSON.stringify(name)}. Use one of: ${names}.`);
}
