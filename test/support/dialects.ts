// The services on which tests of all kinds run: the presets of the emulator, and what services do that no preset does.
import { PRESETS, type Preset } from "../../src/emulator/preset";
import { all, HABITS } from "./habits";
import type { WorldOptions } from "./world";

/** The document, with what every kind and field needs beyond it: links, and QR codes whose requests may have a name. */
export const ALL_KINDS = { linkEndpoints: "present", qrNames: "accepted" } as const;

type Service = Pick<WorldOptions, "habit"> & { readonly dialect: Preset };

const { document, observed } = PRESETS;

/** The presets, a service that shows and stores much in another form, and one that rejects much. */
export const namedServices: readonly (readonly [name: string, service: Service])[] = [
  ["document", { dialect: document }],
  ["observed", { dialect: observed }],
  [
    "other forms",
    {
      dialect: { ...document, ...ALL_KINDS, rejectedDuplicates: "none", undocumentedInput: "accepted" },
      habit: all([HABITS.otherForms, HABITS.clearsOmitted]),
    },
  ],
  [
    "strict",
    {
      dialect: { ...document, linkEndpoints: "present", rejectedDuplicates: "names" },
      habit: all([HABITS.smallPages, HABITS.rejectsRepeats]),
    },
  ],
];
