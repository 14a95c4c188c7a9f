// Named dialects: complete sets of knob values.
import { changeDialect, DEFAULT_DIALECT, type Dialect } from "./dialect";

/**
 * What installations of this API were seen to do, all at once. Knobs that it does not list have their default: the
 * documented behavior, which installations share.
 *
 * Two facts depend on the plan: no limit (`rateLimitFigures: "zero"`), and a missing feature (`pathOutsidePlan`).
 * @example
 * await startEmulator({ dialect: { ...OBSERVED_DIALECT, idsAs: "string" } });
 */
export const OBSERVED_DIALECT: Dialect = changeDialect(DEFAULT_DIALECT, {
  pixelTypes: "networks",
  qrTypes: "extended",
  qrDataForm: "objects",
  qrNames: "asGiven",
  trimNames: true,
  nameCase: "firstUpper",
  minNameLength: 2,
  duplicateNames: "rejectedIgnoringCase",
  slugCharacters: "slugified",
  campaignsPerLink: "one",
  statusCodes: "realForAccess",
  invalidKeyStatus: 403,
  successErrorField: "number",
  idsAs: "mixed",
  campaignResponseNameKey: "campaign",
  channelUpdateResponse: "channel",
  rateLimitBody: "error429",
  retryAfterHeader: "present",
  accountExpires: "null",
  emptyMapsAs: "zero",
  qrDetailsDateKey: "data",
  overlayListKey: "overlay",
  linkEndpoints: "present",
});

/** Dialects by name. The first one is the default. */
export const DIALECT_PRESETS = {
  document: DEFAULT_DIALECT,
  observed: OBSERVED_DIALECT,
} as const satisfies Readonly<Record<string, Dialect>>;

/** The name of a preset. */
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
