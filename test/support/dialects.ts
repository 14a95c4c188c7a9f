// The services on which tests run: a preset of the emulator, and habits.
import { PRESETS, type Preset } from "../../src/emulator/preset";
import { OTHER_HABITS } from "./deployments";
import type { Habit } from "./habits";
import { seededInteger } from "./seeded";

/** What the document leaves open, and what services do. The document's own value is the first. */
export const DIALECT_KNOBS = {
  responses: ["documented", "observed", "strings"],
  unsetText: ["empty", "null", "absent"],
  statusCodes: ["real", "always200", "realForAccess"],
  campaignNameKey: ["name", "domain"],
  maxPageSize: [100, 15, 3],
  maxLimit: [100, "any", 25],
  pageFields: ["sameAtEnd", "zeroAtEnd", "nullAtEnd", "maxpageOnly", "nextpageOnly", "none"],
  resultField: ["total", "onPage"],
  listOrder: ["newestFirst", "oldestFirst"],
  rateLimitHeaders: ["present", "withoutDate", "absent", "zero", "absentOnFailure"],
  limitedResponse: ["429", "error429", "errorOnly", "200"],
  omittedFields: ["kept", "cleared"],
  emptyText: ["cleared", "ignored", "rejected"],
  names: ["kept", "firstUpper", "lower"],
  spelling: ["kept", "normalized"],
  rejectedDuplicates: ["addresses", "names", "all", "none"],
  pixelTypes: ["documented", "networks", "both"],
  undocumentedInput: ["rejected", "accepted"],
  qrData: ["any", "text", "objects"],
  qrNames: ["rejected", "generated", "accepted", "shownSometimes"],
  deleteOfUnknownId: ["error", "success"],
  repeatedAssignment: ["ignored", "error", "duplicateEntry"],
  linkEndpoints: ["absent", "present"],
  knownUrl: ["new", "existing"],
  ownAlias: ["accepted", "taken"],
  linkDomain: ["text", "id"],
} as const;

type Knobs = typeof DIALECT_KNOBS;
export type Knob = keyof Knobs;
export type Dialect = { readonly [K in Knob]: Knobs[K][number] };
export type DialectName = keyof typeof PRESETS;

const document = {
  ...(Object.fromEntries(
    Object.entries(DIALECT_KNOBS).map(([knob, values]) => [knob, values[0]]),
  ) as Dialect),
  ...PRESETS.document,
};
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  document,
  observed: { ...document, ...PRESETS.observed },
};

export function dialectNamed(dialect: DialectName | Partial<Dialect>): Dialect {
  return typeof dialect === "string" ? DIALECTS[dialect] : { ...document, ...dialect };
}

/** The emulator's part of a dialect, and the rest. */
export function serviceOf(dialect: Dialect): { readonly preset: Preset; readonly habits: readonly Habit[] } {
  // In the order of OTHER_HABITS.
  const others = Object.entries(OTHER_HABITS).flatMap(([knob, values]) => {
    const other = values[String(dialect[knob as Knob])];
    return other ? [{ knob, ...other }] : [];
  });
  const base = others.flatMap(({ knob, on }) => (on === undefined ? [] : [[knob, on]]));
  return {
    preset: { ...dialect, ...Object.fromEntries(base) } as Preset,
    habits: others.map((other) => other.habit),
  };
}
/** The document, with what every kind and field needs beyond it: links, and QR codes whose requests may have a name. */
export const ALL_KINDS = { linkEndpoints: "present", qrNames: "generated" } as const;

/** Without the values with which some kind cannot be managed. These have tests of their own. */
export const KNOBS_FOR_ALL_KINDS = {
  ...DIALECT_KNOBS,
  linkEndpoints: ["present"],
  knownUrl: ["new"],
} as const;

const base: Dialect = { ...document, ...ALL_KINDS };

/** Named dialects. Every value of {@link KNOBS_FOR_ALL_KINDS} is in at least one of them. */
export const namedDialects: readonly (readonly [name: string, dialect: Dialect])[] = [
  ["document", document],
  ["observed", DIALECTS.observed],
  [
    "strings",
    {
      ...base,
      responses: "strings",
      unsetText: "absent",
      campaignNameKey: "domain",
      names: "lower",
      spelling: "normalized",
      rejectedDuplicates: "none",
      qrNames: "accepted",
      linkDomain: "id",
    },
  ],
  [
    "always-200",
    {
      ...base,
      undocumentedInput: "accepted",
      unsetText: "null",
      statusCodes: "always200",
      pageFields: "zeroAtEnd",
      limitedResponse: "200",
      omittedFields: "cleared",
      deleteOfUnknownId: "success",
      repeatedAssignment: "duplicateEntry",
    },
  ],
  [
    "tiny-pages",
    {
      ...base,
      maxPageSize: 3,
      pageFields: "nullAtEnd",
      listOrder: "oldestFirst",
      pixelTypes: "both",
      qrNames: "shownSometimes",
    },
  ],
  [
    "no-next-page",
    { ...base, maxPageSize: 15, pageFields: "none", resultField: "onPage", rateLimitHeaders: "zero" },
  ],
  [
    "hidden-limit",
    {
      ...base,
      rateLimitHeaders: "absent",
      limitedResponse: "errorOnly",
      pageFields: "maxpageOnly",
      emptyText: "ignored",
    },
  ],
  [
    "low-limit",
    {
      ...base,
      maxLimit: 25,
      rateLimitHeaders: "withoutDate",
      pageFields: "nextpageOnly",
    },
  ],
  [
    "strict",
    {
      ...base,
      emptyText: "rejected",
      rejectedDuplicates: "all",
      repeatedAssignment: "error",
      ownAlias: "taken",
      qrData: "text",
      qrNames: "rejected",
      rateLimitHeaders: "absentOnFailure",
    },
  ],
];

/** The dialects of consecutive seeds: each named one in turn, with links. */
export function dialectOfSeed(seed: number): Dialect {
  return { ...namedDialects[seed % namedDialects.length]![1], linkEndpoints: "present" };
}

/** For the nightly run: of 150 seeds, every two values of two knobs are in at least one dialect. */
export function randomDialect(seed: number): Dialect {
  const values = Object.entries(KNOBS_FOR_ALL_KINDS).map(([knob, all]) => [
    knob,
    all[seededInteger(seed, knob) % all.length],
  ]);
  return Object.fromEntries(values);
}
