// The dialects in which tests run.
import { DIALECT_KNOBS, DIALECTS, type Dialect } from "../../src/emulator/index";
import { pairwise } from "./pairwise";

const { document, observed } = DIALECTS;

/** Without the values with which some kind cannot be managed. These have tests of their own. */
export const KNOBS_FOR_ALL_KINDS = {
  ...DIALECT_KNOBS,
  linkEndpoints: ["present"],
  knownUrl: ["new"],
} as const;

/** Named dialects. Every value of {@link KNOBS_FOR_ALL_KINDS} is in at least one of them. */
export const namedDialects: readonly (readonly [name: string, dialect: Dialect])[] = [
  ["document", document],
  ["observed", observed],
  [
    "strings",
    {
      ...document,
      responses: "strings",
      unsetText: "absent",
      campaignNameKey: "domain",
      names: "lower",
      spelling: "normalized",
      rejectedDuplicates: "none",
      qrNames: "rewritten",
      linkDomain: "id",
      resetFormat: "secondsLeft",
    },
  ],
  [
    "always-200",
    {
      ...document,
      unsetText: "null",
      statusCodes: "always200",
      pageFields: "zeroAtEnd",
      rateLimitWindow: "aligned",
      limitedResponse: "200",
      omittedFields: "cleared",
      deleteOfUnknownId: "success",
      repeatedAssignment: "duplicateEntry",
      shortQuery: "list",
    },
  ],
  [
    "tiny-pages",
    {
      ...document,
      maxPageSize: 3,
      pageFields: "sameAtEnd",
      listOrder: "oldestFirst",
      rateLimitWindow: "sliding",
      resetFormat: "epochMs",
      pixelTypes: "both",
      qrNames: "shownSometimes",
    },
  ],
  [
    "no-next-page",
    { ...document, maxPageSize: 15, pageFields: "none", resultField: "onPage", rateLimitHeaders: "zero" },
  ],
  [
    "hidden-limit",
    {
      ...document,
      rateLimitHeaders: "absent",
      limitedResponse: "errorOnly",
      pageFields: "maxpageOnly",
      emptyText: "ignored",
    },
  ],
  [
    "text-resets",
    {
      ...document,
      maxLimit: 25,
      resetFormat: "httpDate",
      rateLimitHeaders: "withoutDate",
      pageFields: "nextpageOnly",
    },
  ],
  [
    "strict",
    {
      ...document,
      undocumentedInput: "rejected",
      emptyText: "rejected",
      rejectedDuplicates: "all",
      repeatedAssignment: "error",
      ownAlias: "taken",
      qrData: "text",
      qrNames: "rejected",
      rateLimitHeaders: "absentOnFailure",
      resetFormat: "isoDate",
    },
  ],
];

/** The dialects of consecutive seeds: each named one in turn. */
export function dialectOfSeed(seed: number): Dialect {
  return namedDialects[seed % namedDialects.length]![1];
}

/** Every pair of knob values, for the nightly run. The first one is the preset `document`. */
export const allPairs: readonly (readonly [name: string, dialect: Dialect])[] = pairwise(
  KNOBS_FOR_ALL_KINDS,
).map((row, index) => [`pairs ${index}`, row as Dialect]);
