// Everything that api.md leaves open, as knobs of the emulated service.

/**
 * Every knob with its values. The first value is the default. Tests iterate over this table or combine its values
 * pairwise. The values of `maxPageSize`, `defaultPageSize` and `utcOffsetMinutes` are samples: these knobs accept
 * other integers, too. `pathOutsidePlan` accepts any path of the API.
 */
export const DIALECT_KNOBS = {
  // Status codes and errors.

  /**
   * Errors have their own HTTP status, or every response has 200, or only a rejected key and a feature outside the plan
   * have their own. `rateLimitResponse` is separate.
   */
  statusCodes: ["real", "always200", "realForAccess"],
  /** Status of a successful POST to `/add`. */
  createStatus: [200, 201],
  /** Status if the account has no object with the requested id. */
  unknownIdStatus: [404, 400, 200],
  /** Status of a request without a valid API key. */
  invalidKeyStatus: [401, 403],
  /** The plan of the account lacks the feature of all paths that begin with this one: 403. */
  pathOutsidePlan: ["none", "/api/overlay"],
  /** `error` in a success. As documented: "0" in lists and the single QR code, 0 elsewhere. */
  successErrorField: ["asDocumented", "number", "string"],
  /** `error` in a failure. */
  failureErrorField: [1, "1", true],
  /** Error messages are plain text, or contain terminal escapes and line breaks. */
  errorMessages: ["plain", "controlCharacters"],
  /** Which requests must send `Content-Type: application/json`. */
  contentTypeRequired: ["never", "withBody", "always"],

  // Types and formats of values in responses.

  /** Ids. "mixed": those of pixels, QR codes and domains are strings, all others are numbers. */
  idsAs: ["number", "string", "mixed"],
  /** scans, clicks, uniqueClicks and the social counters. */
  countersAs: ["number", "string"],
  /** result, perpage, currentpage, nextpage and maxpage. */
  pageNumbersAs: ["number", "string"],
  /** starred and public. */
  booleansAs: ["boolean", "zeroOne", "zeroOneString"],
  /** A text field that was never set, or was cleared. */
  unsetTextAs: ["empty", "null", "absent"],
  /** A statistics map without entries: `{}`, `[]` as PHP services write it, or 0. */
  emptyMapsAs: ["object", "array", "zero"],
  /** Dates have no time zone. Offset of the service's local time from UTC. */
  utcOffsetMinutes: [0, 345, -480],
  /** `registered` of the account. */
  registeredField: ["present", "absent"],
  /** `expires` of the account. */
  accountExpires: ["date", "null"],
  /** Key of the date in `details` of a single QR code. */
  qrDetailsDateKey: ["date", "data"],
  /** Response to the update of a channel. */
  channelUpdateResponse: ["message", "channel"],

  // Lists.

  /** Key of the array in the list of overlays. */
  overlayListKey: ["cta", "overlay"],
  /** Maximum number of objects on a page. */
  maxPageSize: [100, 15, 3],
  /** Number of objects on a page if the request has no `limit`. */
  defaultPageSize: [15, 4],
  /** The query parameter `limit`: capped at `maxPageSize`, rejected above it, or always rejected. */
  limitParameter: ["capped", "rejectedAboveMax", "rejected"],
  /** `nextpage` on the last page. */
  nextpageOnLastPage: ["null", "absent", "zero", "same", "pastEnd"],
  /** `result` counts all objects, or those on the page. */
  resultField: ["total", "onPage"],
  /** `maxpage`. If present, it is 1 for an empty list. */
  maxpageField: ["present", "zeroWhenEmpty", "absent"],
  /** `currentpage`. */
  currentpageField: ["present", "absent"],
  /** Response to a page number beyond the last page. */
  pageBeyondLast: ["empty", "lastPage", "error"],
  /** Order by creation or, for the items of a channel, by assignment. */
  listOrder: ["newestFirst", "oldestFirst"],

  // Rate limit.

  /** X-RateLimit headers. */
  rateLimitHeaders: ["present", "absent"],
  /** X-RateLimit headers on failures, if `rateLimitHeaders` is "present". */
  rateLimitHeadersOnFailure: ["present", "absent"],
  /** X-RateLimit-Limit and -Remaining: the real figures, or always 0. */
  rateLimitFigures: ["real", "zero"],
  /** Format of X-RateLimit-Reset. */
  resetFormat: ["epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"],
  /** Rounding of X-RateLimit-Reset in formats with whole seconds. */
  resetRounding: ["up", "down"],
  /** The window starts with the first request, starts at multiples of its length, or slides. */
  rateLimitWindow: ["fixed", "aligned", "sliding"],
  /** Response to a request above the limit. */
  rateLimitResponse: ["429", "200WithError", "403"],
  /** Body of that response: like other failures, `{error: 429, message, "Retry-After": <seconds>}`, or `error` alone. */
  rateLimitBody: ["message", "error429", "errorOnly"],
  /** Retry-After, in seconds, on a rate-limited response. */
  retryAfterHeader: ["absent", "present"],
  /** Date header. */
  dateHeader: ["present", "absent"],

  // What the service does with the fields of a request.

  /** An optional field that an update omits. */
  omittedUpdateField: ["kept", "cleared"],
  /** "" or null in an optional text field. */
  emptyString: ["cleared", "ignored", "rejected"],
  /** Removes leading and trailing white space from names. */
  trimNames: [false, true],
  /** Case of the names of pixels, channels and campaigns. */
  nameCase: ["kept", "firstUpper", "lower"],
  /** Names are rewritten when they are stored. Or they are stored as sent, and only lists show them rewritten. */
  namesRewritten: ["whenStored", "inLists"],
  /** Minimum length of the name of a channel or campaign. */
  minNameLength: [1, 2],
  /** A name that another channel or another campaign of the account has. */
  duplicateNames: ["allowed", "rejected", "rejectedIgnoringCase"],
  /** Case of hex colors. */
  hexColorCase: ["kept", "upper", "lower"],
  /** Spaces in `rgb(1, 2, 3)`. */
  rgbColorSpaces: ["accepted", "rejected"],
  /** Converts campaign slugs to lower case. */
  lowercaseSlugs: [false, true],
  /** Campaign slugs are stored as given, or as lower-case letters, digits and single dashes. */
  slugCharacters: ["kept", "slugified"],
  /** Slash at the end of a domain: kept as given, or added if missing. */
  domainTrailingSlash: ["kept", "added"],
  /** A domain that the account already has. */
  duplicateDomains: ["rejected", "allowed"],
  /** A slug that another campaign of the account has. */
  duplicateSlugs: ["rejected", "allowed"],
  /** A second pixel with the same type and tag, or a second channel with the same name. */
  duplicatePixelsAndChannels: ["allowed", "rejected"],
  /** Accepted pixel types: those of api.md, those with the networks' own names, or both. */
  pixelTypes: ["documented", "networks", "both"],
  /** Pixel types in lists: as sent, or always of one form. */
  shownPixelTypes: ["asSent", "documented", "networks"],
  /** Slug of a campaign that is created without one. */
  defaultSlug: ["generated", "fromName"],
  /** An account update requires email or password, or both. */
  accountUpdateRequires: ["either", "both"],
  /** `type` in a QR code update. */
  qrTypeOnUpdate: ["ignored", "applied", "rejected"],
  /** Types of QR codes: those of api.md, or others as well. */
  qrTypes: ["documented", "extended"],
  /** `data` of a QR code: anything, only text, or an object for every type except text, link and phone. */
  qrDataForm: ["any", "text", "objects"],
  /**
   * `name` of a QR code: ignored in favor of a generated one, kept, rewritten (trimmed, lower case), rejected as an
   * unknown field, or kept but shown only for codes with an odd id.
   */
  qrNames: ["generated", "asGiven", "rewritten", "rejected", "shownSometimes"],

  // Campaigns.

  /** Key of a campaign's name in list entries. "mixed" alternates by id. */
  campaignNameKey: ["name", "domain", "mixed"],
  /** Key of a campaign's name in the response to a create or an update. */
  campaignResponseNameKey: ["domain", "campaign"],
  /** What the path of a campaign's list URL is built from. */
  campaignListUrlFrom: ["slug", "name"],
  /** `rotator` of a private campaign. */
  privateCampaignRotator: ["false", "url"],
  /** A link can be in several campaigns, or assigning it moves it. */
  campaignsPerLink: ["many", "one"],
  /** Rotator and list URLs with or without `https://`. */
  campaignUrlForm: ["withScheme", "withoutScheme"],

  // Links.

  /** Endpoints that list, create, update and delete short links. The client does not use them. */
  linkEndpoints: ["absent", "present"],

  // Repeated requests.

  /** Delete of an id that the account does not have. */
  deleteUnknownId: ["error", "success"],
  /** Assignment of an item or link that is already assigned. */
  repeatedAssignment: ["ignored", "error", "duplicateEntry"],
} as const;

type Knobs = typeof DIALECT_KNOBS;
type NumberKnob = "maxPageSize" | "defaultPageSize" | "utcOffsetMinutes";
type PathKnob = "pathOutsidePlan";

/** One value per knob of {@link DIALECT_KNOBS}. */
export type Dialect = {
  readonly [K in keyof Knobs]: K extends NumberKnob ? number : K extends PathKnob ? string : Knobs[K][number];
};

/** The first value of every knob. */
export const DEFAULT_DIALECT = Object.freeze(
  Object.fromEntries(Object.entries(DIALECT_KNOBS).map(([knob, values]) => [knob, values[0]])),
) as Dialect;

const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  maxPageSize: [1, 1_000_000],
  defaultPageSize: [1, 1_000_000],
  utcOffsetMinutes: [-14 * 60, 14 * 60],
} satisfies Record<NumberKnob, [number, number]>;

/**
 * Returns `base` with the values of `changes`.
 * @throws {TypeError} for an unknown knob or value.
 */
export function changeDialect(base: Dialect, changes: Partial<Dialect>): Dialect {
  for (const [knob, value] of Object.entries(changes)) {
    if (!Object.hasOwn(DIALECT_KNOBS, knob)) throw new TypeError(`Unknown dialect knob "${knob}".`);
    const allowed = allowedInstead(knob as keyof Knobs, value);
    if (allowed !== undefined) {
      throw new TypeError(`Dialect knob "${knob}" cannot be ${JSON.stringify(value)}. Use ${allowed}.`);
    }
  }
  return Object.freeze({ ...base, ...changes });
}

/** The allowed values of a knob, if `value` is not one of them. */
function allowedInstead(knob: keyof Knobs, value: unknown): string | undefined {
  const range = RANGES[knob];
  if (range !== undefined) {
    const [min, max] = range;
    const isAllowed = Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
    return isAllowed ? undefined : `an integer from ${min} to ${max}`;
  }
  if (knob === "pathOutsidePlan" && typeof value === "string" && value.startsWith("/api/")) return undefined;
  const values: readonly unknown[] = DIALECT_KNOBS[knob];
  return values.includes(value) ? undefined : values.map((allowed) => JSON.stringify(allowed)).join(", ");
}
