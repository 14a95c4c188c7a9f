// The statistics of a QR code.
import { UnexpectedResponse } from "../../api/errors";
import { countOf } from "../../api/list";
import type { AccountSession } from "../../api/session";
import { qrCode as qrCodeKind } from "../qr-code";
import { count, counts, texts, toObject } from "./values";

export const qrStatistics = {
  name: "getQrStatistics",
  ids: { qrCode: qrCodeKind.type },
  isList: false,
  async read(session: AccountSession, { qrCode = "" }) {
    const path = `/api/qr/${qrCode}`;
    const { data: body } = await session.readOnce(path);
    const [details, data] = [toObject(body.details), toObject(body.data)];
    if (!details || !data || countOf(data.clicks) === undefined) {
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
};
