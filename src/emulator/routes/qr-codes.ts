// QR codes and their statistics (api.md, QR codes).
import { oneOf, rgbColor } from "../endpoint/field-checks";
import type { RequestContext, Route } from "../endpoint/request-context";
import { success } from "../endpoint/responses";
import type { Serializer } from "../endpoint/serializer";
import { HttpError } from "../http/http-error";
import { EXTENDED_QR_TYPES, QR_TYPES, type QrCode, type QrStatistics } from "../store/records";

function qrView({ id, link, scans, name, date }: QrCode, { dialect, serializer }: RequestContext) {
  const isHidden = dialect.qrNames === "shownSometimes" && id % 2 === 0;
  return {
    id: serializer.id(id, "string"),
    link,
    scans: serializer.count(scans),
    name: isHidden ? serializer.text("") : name,
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

const TEXT_TYPES: readonly string[] = ["text", "link", "phone"];

/** api.md does not show the form of `data` per type. The dialect decides. */
function readData({ dialect, fields }: RequestContext, type: string): unknown {
  const data = fields.raw("data");
  if (data === undefined || data === "") throw new HttpError(400, "The field data is required.");
  if (typeof data !== "string" && typeof data !== "object") {
    throw new HttpError(400, "The field data must be a string, array or object.");
  }
  if (Object.keys(data as object).length === 0) throw new HttpError(400, "The field data is required.");
  const needsText = dialect.qrDataForm === "text" || TEXT_TYPES.includes(type);
  if (dialect.qrDataForm !== "any" && needsText !== (typeof data === "string")) {
    throw new HttpError(400, `The field data must be ${needsText ? "a string" : "an object"} for this type.`);
  }
  return data;
}

function readType({ dialect, fields }: RequestContext): string {
  const extended = dialect.qrTypes === "extended" ? EXTENDED_QR_TYPES : [];
  return fields.requiredText("type", oneOf([...QR_TYPES, ...extended]));
}

/** api.md has no `name` in requests. `old` is the name in an update. */
function readName({ dialect, fields }: RequestContext, old?: string): { name?: string } {
  const sent = fields.raw("name");
  if (sent === undefined || dialect.qrNames === "generated") return old === undefined ? {} : { name: old };
  if (dialect.qrNames === "rejected") throw new HttpError(400, "The field name is unknown.");
  const name = fields.requiredText("name");
  return { name: dialect.qrNames === "rewritten" ? name.trim().toLowerCase() : name };
}

function readDesign({ dialect, fields }: RequestContext, old?: QrCode) {
  return {
    background: fields.optionalText("background", old?.background, rgbColor(dialect)),
    foreground: fields.optionalText("foreground", old?.foreground, rgbColor(dialect)),
    logo: fields.optionalText("logo", old?.logo),
  };
}

function typeAfterUpdate(context: RequestContext, old: QrCode): string {
  const { dialect, fields } = context;
  if (fields.raw("type") === undefined || dialect.qrTypeOnUpdate === "ignored") return old.type;
  const type = readType(context);
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
      context.list("qrs", context.listed(context.account.qrs), (code) => qrView(code, context)),
  },
  {
    method: "GET",
    path: "/api/qr/:id",
    handle: (context) => {
      const { account, dialect, serializer } = context;
      const code = context.find(account.qrs, "QR code");
      const { date, ...details } = qrView(code, context);
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
      const { account, serializer } = context;
      const type = readType(context);
      const data = readData(context, type);
      const code = account.qrs.create({ type, data, ...readName(context), ...readDesign(context) });
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
      const data = readData(context, type);
      account.qrs.update(old.id, {
        type,
        data,
        ...readName(context, old.name),
        ...readDesign(context, old),
      });
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
