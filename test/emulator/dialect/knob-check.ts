import type { Dialect } from "../../../src/emulator/index";
import type { ApiClient } from "../support/api-client";

/** What the service does if a knob has a certain value, and a check of an emulator with that value. */
export type KnobCheck = readonly [behavior: string, check: (api: ApiClient) => Promise<void>];

/** Checks of the knobs `K`, by knob and by value as a string. */
export type KnobChecks<K extends keyof Dialect = keyof Dialect> = {
  readonly [P in K]: { readonly [V in `${Dialect[P]}`]: KnobCheck };
};
