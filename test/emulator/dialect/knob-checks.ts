// A statement per value of a knob: what the service does when the knob has that value.
import type { Dialect } from "../../../src/emulator/index";
import type { Api } from "../support/api-client";

/** What a knob's value means, and a check of it against an emulator that has the value set. */
export type Statement = readonly [says: string, check: (api: Api) => Promise<void>];

/** Statements of the knobs `K`, by knob and by value as text. */
export type Statements<K extends keyof Dialect = keyof Dialect> = {
  readonly [P in K]: { readonly [V in `${Dialect[P]}`]: Statement };
};
