// The functions that read the account in a program. Each has a form that takes outputs and returns an output.
import type { Query } from "../kind/query";
import {
  type ObjectReference,
  type ReadOptions,
  type ReadOutputOptions,
  read,
  readOutput,
} from "../pulumi/reads";
import type * as pulumi from "../pulumi/sdk";
import type { Channel } from "./classes/channel";
import type { QrCode } from "./classes/qr-code";
import * as queries from "./queries";
import type { ChannelEntry, QrStatistics } from "./query-results";

export type * from "./query-results";

const plain =
  <Result>(query: Query<Result>) =>
  (opts?: ReadOptions): Promise<Result> =>
    read(query, opts);

const output =
  <Result>(query: Query<Result>) =>
  (opts?: ReadOutputOptions): pulumi.Output<Result> =>
    readOutput(query, opts);

/**
 * The account of the API key. One request per program.
 * @throws pulumi.RunError if the key is missing or rejected
 */
export const getAccount = plain(queries.account);
/** `getAccount` as an output. */
export const getAccountOutput = output(queries.account);

/** All pixels of the account, managed or not. A program reads the list once. @throws pulumi.RunError */
export const getPixels = plain(queries.pixels);
/** `getPixels` as an output. */
export const getPixelsOutput = output(queries.pixels);

/** All branded domains of the account, managed or not. A program reads the list once. @throws pulumi.RunError */
export const getDomains = plain(queries.domains);
/** `getDomains` as an output. */
export const getDomainsOutput = output(queries.domains);

/** All channels of the account, managed or not. A program reads the list once. @throws pulumi.RunError */
export const getChannels = plain(queries.channels);
/** `getChannels` as an output. */
export const getChannelsOutput = output(queries.channels);

/** All campaigns of the account, managed or not. A program reads the list once. @throws pulumi.RunError */
export const getCampaigns = plain(queries.campaigns);
/** `getCampaigns` as an output. */
export const getCampaignsOutput = output(queries.campaigns);

/** All QR codes of the account, managed or not. A program reads the list once. @throws pulumi.RunError */
export const getQrCodes = plain(queries.qrCodes);
/** `getQrCodes` as an output. */
export const getQrCodesOutput = output(queries.qrCodes);

/** All CTA overlays of the account. A program reads the list once. @throws pulumi.RunError */
export const getOverlays = plain(queries.overlays);
/** `getOverlays` as an output. */
export const getOverlaysOutput = output(queries.overlays);

/** All custom splash pages of the account. A program reads the list once. @throws pulumi.RunError */
export const getSplashPages = plain(queries.splashPages);
/** `getSplashPages` as an output. */
export const getSplashPagesOutput = output(queries.splashPages);

/**
 * The items of a channel. A program reads each list once.
 * @param channel id of the channel
 * @throws pulumi.RunError if the account has no such channel
 */
export function getChannelItems(channel: string | number, opts?: ReadOptions): Promise<ChannelEntry[]> {
  return read(queries.channelItems, opts, channel);
}

/**
 * `getChannelItems` as an output, of a channel that may be new.
 * @param channel a Channel, or its id
 */
export function getChannelItemsOutput(
  channel: ObjectReference<Channel>,
  opts?: ReadOutputOptions,
): pulumi.Output<ChannelEntry[]> {
  return readOutput(queries.channelItems, opts, channel);
}

/**
 * Clicks and scans of one QR code. One request per code and program.
 * @param qrCode id of the QR code
 * @throws pulumi.RunError if the service does not return its statistics
 */
export function getQrStatistics(qrCode: string | number, opts?: ReadOptions): Promise<QrStatistics> {
  return read(queries.qrStatistics, opts, qrCode);
}

/**
 * `getQrStatistics` as an output.
 * @param qrCode a QrCode, or its id
 */
export function getQrStatisticsOutput(
  qrCode: ObjectReference<QrCode>,
  opts?: ReadOutputOptions,
): pulumi.Output<QrStatistics> {
  return readOutput(queries.qrStatistics, opts, qrCode);
}
