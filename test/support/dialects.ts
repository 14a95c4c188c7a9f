// The services on which tests run: a preset of the emulator, and what services do that no preset does.
import { PRESETS, type Preset } from "../../src/emulator/preset";
import { type Habit, KNOB_HABITS } from "./habits";

/** Values beyond those of the presets, each with its habit. The first one is that of the document. */
const OTHERS = {
  maxPageSize: [100, 15, 3],
  unsetText: ["empty", "null"],
  campaignNameKey: ["name", "domain"],
  omittedFields: ["kept", "cleared"],
  emptyText: ["cleared", "rejected"],
  repeatedAssignment: ["ignored", "error", "duplicateEntry"],
  knownUrl: ["new", "existing"],
  linkDomain: ["text", "id"],
} as const;

export type Dialect = { readonly [K in keyof typeof OTHERS]: (typeof OTHERS)[K][number] } & Omit<
  Preset,
  "responses" | "names" | "pixelTypes" | "qrData" | "qrNames"
> & {
    readonly responses: Preset["responses"] | "strings";
    readonly names: Preset["names"] | "lower";
    readonly pixelTypes: Preset["pixelTypes"] | "both";
    readonly qrData: Preset["qrData"] | "text";
    readonly qrNames: Preset["qrNames"] | "generated" | "shownSometimes";
  };
export type DialectName = keyof typeof PRESETS;

const plain = Object.fromEntries(Object.entries(OTHERS).map(([knob, values]) => [knob, values[0]])) as {
  readonly [K in keyof typeof OTHERS]: (typeof OTHERS)[K][0];
};
const document: Dialect = { ...plain, ...PRESETS.document };
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  document,
  observed: { ...plain, ...PRESETS.observed },
};

export function dialectNamed(dialect: DialectName | Partial<Dialect>): Dialect {
  return typeof dialect === "string" ? DIALECTS[dialect] : { ...document, ...dialect };
}

/** The emulator's part of a dialect, and the rest. */
export function serviceOf(dialect: Dialect): { readonly preset: Preset; readonly habits: readonly Habit[] } {
  const used = Object.entries(KNOB_HABITS).flatMap(([knob, values]) => {
    const found = values[String(dialect[knob as keyof Dialect])];
    return found ? [{ knob, ...found }] : [];
  });
  const below = used.flatMap(({ knob, on }) => (on === undefined ? [] : [[knob, on]]));
  return {
    preset: { ...dialect, ...Object.fromEntries(below) } as Preset,
    habits: used.map(({ habit }) => habit),
  };
}

/** The document, with what every kind and field needs beyond it: links, and QR codes whose requests may have a name. */
export const ALL_KINDS = { linkEndpoints: "present", qrNames: "generated" } as const;

/** The presets, a service that shows and stores much in another form, and one that rejects much. */
export const namedDialects: readonly (readonly [name: string, dialect: Dialect])[] = [
  ["document", document],
  ["observed", DIALECTS.observed],
  [
    "other forms",
    {
      ...document,
      linkEndpoints: "present",
      responses: "strings",
      unsetText: "null",
      campaignNameKey: "domain",
      names: "lower",
      rejectedDuplicates: "none",
      undocumentedInput: "accepted",
      omittedFields: "cleared",
      qrNames: "accepted",
      repeatedAssignment: "duplicateEntry",
      linkDomain: "id",
    },
  ],
  [
    "strict",
    {
      ...document,
      linkEndpoints: "present",
      maxPageSize: 3,
      emptyText: "rejected",
      rejectedDuplicates: "names",
      repeatedAssignment: "error",
      pixelTypes: "both",
      qrData: "text",
    },
  ],
];

/** The dialects of consecutive seeds: each named one in turn, with links. */
export function dialectOfSeed(seed: number): Dialect {
  return { ...namedDialects[seed % namedDialects.length]![1], linkEndpoints: "present" };
}
