// The functions that read the account in a program. Each has a form that takes outputs and returns an output.
export { type AccountDetails, getAccount, getAccountOutput } from "./account";
export { type ChannelEntry, getChannelItems, getChannelItemsOutput } from "./channel-items";
export {
  type CampaignDetails,
  type ChannelDetails,
  type DomainDetails,
  getCampaigns,
  getCampaignsOutput,
  getChannels,
  getChannelsOutput,
  getDomains,
  getDomainsOutput,
  getPixels,
  getPixelsOutput,
  getQrCodes,
  getQrCodesOutput,
  type PixelDetails,
  type QrCodeDetails,
} from "./kinds";
export { getQrStatistics, getQrStatisticsOutput, type QrStatistics } from "./qr-statistics";
export {
  getOverlays,
  getOverlaysOutput,
  getSplashPages,
  getSplashPagesOutput,
  type OverlayDetails,
  type SplashPageDetails,
} from "./unmanaged";
