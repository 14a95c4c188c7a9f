// The functions that read the account in a program. Each has a form that takes outputs and returns an output.
import { reads, readsOf } from "../pulumi/reads";
import type { Channel, QrCode } from "./generated/classes";
import type { ChannelEntry, QrStatistics } from "./queries";
import * as queries from "./queries";

export type {
  AccountDetails,
  ChannelEntry,
  OverlayDetails,
  QrStatistics,
  SplashPageDetails,
} from "./queries";

/** The account of the API key. One request per program. @throws pulumi.RunError if the key is missing or rejected */
export const getAccount = reads(queries.account).promise;
/** `getAccount` as an output. */
export const getAccountOutput = reads(queries.account).output;

/** All CTA overlays of the account. A program reads the list once. @throws pulumi.RunError */
export const getOverlays = reads(queries.overlays).promise;
/** `getOverlays` as an output. */
export const getOverlaysOutput = reads(queries.overlays).output;

/** All custom splash pages of the account. A program reads the list once. @throws pulumi.RunError */
export const getSplashPages = reads(queries.splashPages).promise;
/** `getSplashPages` as an output. */
export const getSplashPagesOutput = reads(queries.splashPages).output;

/** The items of the channel with an id. A program reads each list once. @throws pulumi.RunError */
export const getChannelItems = readsOf<ChannelEntry[], Channel>(queries.channelItems).promise;
/** `getChannelItems` as an output, also of a Channel that may be new. */
export const getChannelItemsOutput = readsOf<ChannelEntry[], Channel>(queries.channelItems).output;

/** Clicks and scans of the QR code with an id. One request per code and program. @throws pulumi.RunError */
export const getQrStatistics = readsOf<QrStatistics, QrCode>(queries.qrStatistics).promise;
/** `getQrStatistics` as an output, also of a QrCode that may be new. */
export const getQrStatisticsOutput = readsOf<QrStatistics, QrCode>(queries.qrStatistics).output;
