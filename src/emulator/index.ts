// Public API of the emulator: the service of docs/service.md on localhost, for trials and tests.
export { Account, type AccountData, type AccountSeed, type Collection, DEMO_KEY } from "./account";
export { DIALECT_KNOBS, DIALECTS, type Dialect, type DialectName } from "./dialect";
export { type Emulator, type EmulatorOptions, type Intercept, type Serve, startEmulator } from "./emulator";
export type { ChannelEntry, CollectionName, Records } from "./records";
export { EmulatorError, type Outcome } from "./server";
export type { ServiceRequest, ServiceResponse } from "./service";
