// QR codes with their statistics (api.md, QR codes).

import { oneOf, rgbColour } from "../endpoint/body-fields";
import type { Call, Route } from "../endpoint/request-context";
import { Refusal, success } from "../endpoint/responses";
import type { Spelling } from "../endpoint/serializer";
import { QR_TYPES, type QrCode, type QrStatistics } from "../store/records";

function qrView({ id, link, scans, name, date }: QrCode, spell: Spelling) {
  return { id: spell.id(id), link, scans: spell.count(scans), name, date: spell.dateTime(date) };
}

function statisticsView(statistics: QrStatistics, spell: Spelling) {
  const social = Object.entries(statistics.socialCount).map(([network, count]) => [
    network,
    spell.count(count),
  ]);
  return {
    clicks: spell.count(statistics.clicks),
    uniqueClicks: spell.count(statistics.uniqueClicks),
    topCountries: spell.countTexts(statistics.topCountries),
    topReferrers: spell.countTexts(statistics.topReferrers),
    topBrowsers: spell.countTexts(statistics.topBrowsers),
    topOs: spell.countTexts(statistics.topOs),
    socialCount: Object.fromEntries(social),
  };
}

/** Which form `data` has per type is not shown in api.md, so any text, array or object with something in it goes. */
function contentOf({ fields }: Call): unknown {
  const data = fields.raw("data");
  if (data === undefined || data === "") throw new Refusal(400, "The field data is required.");
  if (typeof data !== "string" && typeof data !== "object") {
    throw new Refusal(400, "The field data must be a text or an array.");
  }
  if (Object.keys(data as object).length === 0) throw new Refusal(400, "The field data is required.");
  return data;
}

function looksOf({ dialect, fields }: Call, old?: QrCode) {
  return {
    background: fields.optionalText("background", old?.background, rgbColour(dialect)),
    foreground: fields.optionalText("foreground", old?.foreground, rgbColour(dialect)),
    logo: fields.optionalText("logo", old?.logo),
  };
}

function typeAfterUpdate({ dialect, fields }: Call, old: QrCode): string {
  if (fields.raw("type") === undefined || dialect.qrTypeOnUpdate === "ignored") return old.type;
  const type = fields.requiredText("type", oneOf(QR_TYPES));
  if (dialect.qrTypeOnUpdate === "refused" && type !== old.type) {
    throw new Refusal(400, "The field type cannot be changed.");
  }
  return type;
}

export const qrRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/qr",
    handle: (call) => call.list("qrs", call.listed(call.account.qrs), (code) => qrView(code, call.spell)),
  },
  {
    method: "GET",
    path: "/api/qr/:id",
    handle: (call) => {
      const code = call.row(call.account.qrs, "QR code");
      return success(call.dialect, "list", {
        details: qrView(code, call.spell),
        data: statisticsView(code.statistics, call.spell),
      });
    },
  },
  {
    method: "POST",
    path: "/api/qr/add",
    takesBody: true,
    handle: (call) => {
      const type = call.fields.requiredText("type", oneOf(QR_TYPES));
      const code = call.account.qrs.create({ type, data: contentOf(call), ...looksOf(call) });
      return call.created({ id: call.spell.id(code.id), link: code.link });
    },
  },
  {
    method: "PUT",
    path: "/api/qr/:id/update",
    takesBody: true,
    handle: (call) => {
      const old = call.row(call.account.qrs, "QR code");
      const type = typeAfterUpdate(call, old);
      call.account.qrs.update(old.id, { type, data: contentOf(call), ...looksOf(call, old) });
      return call.done("QR has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/qr/:id/delete",
    handle: (call) => call.remove(call.account.qrs, "QR code", "QR Code has been deleted successfully."),
  },
];
