// Public API of the emulator: the service of docs/service.md on localhost, for trials and tests.
export {
  type Account,
  type AccountData,
  type AccountSeed,
  type ChannelEntry,
  type Collection,
  type CollectionName,
  DEMO_KEY,
  type Records,
} from "./account";
export { type Emulator, type EmulatorOptions, startEmulator } from "./emulator";
export { PRESETS, type PresetName } from "./preset";
export { EmulatorError } from "./server";
