// Types, data and names of QR codes.
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client";
import type { KnobChecks } from "./knob-check";

const add = (api: ApiClient, type: string, data: unknown, name?: string) =>
  api.post("/api/qr/add", { type, data, ...(name !== undefined && { name }) });

const WIFI = { ssid: "Acme", encryption: "nopass" };

/** Statuses of a text, of an object, and of an object where api.md has text. */
async function statusesByForm(api: ApiClient) {
  const responses = [
    await add(api, "link", "https://example.com"),
    await add(api, "wifi", "WIFI:T:nopass;S:Acme;;"),
    await add(api, "wifi", WIFI),
    await add(api, "text", { text: "hi" }),
  ];
  return responses.map(({ status }) => status);
}

/** Names in the list, oldest code first: after two creates, and after an update of the first code. */
async function shownNames(api: ApiClient) {
  const names = async () => {
    const { qrs } = (await api.get("/api/qr")).body.data;
    return qrs.map(({ name }: { name: unknown }) => name).toReversed();
  };
  await add(api, "text", "hi", " Menu");
  await add(api, "text", "hi", "Bar");
  const created = await names();
  await api.put("/api/qr/101/update", { data: "hi", name: "New" });
  return [created, await names()];
}

export const qrCodes = {
  qrTypes: {
    documented: [
      "other types than those of api.md are rejected",
      async (api) => expect((await add(api, "whatsapp", { phone: "1", body: "hi" })).status).toBe(400),
    ],
    extended: [
      "further types are accepted, but not all words",
      async (api) => {
        expect((await add(api, "whatsapp", { phone: "1", body: "hi" })).status).toBe(200);
        expect((await add(api, "hologram", "hi")).status).toBe(400);
      },
    ],
  },
  qrDataForm: {
    any: [
      "data of every type may be text or an object",
      async (api) => expect(await statusesByForm(api)).toEqual([200, 200, 200, 200]),
    ],
    text: [
      "data of every type must be text",
      async (api) => expect(await statusesByForm(api)).toEqual([200, 200, 400, 400]),
    ],
    objects: [
      "data must be an object, but text for text, link and phone",
      async (api) => expect(await statusesByForm(api)).toEqual([200, 400, 200, 400]),
    ],
  },
  qrNames: {
    generated: [
      "a name is ignored",
      async (api) =>
        expect(await shownNames(api)).toEqual([
          ["QR 101", "QR 102"],
          ["QR 101", "QR 102"],
        ]),
    ],
    asGiven: [
      "a name is kept, also in an update",
      async (api) =>
        expect(await shownNames(api)).toEqual([
          [" Menu", "Bar"],
          ["New", "Bar"],
        ]),
    ],
    rewritten: [
      "a name loses outer spaces and upper case",
      async (api) =>
        expect(await shownNames(api)).toEqual([
          ["menu", "bar"],
          ["new", "bar"],
        ]),
    ],
    rejected: [
      "a name is rejected, in an update as well",
      async (api) => {
        expect((await add(api, "text", "hi", "Menu")).status).toBe(400);
        expect((await add(api, "text", "hi")).status).toBe(200);
        expect((await api.put("/api/qr/101/update", { data: "hi", name: "New" })).status).toBe(400);
      },
    ],
    shownSometimes: [
      "a name is kept, but some codes show none",
      async (api) =>
        expect(await shownNames(api)).toEqual([
          [" Menu", ""],
          ["New", ""],
        ]),
    ],
  },
} satisfies Partial<KnobChecks>;
