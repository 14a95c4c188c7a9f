// Status codes, errors and formats of values in responses.
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client";
import type { KnobChecks } from "./knob-check";

async function failingRequest(api: ApiClient) {
  return api.post("/api/pixel/add", {});
}

async function listedChannelWithoutTexts(api: ApiClient) {
  api.account.channels.create({ name: "Spring" });
  return (await api.get("/api/channels")).body.data.channels[0];
}

async function starredFields(api: ApiClient) {
  api.account.channels.create({ name: "Spring", starred: true });
  api.account.channels.create({ name: "Autumn" });
  const { channels } = (await api.get("/api/channels")).body.data;
  return channels.map((channel: { starred: unknown }) => channel.starred);
}

async function errorFields(api: ApiClient) {
  api.account.qrs.create({ type: "text", data: "hi" });
  const list = [
    await api.get("/api/pixels"),
    await api.get("/api/qr/101"),
    await api.get("/api/account"),
    await api.delete("/api/qr/101/delete"),
  ];
  return list.map(({ body }) => body.error);
}

async function dateOfQrCode(api: ApiClient) {
  api.account.qrs.create({ type: "text", data: "hi" });
  return (await api.get("/api/qr/101")).body.details.date;
}

async function statusesByContentType(api: ApiClient) {
  const plain = { headers: { Authorization: "Bearer demo-key", "Content-Type": "text/plain" } };
  const noType = { headers: { Authorization: "Bearer demo-key" } };
  const withCharset = {
    headers: { Authorization: "Bearer demo-key", "Content-Type": "application/json; charset=utf-8" },
    body: '{"name":"Spring"}',
  };
  return [
    (await api.send("GET", "/api/account", noType)).status,
    (await api.send("POST", "/api/channel/add", { ...plain, body: '{"name":"Spring"}' })).status,
    (await api.send("POST", "/api/channel/add", withCharset)).status,
  ];
}

export const responses = {
  statusCodes: {
    real: [
      "a failure has its own status",
      async (api) => expect((await failingRequest(api)).status).toBe(400),
    ],
    always200: [
      "every failure has the status 200",
      async (api) => {
        const list = [
          await failingRequest(api),
          await api.get("/api/nothing"),
          await api.withKey("wrong").get("/api/account"),
          await api.delete("/api/pixel/9/delete"),
          await api.send("POST", "/api/pixel/add", { body: "{" }),
        ];
        expect(list.map(({ status, body }) => [status, body.error])).toEqual(Array(5).fill([200, 1]));
      },
    ],
    realForAccess: [
      "only a rejected key and a feature outside the plan have their own status",
      async (api) => {
        api.emulator.setDialect({ invalidKeyStatus: 403, pathOutsidePlan: "/api/splash" });
        expect(await failingRequest(api)).toMatchObject({ status: 200, body: { error: 1 } });
        expect(await api.get("/api/splash")).toMatchObject({ status: 403, body: { error: 1 } });
        expect(await api.withKey("wrong").get("/api/account")).toMatchObject({
          status: 403,
          body: { error: 1, message: "A valid API key is required to use this service." },
        });
      },
    ],
  },
  createStatus: {
    200: [
      "a create has the status 200",
      async (api) => expect((await api.post("/api/campaign/add")).status).toBe(200),
    ],
    201: [
      "a create has the status 201, an update and an assignment 200",
      async (api) => {
        expect((await api.post("/api/campaign/add")).status).toBe(201);
        expect((await api.put("/api/campaign/101/update", { name: "a" })).status).toBe(200);
        expect((await api.post("/api/campaign/101/assign/4711")).status).toBe(200);
      },
    ],
  },
  unknownIdStatus: {
    404: ["an unknown id gets 404", async (api) => expect((await api.get("/api/qr/9")).status).toBe(404)],
    400: ["an unknown id gets 400", async (api) => expect((await api.get("/api/qr/9")).status).toBe(400)],
    200: [
      "an unknown id gets 200 and an error",
      async (api) => expect(await api.get("/api/qr/9")).toMatchObject({ status: 200, body: { error: 1 } }),
    ],
  },
  invalidKeyStatus: {
    401: [
      "a wrong key gets 401",
      async (api) => expect((await api.withKey("x").get("/api/account")).status).toBe(401),
    ],
    403: [
      "a wrong key gets 403",
      async (api) => expect((await api.withKey("x").get("/api/account")).status).toBe(403),
    ],
  },
  successErrorField: {
    asDocumented: [
      'error is "0" in lists and the single QR code, and 0 elsewhere',
      async (api) => expect(await errorFields(api)).toEqual(["0", "0", 0, 0]),
    ],
    number: ["error is always 0", async (api) => expect(await errorFields(api)).toEqual([0, 0, 0, 0])],
    string: [
      'error is always "0"',
      async (api) => expect(await errorFields(api)).toEqual(["0", "0", "0", "0"]),
    ],
  },
  failureErrorField: {
    1: [
      "a failure has error 1, as a number or a string",
      async (api) =>
        expect((await failingRequest(api)).body.error).toBe(api.emulator.dialect.failureErrorField),
    ],
    true: [
      "a failure has error true",
      async (api) => expect((await failingRequest(api)).body.error).toBe(true),
    ],
  },
  errorMessages: {
    plain: [
      "error messages are plain text",
      async (api) => expect((await failingRequest(api)).body.message).toBe("The field type is required."),
    ],
    controlCharacters: [
      "error messages contain terminal escapes",
      async (api) => expect((await failingRequest(api)).body.message).toContain("\u001b[31m"),
    ],
  },
  contentTypeRequired: {
    never: [
      "any content type is accepted",
      async (api) => expect(await statusesByContentType(api)).toEqual([200, 200, 200]),
    ],
    withBody: [
      "requests with a body need the JSON content type",
      async (api) => expect(await statusesByContentType(api)).toEqual([200, 415, 200]),
    ],
    always: [
      "all requests need the JSON content type",
      async (api) => expect(await statusesByContentType(api)).toEqual([415, 415, 200]),
    ],
  },
  idsAs: {
    number: ["ids are numbers", async (api) => expect((await api.get("/api/account")).body.data.id).toBe(1)],
    string: [
      "ids are strings, in creates and lists, too",
      async (api) => {
        expect((await api.get("/api/account")).body.data.id).toBe("1");
        expect((await api.post("/api/campaign/add")).body.id).toBe("101");
        expect((await api.get("/api/splash")).body.data.splash[0].id).toBe("32");
      },
    ],
    mixed: [
      "ids of pixels, QR codes and domains are strings, all others are numbers",
      async (api) => {
        const created = [
          await api.post("/api/pixel/add", { type: "fbpixel", name: "Ads", tag: "1" }),
          await api.post("/api/qr/add", { type: "text", data: "hi" }),
          await api.post("/api/domain/add", { domain: "https://go.example.com" }),
          await api.post("/api/channel/add", { name: "Spring" }),
          await api.post("/api/campaign/add", { name: "Launch" }),
        ];
        expect(created.map(({ body }) => body.id)).toEqual(["101", "101", "101", 101, 101]);
        expect((await api.get("/api/pixels")).body.data.pixels[0].id).toBe("101");
        expect((await api.get("/api/account")).body.data.id).toBe(1);
      },
    ],
  },
  countersAs: {
    number: [
      "counters are numbers",
      async (api) => {
        api.account.qrs.create({ type: "text", data: "hi", scans: 7 });
        expect((await api.get("/api/qr")).body.data.qrs[0].scans).toBe(7);
      },
    ],
    string: [
      "counters are strings",
      async (api) => {
        api.account.qrs.create({ type: "text", data: "hi", scans: 7 });
        expect((await api.get("/api/qr")).body.data.qrs[0].scans).toBe("7");
        expect((await api.get("/api/qr/101")).body.data).toMatchObject({
          clicks: "0",
          uniqueClicks: "0",
          socialCount: { microblog: "0" },
        });
      },
    ],
  },
  pageNumbersAs: {
    number: [
      "the fields of the list envelope are numbers",
      async (api) => expect((await api.get("/api/splash")).body.data.result).toBe(2),
    ],
    string: [
      "the fields of the list envelope are strings",
      async (api) =>
        expect((await api.get("/api/splash?limit=1")).body.data).toMatchObject({
          result: "2",
          perpage: "1",
          currentpage: "1",
          nextpage: "2",
          maxpage: "2",
        }),
    ],
  },
  booleansAs: {
    boolean: [
      "booleans are true and false",
      async (api) => expect(await starredFields(api)).toEqual([false, true]),
    ],
    zeroOne: ["booleans are 0 and 1", async (api) => expect(await starredFields(api)).toEqual([0, 1])],
    zeroOneString: [
      'booleans are "0" and "1"',
      async (api) => expect(await starredFields(api)).toEqual(["0", "1"]),
    ],
  },
  unsetTextAs: {
    empty: [
      'an unset text is ""',
      async (api) =>
        expect(await listedChannelWithoutTexts(api)).toMatchObject({ description: "", color: "" }),
    ],
    null: [
      "an unset text is null",
      async (api) =>
        expect(await listedChannelWithoutTexts(api)).toMatchObject({ description: null, color: null }),
    ],
    absent: [
      "an unset text is absent",
      async (api) =>
        expect(Object.keys(await listedChannelWithoutTexts(api))).toEqual(["id", "name", "starred"]),
    ],
  },
  emptyMapsAs: {
    object: [
      "a statistics map without entries is {}",
      async (api) => {
        api.account.qrs.create({ type: "text", data: "hi" });
        expect((await api.get("/api/qr/101")).body.data.topOs).toEqual({});
      },
    ],
    array: [
      "a statistics map without entries is []",
      async (api) => {
        api.account.qrs.create({ type: "text", data: "hi" });
        api.account.scan(101, { os: "Linux" });
        const { topOs, topCountries } = (await api.get("/api/qr/101")).body.data;
        expect([topOs, topCountries]).toEqual([{ Linux: "1" }, []]);
      },
    ],
    zero: [
      "a statistics map without entries is 0",
      async (api) => {
        api.account.qrs.create({ type: "text", data: "hi" });
        expect((await api.get("/api/qr/101")).body.data.topOs).toBe(0);
      },
    ],
  },
  utcOffsetMinutes: {
    0: ["dates are in UTC", async (api) => expect(await dateOfQrCode(api)).toBe("2026-03-01 12:00:00")],
    345: [
      "dates are 5:45 hours ahead of UTC",
      async (api) => expect(await dateOfQrCode(api)).toBe("2026-03-01 17:45:00"),
    ],
    "-480": [
      "dates are 8 hours behind UTC",
      async (api) => expect(await dateOfQrCode(api)).toBe("2026-03-01 04:00:00"),
    ],
  },
  registeredField: {
    present: [
      "the account has the field registered",
      async (api) => expect((await api.get("/api/account")).body.data.registered).toBe("2024-01-15 09:30:00"),
    ],
    absent: [
      "the account does not have the field registered",
      async (api) => expect((await api.get("/api/account")).body.data).not.toHaveProperty("registered"),
    ],
  },
} satisfies Partial<KnobChecks>;
