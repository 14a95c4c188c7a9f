// What the presets of the emulator do differently: the API document alone, which is strict, and what deployments were
// seen to do. Other habits of services belong to the tests (test/support/habits.ts).

/** Each difference: the value of `document`, that of `observed`, and one that only tests have. */
const DIFFERENCES = {
  /**
   * Ids of pixels, QR codes and domains are text, `error` is a number in lists, a failure has the status 200 except 403 for
   * a rejected key, and the last page has no next one (service.md 38 to 41, 45, 54).
   */
  responses: ["documented", "observed"],
  /** Names are kept, or trimmed and capitalized; slugs then are letters, digits and dashes (service.md 34, 44). */
  names: ["kept", "firstUpper"],
  /** A second equal address is rejected; also a name, which then needs two characters (service.md 35, 47). */
  rejectedDuplicates: ["addresses", "names", "none"],
  /** Types of pixels: the words of the document, or the networks' own (service.md 15, 46). */
  pixelTypes: ["documented", "networks"],
  /** Fields, parameters and omissions that the document does not have (service.md 32, 34). */
  undocumentedInput: ["rejected", "accepted"],
  /** `data` of a QR code: anything, or objects for some types and further types (service.md 36, 52, 53). */
  qrData: ["any", "objects", "text"],
  /** `name` of a QR code in a request (service.md 22, 51). */
  qrNames: ["rejected", "accepted"],
  /** Endpoints of links (service.md 27, 56). */
  linkEndpoints: ["absent", "present"],
} as const;

export type Preset = { readonly [K in keyof typeof DIFFERENCES]: (typeof DIFFERENCES)[K][number] };

const preset = (column: 0 | 1) =>
  Object.fromEntries(
    Object.entries(DIFFERENCES).map(([name, values]) => [name, values[column]]),
  ) as unknown as Preset;

export const PRESETS = { document: preset(0), observed: preset(1) };
export type PresetName = keyof typeof PRESETS;
