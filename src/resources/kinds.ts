// The kinds. A new kind is one file and one line here: registry, handler, config section and public export follow.
export { Account, type AccountArgs } from "./account";
export { Campaign, type CampaignArgs } from "./campaign";
export { CampaignLink, type CampaignLinkArgs } from "./campaign-link";
export { Channel, type ChannelArgs } from "./channel";
export { ChannelItem, type ChannelItemArgs } from "./channel-item";
export { Domain, type DomainArgs } from "./domain";
export { Pixel, type PixelArgs } from "./pixel";
export { QrCode, type QrCodeArgs } from "./qr-code";
