// Public surface of the emulator: the service of api.md on localhost, for tests and demonstrations.
export type { Account, Visit } from "./account";
export { PUBLIC_HOST } from "./addresses";
export type { Collection } from "./collection";
export { DEFAULT_DIALECT, DIALECT_KNOBS, type Dialect } from "./dialect";
export { type Emulator, type EmulatorOptions, startEmulator } from "./emulator";
export { EmulatorError } from "./emulator-error";
export type { Faults } from "./faults/injector";
export { FAULT_NAMES, type FaultName } from "./faults/kinds";
export { OTHER_WRITER } from "./faults/other-writer";
export type { FaultTarget } from "./faults/plan";
export type { FaultRule } from "./faults/rule";
export type { SeedOptions } from "./faults/seeded";
export type * from "./records";
export { ITEM_TYPES, PIXEL_TYPES, QR_TYPES } from "./records";
export { REDACTED } from "./redaction";
export type { LogEntry } from "./request-log";
export {
  type AccountSeed,
  DEFAULT_ACCOUNTS,
  DEMO_KEY,
  SEEDED_BIOS,
  SEEDED_LINKS,
  SEEDED_OVERLAYS,
  SEEDED_SPLASH,
} from "./seed";
export type { Store } from "./store";
export type { Clock } from "./time";
