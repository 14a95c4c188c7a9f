// The dialects in which tests run.
import { DIALECT_KNOBS, DIALECTS, type Dialect } from "../../src/emulator/index";
import { seededInteger } from "./seeded";

const { document, observed } = DIALECTS;

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
  ["observed", observed],
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
