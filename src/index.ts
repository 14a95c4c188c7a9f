// The public API: the kinds of resources, reads of what is no resource, and the config file's loader.
export { loadStack } from "./config/load-stack";
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
