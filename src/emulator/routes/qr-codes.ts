// QR codes and their statistics (api.md, QR codes).
import { oneOf, rgbColor } from "../endpoint/field-checks";
import type { RequestContext, Route } from "../endpoint/request-context";
import { success } from "../endpoint/responses";
import type { Serializer } from "../endpoint/serializer";
import { HttpError } from "../http/http-error";
import { QR_TYPES, type QrCode, type QrStatistics } from "../store/records";

function qrView({ id, link, scans, name, date }: QrCode, serializer: Serializer) {
  return {
    id: serializer.id(id, "string"),
    link,
    scans: serializer.count(scans),
    name,
    date: serializer.dateTime(date),
  };
}

function statisticsView(statistics: QrStatistics, serializer: Serializer) {
  const socialCount = Object.entries(statistics.socialCount).map(([network, count]) => [
    network,
    serializer.count(count),
  ]);
  return {
    clicks: serializer.count(statistics.clicks),
    uniqueClicks: serializer.count(statistics.uniqueClicks),
    topCountries: serializer.countsByLabel(statistics.topCountries),
    topReferrers: serializer.countsByLabel(statistics.topReferrers),
    topBrowsers: serializer.countsByLabel(statistics.topBrowsers),
    topOs: serializer.countsByLabel(statistics.topOs),
    socialCount: Object.fromEntries(socialCount),
  };
}

/** api.md does not show the form of `data` per type, so any non-empty string, array or object is valid. */
function readData({ fields }: RequestContext): unknown {
  const data = fields.raw("data");
  if (data === undefined || data === "") throw new HttpError(400, "The field data is required.");
  if (typeof data !== "string" && typeof data !== "object") {
    throw new HttpError(400, "The field data must be a string, array or object.");
  }
  if (Object.keys(data as object).length === 0) throw new HttpError(400, "The field data is required.");
  return data;
}

function readDesign({ dialect, fields }: RequestContext, old?: QrCode) {
  return {
    background: fields.optionalText("background", old?.background, rgbColor(dialect)),
    foreground: fields.optionalText("foreground", old?.foreground, rgbColor(dialect)),
    logo: fields.optionalText("logo", old?.logo),
  };
}

function typeAfterUpdate({ dialect, fields }: RequestContext, old: QrCode): string {
  if (fields.raw("type") === undefined || dialect.qrTypeOnUpdate === "ignored") return old.type;
  const type = fields.requiredText("type", oneOf(QR_TYPES));
  if (dialect.qrTypeOnUpdate === "rejected" && type !== old.type) {
    throw new HttpError(400, "The field type cannot be changed.");
  }
  return type;
}

export const qrRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/qr",
    handle: (context) =>
      context.list("qrs", context.listed(context.account.qrs), (code) => qrView(code, context.serializer)),
  },
  {
    method: "GET",
    path: "/api/qr/:id",
    handle: (context) => {
      const { account, dialect, serializer } = context;
      const code = context.find(account.qrs, "QR code");
      const { date, ...details } = qrView(code, serializer);
      return success(dialect, "list", {
        details: { ...details, [dialect.qrDetailsDateKey]: date },
        data: statisticsView(code.statistics, serializer),
      });
    },
  },
  {
    method: "POST",
    path: "/api/qr/add",
    hasBody: true,
    handle: (context) => {
      const { account, fields, serializer } = context;
      const type = fields.requiredText("type", oneOf(QR_TYPES));
      const code = account.qrs.create({ type, data: readData(context), ...readDesign(context) });
      return context.created({ id: serializer.id(code.id, "string"), link: code.link });
    },
  },
  {
    method: "PUT",
    path: "/api/qr/:id/update",
    hasBody: true,
    handle: (context) => {
      const { account } = context;
      const old = context.find(account.qrs, "QR code");
      const type = typeAfterUpdate(context, old);
      account.qrs.update(old.id, { type, data: readData(context), ...readDesign(context, old) });
      return context.done("QR has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/qr/:id/delete",
    handle: (context) =>
      context.delete(context.account.qrs, "QR code", "QR Code has been deleted successfully."),
  },
];
