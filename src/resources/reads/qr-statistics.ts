// The statistics of a QR code.
import type { ObjectReference, ReadOptions, ReadOutputOptions } from "../../pulumi/reads/read-function";
import type * as pulumi from "../../pulumi/sdk";
import type { QrCode } from "../classes/qr-code";
import { qrStatistics } from "../queries/qr-statistics";
import { readFunction } from "./read";

/** Statistics of one QR code (api.md, "Single-QR statistics"); counts per label are numbers. */
export interface QrStatistics {
  /** Address of the code. */
  link: string;
  /** Name that the service gave it. */
  name: string;
  /** Number of scans. */
  scans: number;
  /** Number of clicks. */
  clicks: number;
  /** Number of different visitors. */
  uniqueClicks: number;
  /** Clicks by country. */
  topCountries: Record<string, number>;
  /** Clicks by the page that visitors came from. */
  topReferrers: Record<string, number>;
  /** Clicks by browser. */
  topBrowsers: Record<string, number>;
  /** Clicks by operating system. */
  topOs: Record<string, number>;
  /** Clicks by social network. */
  socialCount: Record<string, number>;
}

const statistics = readFunction<QrStatistics>(qrStatistics);

/**
 * Clicks and scans of one QR code. One request per code and program.
 * @param qrCode id of the QR code
 * @throws pulumi.RunError if the service does not return its statistics
 */
export function getQrStatistics(qrCode: string | number, opts?: ReadOptions): Promise<QrStatistics> {
  return statistics.promise({ qrCode }, opts);
}

/**
 * `getQrStatistics` as an output.
 * @param qrCode a QrCode, or its id
 */
export function getQrStatisticsOutput(
  qrCode: ObjectReference<QrCode>,
  opts?: ReadOutputOptions,
): pulumi.Output<QrStatistics> {
  return statistics.output({ qrCode }, opts);
}
