// The statistics of a QR code.
import { UnexpectedResponse } from "../../api/errors";
import { toCount } from "../../api/list/page";
import type { ObjectReference, ReadOptions, ReadOutputOptions } from "../../pulumi/reads/read-function";
import type * as pulumi from "../../pulumi/sdk";
import type { QrCode } from "../classes/qr-code";
import { qrCode as qrCodeKind } from "../qr-code";
import { readFunction } from "./read";
import { count, counts, texts, toObject } from "./values";

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

const statistics = readFunction<QrStatistics>({
  name: "getQrStatistics",
  ids: { qrCode: qrCodeKind.type },
  isList: false,
  async read(session, { qrCode }) {
    const path = `/api/qr/${qrCode}`;
    const { data: body } = await session.readOnce(path);
    const [details, data] = [toObject(body.details), toObject(body.data)];
    if (!details || !data || toCount(data.clicks) === undefined) {
      throw new UnexpectedResponse(`GET ${path}: the response has no statistics of the QR code`);
    }
    return {
      ...texts(details, "link", "name"),
      scans: count(details.scans),
      clicks: count(data.clicks),
      uniqueClicks: count(data.uniqueClicks),
      topCountries: counts(data.topCountries),
      topReferrers: counts(data.topReferrers),
      topBrowsers: counts(data.topBrowsers),
      topOs: counts(data.topOs),
      socialCount: counts(data.socialCount),
    };
  },
});

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
