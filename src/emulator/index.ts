// Public API of the emulator: the service of api.md on localhost, for tests and demos.
export { DEFAULT_DIALECT, DIALECT_KNOBS, type Dialect } from "./dialect";
export { type Emulator, type EmulatorOptions, startEmulator } from "./emulator";
export { EmulatorError } from "./emulator-error";
export { CONCURRENT_EDITOR_PREFIX } from "./faults/concurrent-editor";
export { FAULT_NAMES, type FaultName } from "./faults/definitions";
export type { Faults } from "./faults/injector";
export type { FaultRule } from "./faults/rule";
export type { SeedOptions } from "./faults/seeded-faults";
export type { FaultTarget } from "./faults/target";
export { DIALECT_PRESETS, type DialectPreset, OBSERVED_DIALECT } from "./presets";
export type { Clock } from "./scheduler";
export { REDACTED } from "./service/redaction";
export type { LogEntry } from "./service/request-log";
export type { Account } from "./store/account";
export type { Collection } from "./store/collection";
export { PUBLIC_HOST } from "./store/public-urls";
export type { Visit } from "./store/qr-statistics";
export type * from "./store/records";
export { EXTENDED_QR_TYPES, ITEM_TYPES, PIXEL_TYPES, QR_TYPES } from "./store/records";
export {
  type AccountSeed,
  DEFAULT_ACCOUNTS,
  DEMO_KEY,
  SEEDED_BIOS,
  SEEDED_LINKS,
  SEEDED_OVERLAYS,
  SEEDED_SPLASH,
} from "./store/seed";
export type { Store } from "./store/store";
