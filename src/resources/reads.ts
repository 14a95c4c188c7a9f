// The functions that read the account in a program. Each has a form that takes outputs and returns an output.
import { reads, readsOf } from "../pulumi/reads";
import type { Channel, QrCode } from "./generated/classes";
import {
  type AccountDetails,
  type ChannelEntry,
  type OverlayDetails,
  type QrStatistics,
  query,
  type SplashPageDetails,
} from "./queries";

export type {
  AccountDetails,
  ChannelEntry,
  OverlayDetails,
  QrStatistics,
  SplashPageDetails,
} from "./queries";

const account = reads<AccountDetails>(query("account"));
const overlays = reads<OverlayDetails[]>(query("overlays"));
const splashPages = reads<SplashPageDetails[]>(query("splashPages"));
const channelItems = readsOf<ChannelEntry[], Channel>(query("channelItems"));
const qrStatistics = readsOf<QrStatistics, QrCode>(query("qrStatistics"));

/** The account of the API key. One request per program. @throws pulumi.RunError if the key is missing or rejected */
export const getAccount = account.promise;
/** `getAccount` as an output. */
export const getAccountOutput = account.output;

/** All CTA overlays of the account. A program reads the list once. @throws pulumi.RunError */
export const getOverlays = overlays.promise;
/** `getOverlays` as an output. */
export const getOverlaysOutput = overlays.output;

/** All custom splash pages of the account. A program reads the list once. @throws pulumi.RunError */
export const getSplashPages = splashPages.promise;
/** `getSplashPages` as an output. */
export const getSplashPagesOutput = splashPages.output;

/** The items of the channel with an id. A program reads each list once. @throws pulumi.RunError */
export const getChannelItems = channelItems.promise;
/** `getChannelItems` as an output, also of a Channel that may be new. */
export const getChannelItemsOutput = channelItems.output;

/** Clicks and scans of the QR code with an id. One request per code and program. @throws pulumi.RunError */
export const getQrStatistics = qrStatistics.promise;
/** `getQrStatistics` as an output, also of a QrCode that may be new. */
export const getQrStatisticsOutput = qrStatistics.output;
