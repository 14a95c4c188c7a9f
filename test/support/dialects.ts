// The services on which tests of all kinds run: the presets of the emulator, and what services do that no preset does.
import { PRESETS } from "../../src/emulator/preset";
import { all, HABITS } from "./habits";
import type { WorldOptions } from "./world";

/** The document, with what every kind and field needs beyond it: links, and QR codes whose requests may have a name. */
export const ALL_KINDS = { linkEndpoints: "present", qrNames: "accepted" } as const;

type Service = Pick<WorldOptions, "habit"> & { readonly dialect: (typeof PRESETS)["document"] };

/** The presets, a service that shows and stores much in another form, and one that rejects much. */
export const namedServices: readonly (readonly [name: string, service: Service])[] = [
  ["document", { dialect: PRESETS.document }],
  ["observed", { dialect: PRESETS.observed }],
  [
    "other forms",
    {
      dialect: {
        ...PRESETS.document,
        ...ALL_KINDS,
        rejectedDuplicates: "none",
        undocumentedInput: "accepted",
      },
      habit: all([HABITS.otherForms, HABITS.clearsOmitted]),
    },
  ],
  [
    "strict",
    {
      dialect: { ...PRESETS.document, linkEndpoints: "present", rejectedDuplicates: "names" },
      habit: all([HABITS.smallPages, HABITS.rejectsRepeats]),
    },
  ],
];
