// The services on which tests run: a preset of the emulator, and what services do that no preset does.
import { PRESETS, type Preset } from "../../src/emulator/preset";
import { type Habit, KNOB_HABITS } from "./habits";

export interface Dialect extends Omit<Preset, "responses" | "names" | "pixelTypes" | "qrNames"> {
  readonly responses: Preset["responses"] | "strings";
  readonly names: Preset["names"] | "lower";
  readonly pixelTypes: Preset["pixelTypes"] | "both";
  readonly qrNames: Preset["qrNames"] | "generated" | "shownSometimes";
  readonly maxPageSize?: 3;
  readonly omittedFields?: "cleared";
  readonly repeatedAssignment?: "error" | "duplicateEntry";
  readonly knownUrl?: "existing";
}
export type DialectName = keyof typeof PRESETS;

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = PRESETS;

export function dialectNamed(dialect: DialectName | Partial<Dialect>): Dialect {
  return typeof dialect === "string" ? DIALECTS[dialect] : { ...DIALECTS.document, ...dialect };
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
  ["document", DIALECTS.document],
  ["observed", DIALECTS.observed],
  [
    "other forms",
    {
      ...DIALECTS.document,
      linkEndpoints: "present",
      responses: "strings",
      names: "lower",
      rejectedDuplicates: "none",
      undocumentedInput: "accepted",
      omittedFields: "cleared",
      qrNames: "accepted",
      repeatedAssignment: "duplicateEntry",
    },
  ],
  [
    "strict",
    {
      ...DIALECTS.document,
      linkEndpoints: "present",
      maxPageSize: 3,
      rejectedDuplicates: "names",
      repeatedAssignment: "error",
      pixelTypes: "both",
    },
  ],
];

/** The dialects of consecutive seeds: each named one in turn, with links. */
export function dialectOfSeed(seed: number): Dialect {
  return { ...namedDialects[seed % namedDialects.length]![1], linkEndpoints: "present" };
}
