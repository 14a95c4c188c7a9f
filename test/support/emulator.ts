// The emulator with everything that tests change about it: what the service does otherwise, its clock, and faults.
import {
  type Emulator,
  type EmulatorOptions,
  type Hooks,
  type Intercept,
  type Serve,
  startWith,
} from "../../src/emulator/emulator";
import { PRESETS, type Preset, type PresetName } from "../../src/emulator/preset";
import type { Habit } from "./habits";

export {
  type Account,
  type AccountSeed,
  type Collection,
  type CollectionName,
  DEMO_KEY,
} from "../../src/emulator/index";
export type { Outcome } from "../../src/emulator/server";
export type { ServiceRequest, ServiceResponse } from "../../src/emulator/service";
export type { Emulator, Intercept, Serve };

export interface ServiceOptions extends Omit<EmulatorOptions, "preset">, Omit<Hooks, "behavior"> {
  /** The name of a preset, or what differs from `document`. @default "document" */
  readonly dialect?: PresetName | Partial<Preset>;
  /** What the service does otherwise. @default nothing */
  readonly habit?: Habit | undefined;
}

export function startEmulator(options: ServiceOptions = {}): Promise<Emulator> {
  const { dialect = {}, habit, intercept, ...others } = options;
  return startWith(others, {
    ...others,
    behavior: typeof dialect === "string" ? PRESETS[dialect] : { ...PRESETS.document, ...dialect },
    intercept: (request, serve) => {
      const changed = habit ? habit(request, serve) : serve;
      return intercept ? intercept(request, changed) : changed();
    },
  });
}
