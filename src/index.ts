// The public API: the kinds of resources, reads of what is no resource, and the config file's loader.
export { loadStack } from "./config/load-stack";
export { Account, type AccountArgs } from "./resources/account";
export { Campaign, type CampaignArgs } from "./resources/campaign";
export { CampaignLink, type CampaignLinkArgs } from "./resources/campaign-link";
export { Channel, type ChannelArgs } from "./resources/channel";
export { ChannelItem, type ChannelItemArgs } from "./resources/channel-item";
export { Domain, type DomainArgs } from "./resources/domain";
export { Pixel, type PixelArgs } from "./resources/pixel";
export { QrCode, type QrCodeArgs } from "./resources/qr-code";
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
