// The emulator with everything that tests change about it: what the service does otherwise, its clock, and faults.
import {
  type Emulator,
  type EmulatorOptions,
  type Hooks,
  type Intercept,
  type Serve,
  startWith,
} from "../../src/emulator/emulator";
import { type Dialect, type DialectName, dialectNamed, serviceOf } from "./dialects";
import { all, type Habit } from "./habits";

export {
  type Account,
  type AccountSeed,
  type Collection,
  type CollectionName,
  DEMO_KEY,
} from "../../src/emulator/index";
export type { Outcome } from "../../src/emulator/server";
export type { ServiceRequest, ServiceResponse } from "../../src/emulator/service";
export type { Dialect, DialectName, Emulator, Intercept, Serve };

export interface ServiceOptions extends Omit<EmulatorOptions, "preset">, Omit<Hooks, "behavior"> {
  /** The name of a preset, or what differs from `document`. @default "document" */
  readonly dialect?: DialectName | Partial<Dialect>;
  /** What the service does otherwise. @default nothing */
  readonly habit?: Habit | undefined;
}

export function startEmulator(options: ServiceOptions = {}): Promise<Emulator> {
  const { dialect = "document", habit, intercept, clock, windowMs, ...others } = options;
  const { preset, habits } = serviceOf(dialectNamed(dialect));
  const change = all(habit === undefined ? habits : [habit, ...habits]);
  return startWith(others, {
    behavior: preset,
    ...(clock && { clock }),
    ...(windowMs && { windowMs }),
    intercept: (request, serve) => {
      const changed = change(request, serve);
      return intercept ? intercept(request, changed) : changed();
    },
  });
}
