// Responses that installations were seen to send, and the document does not show.
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client";
import type { KnobChecks } from "./knob-check";

async function detailsOfQrCode(api: ApiClient) {
  api.account.qrs.create({ type: "text", data: "hi" });
  return (await api.get("/api/qr/101")).body.details;
}

async function updatedChannel(api: ApiClient) {
  api.account.channels.create({ name: "Spring" });
  return (await api.put("/api/channel/101/update", { name: "Summer" })).body;
}

const keysOfOverlays = async (api: ApiClient) =>
  Object.keys((await api.get("/api/overlay")).body.data).filter((key) => key === "cta" || key === "overlay");

export const observed = {
  pathOutsidePlan: {
    none: [
      "the plan has every feature",
      async (api) => expect((await api.get("/api/overlay")).status).toBe(200),
    ],
    "/api/overlay": [
      "all requests for one kind get 403, and the others work",
      async (api) => {
        expect(await api.get("/api/overlay")).toMatchObject({ status: 403, body: { error: 1 } });
        expect((await api.get("/api/splash")).status).toBe(200);
      },
    ],
  },
  accountExpires: {
    date: [
      "the account has the end of its plan",
      async (api) => expect((await api.get("/api/account")).body.data.expires).toMatch(/^\d{4}-\d\d-\d\d /),
    ],
    null: [
      "the plan of the account has no end",
      async (api) => expect((await api.get("/api/account")).body.data.expires).toBe(null),
    ],
  },
  qrDetailsDateKey: {
    date: [
      "details of a QR code have the date under `date`",
      async (api) => expect((await detailsOfQrCode(api)).date).toBe("2026-03-01 12:00:00"),
    ],
    data: [
      "details of a QR code have the date under `data`",
      async (api) => {
        const { date, data } = await detailsOfQrCode(api);
        expect([date, data]).toEqual([undefined, "2026-03-01 12:00:00"]);
      },
    ],
  },
  channelUpdateResponse: {
    message: [
      "the update of a channel responds with a message",
      async (api) =>
        expect(await updatedChannel(api)).toEqual({
          error: 0,
          message: "Channel has been updated successfully.",
        }),
    ],
    channel: [
      "the update of a channel responds with the channel",
      async (api) =>
        expect(await updatedChannel(api)).toEqual({
          error: 0,
          id: 101,
          name: "Summer",
          description: "",
          color: "",
          starred: false,
        }),
    ],
  },
  overlayListKey: {
    cta: [
      "the list of overlays has them under `cta`",
      async (api) => expect(await keysOfOverlays(api)).toEqual(["cta"]),
    ],
    overlay: [
      "the list of overlays has them under `overlay`",
      async (api) => expect(await keysOfOverlays(api)).toEqual(["overlay"]),
    ],
  },
} satisfies Partial<KnobChecks>;
