// The kinds, each under the name of its handler. A new kind is one file and one line here: class, handler, config section
// and public export follow.
export { account } from "./account";
export { campaign } from "./campaign";
export { campaignLink } from "./campaign-link";
export { channel } from "./channel";
export { channelItem } from "./channel-item";
export { domain } from "./domain";
export { link } from "./link";
export { pixel } from "./pixel";
export { qrCode } from "./qr-code";
