// What the API document leaves open, as knobs of the emulated service.

/**
 * Every knob with its values, the default first. A comment ends with the numbers of its facts in docs/service.md.
 */
export const DIALECT_KNOBS = {
  /**
   * Types and keys in responses. "observed": ids of pixels, QR codes and domains are text, `error` is a number in lists
   * (74, 75); a campaign's name is under `campaign`, an update of a channel answers the channel (87, 88); `expires` is null, an
   * empty map is 0, `details.data` is the date of a QR code (84, 93). "strings": ids, numbers, booleans and `error` are
   * text, addresses of campaigns have no scheme (105).
   */
  responses: ["documented", "observed", "strings"],
  /** A text that was never set, or was cleared (66). */
  unsetText: ["empty", "null", "absent"],
  /** Status of a failure: its own, always 200, or 200 except 403 for a rejected key (61, 73). */
  statusCodes: ["real", "always200", "realForAccess"],
  /** Key of a campaign's name in lists: the document has both (45). */
  campaignNameKey: ["name", "domain"],

  /** Largest page (63, 76). */
  maxPageSize: [100, 15, 3],
  /** A larger `limit` of a list is rejected with 422 (63, 76). */
  maxLimit: [100, "any", 25],
  /** `nextpage` and `maxpage`; `nextpage` on the last page is the page itself, 0, or null (62, 76). */
  pageFields: ["sameAtEnd", "zeroAtEnd", "nullAtEnd", "maxpageOnly", "nextpageOnly", "none"],
  /** `result` counts all objects, or those of the page (62, 76). */
  resultField: ["total", "onPage"],
  /** Order by creation, in a channel by assignment (62). */
  listOrder: ["newestFirst", "oldestFirst"],

  /** X-RateLimit headers: real, without a Date header, none, figures of 0, or none on failures (77, 78). */
  rateLimitHeaders: ["present", "withoutDate", "absent", "zero", "absentOnFailure"],
  /**
   * A request above the limit: 429, also with `error: 429` and Retry-After in header and body, with `error` alone,
   * or 200 with `error: 429` (64, 77).
   */
  limitedResponse: ["429", "error429", "errorOnly", "200"],

  /** An optional field that an update omits (66). */
  omittedFields: ["kept", "cleared"],
  /** "" or null in an optional text (66). */
  emptyText: ["cleared", "ignored", "rejected"],
  /** Names are kept, or trimmed and rewritten; slugs then are letters, digits and dashes (82). */
  names: ["kept", "firstUpper", "lower"],
  /** Colors are kept or in upper case, domains kept or with a slash at the end (67). */
  spelling: ["kept", "normalized"],
  /**
   * Rejects a second equal domain, slug or alias; also a name of a channel or campaign, in any case and if shorter than
   * two characters; also a pixel with the same type and tag; or nothing (68, 86).
   */
  rejectedDuplicates: ["addresses", "names", "all", "none"],
  /** Accepted types: of the document, the networks' own, or both, where lists show the networks' (24, 85). */
  pixelTypes: ["documented", "networks", "both"],
  /**
   * What the document does not have: unknown fields and query parameters, no Content-Type, an account update without email
   * or without password (65, 67).
   */
  undocumentedInput: ["rejected", "accepted"],
  /** `data` of a QR code: anything, only text, or objects for some types and further types (69, 91, 92). */
  qrData: ["any", "text", "objects"],
  /** `name` of a QR code in a request: rejected, ignored, accepted, or shown for every second code only (69, 90). */
  qrNames: ["rejected", "generated", "accepted", "shownSometimes"],
  /** Delete of an unknown id (61). */
  deleteOfUnknownId: ["error", "success"],
  /** A second assignment of the same item or link (71). */
  repeatedAssignment: ["ignored", "error", "duplicateEntry"],

  /** Endpoints of links, which the document does not have (60, 95). */
  linkEndpoints: ["absent", "present"],
  /** A create for the URL of a link makes another link, or responds with the existing one (102). */
  knownUrl: ["new", "existing"],
  /** An update that sends the link's own alias is accepted, or rejected because the alias is taken (68, 100). */
  ownAlias: ["accepted", "taken"],
  /** The branded domain of a link in responses is its address, or its id (103). */
  linkDomain: ["text", "id"],
  /** Whether a single link shows its alias (98). */
  singleLink: ["withAlias", "withoutAlias"],
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
    maxLimit: "any",
    pageFields: "nullAtEnd",
    limitedResponse: "error429",
    names: "firstUpper",
    rejectedDuplicates: "names",
    pixelTypes: "networks",
    undocumentedInput: "accepted",
    qrData: "objects",
    qrNames: "accepted",
    linkEndpoints: "present",
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
