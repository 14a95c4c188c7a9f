// What api.md leaves open, as knobs of the emulated service.

/**
 * Every knob with its values, the default first. A comment names the source: "not shown" in api.md, or a number of
 * observed.md.
 */
export const DIALECT_KNOBS = {
  /**
   * Types and keys in responses. "observed": ids of pixels, QR codes and domains are text, `error` is a number in lists
   * (8); a campaign's name is under `campaign`, an update of a channel answers the channel (9); `expires` is null, an
   * empty map is 0, `details.data` is the date of a QR code (12). "strings": ids, numbers, booleans and `error` are
   * text, addresses of campaigns have no scheme. Not shown: api.md has numbers as text in some places.
   */
  responses: ["documented", "observed", "strings"],
  /** A text that was never set, or was cleared. Not shown. */
  unsetText: ["empty", "null", "absent"],
  /** Status of a failure: its own, always 200, or 200 except 403 for a rejected key (7). */
  statusCodes: ["real", "always200", "realForAccess"],
  /** Key of a campaign's name in lists. api.md has both. */
  campaignNameKey: ["name", "domain"],

  /** Largest page. Not shown; 100 observed (11). */
  maxPageSize: [100, 15, 3],
  /** Whether a larger `limit` of a list is rejected with 422. Not shown. */
  maxLimit: ["any", 25],
  /** `nextpage` and `maxpage`; `nextpage` on the last page is null (11), 0, or the page itself. Not shown. */
  pageFields: ["both", "zeroAtEnd", "sameAtEnd", "maxpageOnly", "nextpageOnly", "none"],
  /** `result` counts all objects (11), or those of the page. Not shown. */
  resultField: ["total", "onPage"],
  /** Order by creation, in a channel by assignment. Not shown. */
  listOrder: ["newestFirst", "oldestFirst"],

  /** X-RateLimit headers: real, without a Date header, none, figures of 0 (13), or none on failures (10). */
  rateLimitHeaders: ["present", "withoutDate", "absent", "zero", "absentOnFailure"],
  /** Form of X-RateLimit-Reset. Not shown. */
  resetFormat: ["epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"],
  /** A window starts with its first request, at multiples of its length, or slides. Not shown. */
  rateLimitWindow: ["fixed", "aligned", "sliding"],
  /**
   * A request above the limit: 429, also with `error: 429` and Retry-After in header and body, with `error` alone (10),
   * or 200 with `error: 429`. Not shown.
   */
  limitedResponse: ["429", "error429", "errorOnly", "200"],

  /** An optional field that an update omits. Not shown. */
  omittedFields: ["kept", "cleared"],
  /** "" or null in an optional text. Not shown. */
  emptyText: ["cleared", "ignored", "rejected"],
  /** Names are kept, or trimmed and rewritten, with slugs as letters, digits and dashes (4). */
  names: ["kept", "firstUpper", "lower"],
  /** Colors are kept or in upper case, domains kept or with a slash at the end. Not shown. */
  spelling: ["kept", "normalized"],
  /**
   * Rejects a second equal domain, slug or alias; also a name of a channel or campaign, in any case and if shorter than
   * two characters (5); also a pixel with the same type and tag; or nothing. Not shown.
   */
  rejectedDuplicates: ["addresses", "names", "all", "none"],
  /** Accepted types: of api.md, the networks' own, or both, where lists show the networks' (1). */
  pixelTypes: ["documented", "networks", "both"],
  /**
   * What api.md does not show: unknown fields, no Content-Type, a `limit` above 100, an account update without
   * email or without password.
   */
  undocumentedInput: ["accepted", "rejected"],
  /** `data` of a QR code: anything, only text, or objects for some types and further types (2, 18). */
  qrData: ["any", "text", "objects"],
  /** `name` of a QR code: ignored, kept (3), lower case, rejected, or shown for every second code. Not shown. */
  qrNames: ["generated", "asGiven", "rewritten", "rejected", "shownSometimes"],
  /** Whether assigning a link to a campaign takes it from another (6). */
  campaignsPerLink: ["many", "one"],
  /** Delete of an unknown id. Not shown. */
  deleteOfUnknownId: ["error", "success"],
  /** A second assignment of the same item or link. Not shown. */
  repeatedAssignment: ["ignored", "error", "duplicateEntry"],

  /** Links (19) have endpoints, or their paths are unknown: a failure as any, or 404 with a web page. Not shown. */
  linkEndpoints: ["present", "absent", "absentHtml"],
  /** A create for the URL of a link makes another link, or responds with the existing one (20). */
  knownUrl: ["new", "existing"],
  /** An update that sends the link's own alias is accepted, or rejected because the alias is taken. Not shown. */
  ownAlias: ["accepted", "taken"],
  /** The branded domain of a link in responses is its address, or its id (20). */
  linkDomain: ["text", "id"],
  /** Whether a single link shows its alias (20). */
  singleLink: ["withAlias", "withoutAlias"],
  /** `?short=` responds with a link under `data`, or with `data.urls` (20). */
  shortQuery: ["link", "list"],
} as const;

type Knobs = typeof DIALECT_KNOBS;

export type Dialect = { readonly [K in keyof Knobs]: Knobs[K][number] };

export type DialectName = "document" | "observed";

const DOCUMENT = Object.fromEntries(
  Object.entries(DIALECT_KNOBS).map(([knob, values]) => [knob, values[0]]),
) as Dialect;

/** Dialects by name: the API document, and what deployments were seen to do. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  document: DOCUMENT,
  observed: {
    ...DOCUMENT,
    responses: "observed",
    statusCodes: "realForAccess",
    limitedResponse: "error429",
    names: "firstUpper",
    rejectedDuplicates: "names",
    pixelTypes: "networks",
    qrData: "objects",
    qrNames: "asGiven",
    campaignsPerLink: "one",
    singleLink: "withoutAlias",
  },
};

/**
 * The dialect of a name, or the preset `document` with changes.
 * @throws {TypeError} for an unknown name, knob or value
 */
export function dialectOf(dialect: DialectName | Partial<Dialect>): Dialect {
  if (typeof dialect === "string") {
    if (Object.hasOwn(DIALECTS, dialect)) return DIALECTS[dialect];
    throw new TypeError(`Unknown dialect "${dialect}". Use ${Object.keys(DIALECTS).join(" or ")}.`);
  }
  for (const [knob, value] of Object.entries(dialect)) {
    const allowed: readonly unknown[] = DIALECT_KNOBS[knob as keyof Knobs] ?? [];
    if (allowed.includes(value)) continue;
    const advice = allowed.length > 0 ? `Use ${allowed.join(", ")}.` : "There is no such knob.";
    throw new TypeError(`The dialect knob "${knob}" cannot be ${JSON.stringify(value)}. ${advice}`);
  }
  return { ...DOCUMENT, ...dialect };
}
