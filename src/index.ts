// The public API: the kinds of resources, reads of what is no resource, and the config file's loader.
export { type LoadStackOptions, loadStack } from "./config/load-stack";
export type { ResourceOutputs, StackOutputs } from "./config/stack";
export type { OnExisting } from "./engine/on-existing";
export type { KindOptions } from "./engine/resource-class";
export * from "./resources/kinds";
export {
  type AccountDetails,
  type ChannelEntry,
  getAccount,
  getChannelItems,
  getOverlays,
  getQrStatistics,
  getSplashPages,
  type Overlay,
  type QrStatistics,
  type SplashPage,
} from "./resources/reads";
