// Public API of the emulator: the service of docs/service.md on localhost, for trials and tests.
export { Account, type AccountData, type AccountSeed, type Collection, DEMO_KEY } from "./account";
export { type Emulator, type EmulatorOptions, startEmulator } from "./emulator";
export { PRESETS, type PresetName } from "./preset";
export type { ChannelEntry, CollectionName, Records } from "./records";
export { EmulatorError } from "./server";
