// Public API of the emulator: the service of api.md on localhost, for trials and tests.
export { Account, type AccountData, type AccountSeed, DEFAULT_ACCOUNTS, DEMO_KEY } from "./account";
export type { Collection } from "./collection";
export { DIALECT_KNOBS, DIALECTS, type Dialect, type DialectName } from "./dialect";
export { type Emulator, type EmulatorOptions, type Intercept, type Serve, startEmulator } from "./emulator";
export { type LogEntry, REDACTED } from "./log";
export {
  type Campaign,
  type Channel,
  type ChannelEntry,
  type CollectionName,
  type Domain,
  type Page,
  type Pixel,
  PUBLIC_HOST,
  type QrCode,
  type Records,
} from "./records";
export { EmulatorError, type Outcome } from "./server";
export type { ServiceRequest, ServiceResponse } from "./service";
