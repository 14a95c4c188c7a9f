// Status codes, error values and the spelling of fields.
import { expect } from "vitest";
import type { Api } from "../support/api-client";
import type { Statements } from "./knob-checks";

async function failing(api: Api) {
  return api.post("/api/pixel/add", {});
}

async function channelWithNothing(api: Api) {
  api.account.channels.create({ name: "Spring" });
  return (await api.get("/api/channels")).body.data.channels[0];
}

async function starred(api: Api) {
  api.account.channels.create({ name: "Spring", starred: true });
  api.account.channels.create({ name: "Autumn" });
  const { channels } = (await api.get("/api/channels")).body.data;
  return channels.map((channel: { starred: unknown }) => channel.starred);
}

async function errorValues(api: Api) {
  api.account.qrs.create({ type: "text", data: "hi" });
  const replies = [
    await api.get("/api/pixels"),
    await api.get("/api/qr/101"),
    await api.get("/api/account"),
    await api.delete("/api/qr/101/delete"),
  ];
  return replies.map(({ body }) => body.error);
}

async function dateOfQr(api: Api) {
  api.account.qrs.create({ type: "text", data: "hi" });
  return (await api.get("/api/qr/101")).body.details.date;
}

async function statusesWithType(api: Api) {
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

export const answers = {
  statusCodes: {
    real: ["a failure has a status of its own", async (api) => expect((await failing(api)).status).toBe(400)],
    always200: [
      "every failure has the status 200",
      async (api) => {
        const replies = [
          await failing(api),
          await api.get("/api/nothing"),
          await api.as("wrong").get("/api/account"),
          await api.delete("/api/pixel/9/delete"),
          await api.send("POST", "/api/pixel/add", { body: "{" }),
        ];
        expect(replies.map(({ status, body }) => [status, body.error])).toEqual(Array(5).fill([200, 1]));
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
  statusOfUnknownId: {
    404: ["an unknown id gets 404", async (api) => expect((await api.get("/api/qr/9")).status).toBe(404)],
    400: ["an unknown id gets 400", async (api) => expect((await api.get("/api/qr/9")).status).toBe(400)],
    200: [
      "an unknown id gets 200 and an error",
      async (api) => expect(await api.get("/api/qr/9")).toMatchObject({ status: 200, body: { error: 1 } }),
    ],
  },
  refusedKeyStatus: {
    401: [
      "a wrong key gets 401",
      async (api) => expect((await api.as("x").get("/api/account")).status).toBe(401),
    ],
    403: [
      "a wrong key gets 403",
      async (api) => expect((await api.as("x").get("/api/account")).status).toBe(403),
    ],
  },
  errorValue: {
    asDocumented: [
      'lists and the single QR code succeed with "0", all else with 0',
      async (api) => expect(await errorValues(api)).toEqual(["0", "0", 0, 0]),
    ],
    number: ["every success has 0", async (api) => expect(await errorValues(api)).toEqual([0, 0, 0, 0])],
    string: [
      'every success has "0"',
      async (api) => expect(await errorValues(api)).toEqual(["0", "0", "0", "0"]),
    ],
  },
  failureErrorValue: {
    1: [
      "a failure has 1, as number or as text",
      async (api) => expect((await failing(api)).body.error).toBe(api.emulator.dialect.failureErrorValue),
    ],
    true: ["a failure has true", async (api) => expect((await failing(api)).body.error).toBe(true)],
  },
  failureMessages: {
    plain: [
      "a failure's message is plain text",
      async (api) => expect((await failing(api)).body.message).toBe("The field type is required."),
    ],
    controlCharacters: [
      "a failure's message has terminal escapes in it",
      async (api) => expect((await failing(api)).body.message).toContain("\u001b[31m"),
    ],
  },
  contentType: {
    lenient: [
      "any content type will do",
      async (api) => expect(await statusesWithType(api)).toEqual([200, 200, 200]),
    ],
    withBody: [
      "a request with a body needs the JSON content type",
      async (api) => expect(await statusesWithType(api)).toEqual([200, 415, 200]),
    ],
    always: [
      "every request needs the JSON content type",
      async (api) => expect(await statusesWithType(api)).toEqual([415, 415, 200]),
    ],
  },
  idsAs: {
    number: ["ids are numbers", async (api) => expect((await api.get("/api/account")).body.data.id).toBe(1)],
    string: [
      "ids are texts, in creates and lists too",
      async (api) => {
        expect((await api.get("/api/account")).body.data.id).toBe("1");
        expect((await api.post("/api/campaign/add")).body.id).toBe("101");
        expect((await api.get("/api/splash")).body.data.splash[0].id).toBe("32");
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
      "counters are texts",
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
  pageFiguresAs: {
    number: [
      "figures of the list envelope are numbers",
      async (api) => expect((await api.get("/api/splash")).body.data.result).toBe(2),
    ],
    string: [
      "figures of the list envelope are texts",
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
    boolean: ["flags are booleans", async (api) => expect(await starred(api)).toEqual([false, true])],
    zeroOne: ["flags are 0 and 1", async (api) => expect(await starred(api)).toEqual([0, 1])],
    zeroOneText: ['flags are "0" and "1"', async (api) => expect(await starred(api)).toEqual(["0", "1"])],
  },
  unsetText: {
    empty: [
      'an unset text is ""',
      async (api) => expect(await channelWithNothing(api)).toMatchObject({ description: "", color: "" }),
    ],
    null: [
      "an unset text is null",
      async (api) => expect(await channelWithNothing(api)).toMatchObject({ description: null, color: null }),
    ],
    absent: [
      "an unset text is left out",
      async (api) => expect(Object.keys(await channelWithNothing(api))).toEqual(["id", "name", "starred"]),
    ],
  },
  emptyMaps: {
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
  },
  dateOffsetMinutes: {
    0: ["dates are in UTC", async (api) => expect(await dateOfQr(api)).toBe("2026-03-01 12:00:00")],
    345: ["dates are 5:45 h ahead", async (api) => expect(await dateOfQr(api)).toBe("2026-03-01 17:45:00")],
    "-480": ["dates are 8 h behind", async (api) => expect(await dateOfQr(api)).toBe("2026-03-01 04:00:00")],
  },
  registered: {
    present: [
      "the account shows when it was registered",
      async (api) => expect((await api.get("/api/account")).body.data.registered).toBe("2024-01-15 09:30:00"),
    ],
    absent: [
      "the account does not show when it was registered",
      async (api) => expect((await api.get("/api/account")).body.data).not.toHaveProperty("registered"),
    ],
  },
} satisfies Partial<Statements>;
