// What api.md leaves open, as knobs: every knob with all of its values, the first one being the default.

/**
 * Every knob of the emulator with its values; the first value is the default. Machine-readable, so that a
 * test can walk through all of them or combine them pairwise. The lists of `pageCap`, `defaultPageSize` and
 * `dateOffsetMinutes` are samples: these knobs take other whole numbers too.
 */
export const DIALECT_KNOBS = {
  /** Failures with an HTTP status of their own, or everything with 200 (the rate answer has its own knob). */
  statusCodes: ["real", "always200"],
  /** Status of a successful POST on `/add`. */
  createStatus: [200, 201],
  /** Status of a request that names an id which the account does not have. */
  statusOfUnknownId: [404, 400, 200],
  /** Status of a request without a valid key. */
  refusedKeyStatus: [401, 403],
  /** `error` of a success: "0" for lists and the single QR code and 0 elsewhere, or one form everywhere. */
  errorValue: ["asDocumented", "number", "string"],
  /** `error` of a failure. */
  failureErrorValue: [1, "1", true],
  /** Failure messages as plain text, or with terminal escapes and line breaks in them. */
  failureMessages: ["plain", "controlCharacters"],
  /** Requests that must carry `Content-Type: application/json`: none, those with a body, or all. */
  contentType: ["lenient", "withBody", "always"],

  /** Ids in answers. */
  idsAs: ["number", "string"],
  /** scans, clicks, uniqueClicks and the social counters. */
  countersAs: ["number", "string"],
  /** result, perpage, currentpage, nextpage and maxpage. */
  pageFiguresAs: ["number", "string"],
  /** starred and public. */
  booleansAs: ["boolean", "zeroOne", "zeroOneText"],
  /** A text that was never set or was cleared. */
  unsetText: ["empty", "null", "absent"],
  /** A statistics map without entries: `{}`, or `[]` as PHP services write it. */
  emptyMaps: ["object", "array"],
  /** Minutes by which the service's wall clock, without a zone in its dates, is ahead of UTC. */
  dateOffsetMinutes: [0, 345, -480],
  /** `registered` of the account. */
  registered: ["present", "absent"],

  /** Most items on a page, whatever `limit` asks for. */
  pageCap: [100, 15, 3],
  /** Items on a page when `limit` is missing. */
  defaultPageSize: [15, 4],
  /** Whether `limit` is refused: never (then it is capped), above the cap, or always. */
  limitRefused: ["never", "aboveCap", "always"],
  /** `nextpage` on the last page. */
  pageEnd: ["null", "absent", "zero", "same", "pastEnd"],
  /** `result`: all objects, or those on this page. */
  resultMeans: ["total", "onPage"],
  /** `maxpage`: always there (1 for an empty list), 0 for an empty list, or missing. */
  maxpageForm: ["present", "zeroWhenEmpty", "absent"],
  /** `currentpage`. */
  currentpageForm: ["present", "absent"],
  /** A page after the last one. */
  pageBeyondEnd: ["empty", "lastPage", "error"],
  /** Order of lists, by creation or, in a channel, by assignment. */
  order: ["newestFirst", "oldestFirst"],

  /** X-RateLimit headers. */
  rateHeaders: ["present", "absent"],
  /** X-RateLimit headers on failures (where `rateHeaders` is present). */
  rateHeadersOnFailure: ["present", "absent"],
  /** Form of X-RateLimit-Reset. */
  resetFormat: ["epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"],
  /** Direction in which a reset with whole seconds is rounded. */
  resetRounding: ["up", "down"],
  /** Window that begins with the first request, at multiples of its length, or that slides. */
  windowKind: ["fixed", "aligned", "sliding"],
  /** Answer of a request above the limit: 429, 200 with an error, 403. */
  rateLimitAnswer: ["429", "200WithError", "403"],
  /** Retry-After (seconds) beside a refusal for the rate limit. */
  retryAfter: ["absent", "present"],
  /** Date header. */
  dateHeader: ["present", "absent"],

  /** An optional field that an update does not name. */
  updateMissingField: ["kept", "cleared"],
  /** An optional text given as "" (or null). */
  emptyString: ["cleared", "ignored", "refused"],
  /** Leading and trailing white space of names is removed. */
  trimNames: [false, true],
  /** Hex colours as given, or with one case. */
  hexCase: ["kept", "upper", "lower"],
  /** Blanks inside `rgb(1, 2, 3)`. */
  rgbSpaces: ["accepted", "refused"],
  /** Campaign slugs are lower-cased. */
  lowercaseSlugs: [false, true],
  /** A slash is added to a bare domain. */
  domainSlash: [false, "added"],
  /** A domain that the account already has. */
  domainDuplicates: ["refused", "allowed"],
  /** A slug that another campaign of the account has. */
  slugTaken: ["refused", "allowed"],
  /** A second pixel with the same type and tag, a second channel with the same name. */
  otherDuplicates: ["allowed", "refused"],
  /** Slug of a campaign that was given none. */
  slugWhenMissing: ["generated", "fromName"],
  /** Whether email and password are both needed by the account update, or at least one. */
  accountUpdateNeeds: ["either", "both"],
  /** `type` in a QR update. */
  qrTypeOnUpdate: ["ignored", "applied", "refused"],

  /** Key of a campaign's name in list entries; mixed alternates by id. */
  campaignNameKey: ["name", "domain", "mixed"],
  /** What the list address is built from. */
  listAddressFrom: ["slug", "name"],
  /** `rotator` of a campaign that is not public. */
  rotatorForPrivate: ["false", "address"],
  /** Rotator and list address with or without `https://`. */
  rotatorForm: ["withScheme", "withoutScheme"],

  /** Delete of an id which the account does not have. */
  deleteUnknown: ["error", "success"],
  /** Assignment of what is already assigned. */
  doubleAssign: ["ignored", "error", "duplicateEntry"],
} as const;

type Knobs = typeof DIALECT_KNOBS;
type NumberKnob = "pageCap" | "defaultPageSize" | "dateOffsetMinutes";

/** One value per knob of {@link DIALECT_KNOBS}. */
export type Dialect = {
  readonly [K in keyof Knobs]: K extends NumberKnob ? number : Knobs[K][number];
};

/** The first value of every knob. */
export const DEFAULT_DIALECT = Object.freeze(
  Object.fromEntries(Object.entries(DIALECT_KNOBS).map(([knob, values]) => [knob, values[0]])),
) as Dialect;

const RANGES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  pageCap: [1, 1_000_000],
  defaultPageSize: [1, 1_000_000],
  dateOffsetMinutes: [-14 * 60, 14 * 60],
} satisfies Record<NumberKnob, [number, number]>;

/**
 * `base` with the knobs of `changes`.
 * @throws {TypeError} for an unknown knob or a value that the knob does not have.
 */
export function changeDialect(base: Dialect, changes: Partial<Dialect>): Dialect {
  for (const [knob, value] of Object.entries(changes)) {
    if (!Object.hasOwn(DIALECT_KNOBS, knob)) throw new TypeError(`The emulator has no knob "${knob}".`);
    const problem = valueProblem(knob as keyof Knobs, value);
    if (problem !== undefined) {
      throw new TypeError(`The knob "${knob}" does not take ${JSON.stringify(value)}; it takes ${problem}.`);
    }
  }
  return Object.freeze({ ...base, ...changes });
}

/** What a knob takes, where it does not take `value`. */
function valueProblem(knob: keyof Knobs, value: unknown): string | undefined {
  const range = RANGES[knob];
  if (range !== undefined) {
    const [least, most] = range;
    const fits = Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
    return fits ? undefined : `whole numbers from ${least} to ${most}`;
  }
  const values: readonly unknown[] = DIALECT_KNOBS[knob];
  return values.includes(value) ? undefined : values.map((one) => JSON.stringify(one)).join(", ");
}
