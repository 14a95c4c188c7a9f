// What each value of each knob changes.
import { describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect, startEmulator } from "../../src/emulator/index";
import { allPairs, dialectOfSeed, namedDialects } from "../support/dialects";
import { type Api, start } from "./support/api";

type Knob = keyof Dialect;
/** Sends requests and returns what the knob changes. */
type Probe = (api: Api) => Promise<unknown>;

const addPixel = ({ call }: Api, fields = {}) =>
  call("POST /api/pixel/add", { type: "gapixel", name: "Ads", tag: "1", ...fields });
const addChannel = ({ call }: Api, fields: object = { name: "Spring" }) =>
  call("POST /api/channel/add", fields);
const addCampaign = ({ call }: Api, fields: object = {}) => call("POST /api/campaign/add", fields);
const addQr = ({ call }: Api, fields: object = {}) =>
  call("POST /api/qr/add", { type: "text", data: "hi", ...fields });
const status = async (answer: Promise<{ status: number }>) => (await answer).status;
const first = async ({ call }: Api, list: string) => {
  const { data } = (await call(`GET /api/${list}`)).body;
  return data[list === "qr" ? "qrs" : list][0];
};
/** The fields of the envelope of the first and the last page of 20 pixels. */
const pages: Probe = async ({ call, emulator }) => {
  for (let n = 0; n < 20; n++) emulator.account().pixels.create({ name: String(n) });
  const data = async (query: string) => {
    const {
      pixels,
      perpage: _,
      currentpage: __,
      ...rest
    } = (await call(`GET /api/pixels?${query}`)).body.data;
    return { ...rest, first: Number(pixels[0].name), count: pixels.length };
  };
  return [await data("limit=100"), await data("limit=10&page=2")];
};
const limited: Probe = async ({ call, emulator }) => {
  for (let n = 0; n < 10_000 && !emulator.log.at(-1)?.limited; n++) await call("GET /api/account");
  const { status: code, headers, body } = await call("GET /api/account");
  return [code, headers.get("Retry-After"), body];
};

const PROBES: { readonly [K in Knob]: Probe } = {
  responses: async (api) => {
    await addPixel(api);
    const channel = await addChannel(api, { name: "Spring", starred: true });
    const campaign = (await addCampaign(api, { name: "Launch", public: true })).body;
    await addQr(api);
    const qr = (await api.call("GET /api/qr/101")).body;
    const updated = (await api.call("PUT /api/channel/101/update", {})).body;
    const account = (await api.call("GET /api/account")).body.data;
    const pixels = (await api.call("GET /api/pixels")).body;
    return {
      errors: [pixels.error, channel.body.error, (await addPixel(api, { tag: "" })).body.error],
      ids: [pixels.data.pixels[0].id, channel.body.id],
      values: [channel.body.starred, pixels.data.perpage, qr.data.topOs, account.expires],
      keys: ["campaign" in campaign, "data" in qr.details, "message" in updated],
      rotator: campaign.rotator.split("/r/")[0],
    };
  },
  unsetText: async (api) => {
    await addChannel(api);
    return (await first(api, "channels")).description;
  },
  statusCodes: async (api) => [
    await status(addPixel(api, { tag: "" })),
    await status(api.call("GET /api/account", undefined, { Authorization: "" })),
  ],
  campaignNameKey: async (api) => {
    await addCampaign(api, { name: "One" });
    await addCampaign(api, { name: "Two" });
    const { campaigns } = (await api.call("GET /api/campaigns")).body.data;
    return campaigns.map((campaign: object) => ("name" in campaign ? "name" : "domain"));
  },
  maxPageSize: pages,
  pageFields: pages,
  resultField: pages,
  listOrder: pages,
  rateLimitHeaders: async (api) => {
    const figures = (headers: Headers) => headers.get("X-RateLimit-Limit");
    const { headers } = await api.call("GET /api/account");
    return [headers.has("Date"), figures(headers), figures((await addPixel(api, { tag: "" })).headers)];
  },
  resetFormat: async (api) => (await api.call("GET /api/account")).headers.get("X-RateLimit-Reset"),
  rateLimitWindow: async () => "in rate-limit.test.ts",
  limitedResponse: limited,
  omittedFields: async (api) => {
    await addChannel(api, { name: "Spring", description: "Sale", starred: true });
    await api.call("PUT /api/channel/101/update", { name: "Summer" });
    const { description, starred } = api.emulator.account().channels.get(101)!;
    return [description, starred];
  },
  emptyText: async (api) => {
    await addChannel(api, { name: "Spring", description: "Sale" });
    const code = await status(api.call("PUT /api/channel/101/update", { description: "" }));
    return [code, api.emulator.account().channels.get(101)?.description];
  },
  names: async (api) => {
    await addCampaign(api, { name: " spring Sale ", slug: "Spring_Sale" });
    const { name, slug } = api.emulator.account().campaigns.get(101)!;
    return [name, (await first(api, "campaigns")).name, slug];
  },
  spelling: async (api) => {
    await addChannel(api, { name: "Spring", color: "#aabbcc" });
    await api.call("POST /api/domain/add", { domain: "https://go.example" });
    return [(await first(api, "channels")).color, (await first(api, "domains")).domain];
  },
  rejectedDuplicates: async (api) => {
    const domain = () => api.call("POST /api/domain/add", { domain: "https://go.example" });
    const slug = () => addCampaign(api, { slug: "launch" });
    await Promise.all([domain(), slug(), addChannel(api), addPixel(api)]);
    const again = [domain(), slug(), addChannel(api, { name: "SPRING" }), addChannel(api, { name: "x" })];
    return Promise.all([...again, addPixel(api, { name: "Other" })].map(status));
  },
  pixelTypes: async (api) => {
    const statuses = [
      await status(addPixel(api, { type: "forum" })),
      await status(addPixel(api, { type: "bing" })),
    ];
    const { pixels } = (await api.call("GET /api/pixels")).body.data;
    return [...statuses, ...pixels.map((pixel: { type: string }) => pixel.type)];
  },
  undocumentedInput: async (api) => [
    await status(addPixel(api, { color: "red" })),
    await status(api.call("GET /api/pixels", undefined, { "Content-Type": "text/plain" })),
    await status(api.call("GET /api/pixels?limit=101")),
    await status(api.call("PUT /api/account/update", { password: "of-a-test" })),
  ],
  qrData: async (api) => [
    await status(addQr(api, { type: "email", data: "a@b.example" })),
    await status(addQr(api, { type: "email", data: { email: "a@b.example" } })),
    await status(addQr(api, { type: "crypto", data: { wallet: "w" } })),
  ],
  qrNames: async (api) => {
    await addQr(api);
    const code = await status(addQr(api, { name: "Menu" }));
    return [code, (await first(api, "qr")).name];
  },
  campaignsPerLink: async (api) => {
    const { campaigns } = api.emulator.account();
    campaigns.create({ links: [4711] });
    campaigns.create({});
    await api.call("POST /api/campaign/102/assign/4711");
    return campaigns.list().map(({ links }) => links.length);
  },
  deleteOfUnknownId: (api) => status(api.call("DELETE /api/pixel/9/delete")),
  repeatedAssignment: async (api) => {
    await addChannel(api);
    const assign = () => api.call("POST /api/channel/101/assign/bio/12");
    await assign();
    return [await status(assign()), api.emulator.account().channels.get(101)?.items.length];
  },
};

const message = expect.any(String);
const page = { result: 20, nextpage: null, maxpage: 1, first: 19, count: 20 };
const last = { result: 20, nextpage: null, maxpage: 2, first: 9, count: 10 };
const without = (fields: object, ...keys: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
const responses = {
  errors: ["0", 0, 1],
  ids: [101, 101],
  values: [true, 15, {}, "2035-12-31 23:59:59"],
  keys: [false, false, true],
  rotator: "https://link.example",
};

/** What the probe returns for each value of the knob, in the order of {@link DIALECT_KNOBS}. */
const EXPECTED: { readonly [K in Knob]: readonly unknown[] } = {
  responses: [
    responses,
    {
      ...responses,
      errors: [0, 0, 1],
      ids: ["101", 101],
      values: [true, 15, 0, null],
      keys: [true, true, false],
    },
    {
      ...responses,
      errors: ["0", "0", "1"],
      ids: ["101", "101"],
      values: ["true", "15", {}, "2035-12-31 23:59:59"],
      rotator: "link.example",
    },
    { ...responses, errors: [false, false, true], values: ["1", 15, [], "2035-12-31 23:59:59"] },
  ],
  unsetText: ["", null, undefined],
  statusCodes: [
    [400, 401],
    [200, 200],
    [200, 403],
  ],
  campaignNameKey: [
    ["name", "name"],
    ["domain", "domain"],
    ["name", "domain"],
  ],
  maxPageSize: [
    [page, last],
    [{ ...page, nextpage: 2, maxpage: 2, count: 15 }, last],
    [
      { ...page, nextpage: 2, maxpage: 7, count: 3 },
      { ...last, nextpage: 3, maxpage: 7, first: 16, count: 3 },
    ],
  ],
  pageFields: [
    [page, last],
    [
      { ...page, nextpage: 0 },
      { ...last, nextpage: 0 },
    ],
    [
      { ...page, nextpage: 1 },
      { ...last, nextpage: 2 },
    ],
    [without(page, "nextpage"), without(last, "nextpage")],
    [without(page, "maxpage"), without(last, "maxpage")],
    [without(page, "nextpage", "maxpage"), without(last, "nextpage", "maxpage")],
  ],
  resultField: [
    [page, last],
    [page, { ...last, result: 10 }],
  ],
  listOrder: [
    [page, last],
    [
      { ...page, first: 0 },
      { ...last, first: 10 },
    ],
  ],
  rateLimitHeaders: [
    [true, "10000", "10000"],
    [false, "10000", "10000"],
    [true, null, null],
    [true, "0", "0"],
    [true, "10000", null],
  ],
  resetFormat: [
    "1772366461",
    "1772366460250",
    "60",
    "Sun, 01 Mar 2026 12:01:01 GMT",
    "2026-03-01T12:01:00.250Z",
  ],
  rateLimitWindow: ["in rate-limit.test.ts", "in rate-limit.test.ts", "in rate-limit.test.ts"],
  limitedResponse: [
    [429, null, { error: 1, message }],
    [429, "60", { error: 429, message, "Retry-After": 60 }],
    [429, null, { error: 1 }],
    [200, null, { error: 429, message, "Retry-After": 60 }],
  ],
  omittedFields: [
    ["Sale", true],
    ["", false],
  ],
  emptyText: [
    [200, ""],
    [200, "Sale"],
    [400, "Sale"],
  ],
  names: [
    [" spring Sale ", " spring Sale ", "Spring_Sale"],
    ["Spring Sale", "Spring Sale", "spring-sale"],
    ["spring sale", "spring sale", "spring-sale"],
    [" spring Sale ", "spring sale", "spring-sale"],
  ],
  spelling: [
    ["#aabbcc", "https://go.example"],
    ["#AABBCC", "https://go.example/"],
  ],
  rejectedDuplicates: [
    [400, 400, 200, 200, 200],
    [400, 400, 400, 400, 200],
    [400, 400, 400, 400, 400],
    [200, 200, 200, 200, 200],
  ],
  pixelTypes: [
    [200, 400, "forum"],
    [400, 200, "bing"],
    [200, 200, "bing", "reddit"],
  ],
  undocumentedInput: [
    [200, 200, 200, 200],
    [400, 415, 400, 400],
  ],
  qrData: [
    [200, 200, 400],
    [200, 400, 400],
    [400, 200, 200],
  ],
  qrNames: [
    [200, "QR 102"],
    [200, "Menu"],
    [200, "menu"],
    [400, "QR 101"],
    [200, ""],
  ],
  campaignsPerLink: [
    [1, 1],
    [0, 1],
  ],
  deleteOfUnknownId: [404, 200],
  repeatedAssignment: [
    [200, 1],
    [400, 1],
    [200, 2],
  ],
};

describe.each(Object.keys(DIALECT_KNOBS) as Knob[])("%s", (knob) => {
  test.each(DIALECT_KNOBS[knob].map((value, index) => [value, EXPECTED[knob][index]]))(
    "%s",
    async (value, expected) => {
      const rateLimit = knob === "limitedResponse" ? 1 : 10_000;
      const api = await start({ rateLimit, dialect: { [knob]: value } as Partial<Dialect> });
      expect(await PROBES[knob](api)).toEqual(expected);
    },
  );
});

describe("dialects of tests", () => {
  test("every value of every knob is in a named dialect", () => {
    for (const [knob, values] of Object.entries(DIALECT_KNOBS)) {
      const named = new Set(namedDialects.map(([, dialect]) => dialect[knob as Knob]));
      expect([knob, ...named].sort()).toEqual([knob, ...values].sort());
    }
  });

  test("consecutive seeds have all of them", () => {
    expect(new Set(namedDialects.map((_, seed) => dialectOfSeed(seed + 1))).size).toBe(namedDialects.length);
    expect(allPairs[0]?.[1]).toEqual(namedDialects[0]?.[1]);
  });

  test.each([{ dialect: { pageFields: "five" } }, { dialect: { pages: 1 } }, { dialect: "other" }])(
    "%j is rejected",
    async (options) => {
      await expect(startEmulator(options as object)).rejects.toThrow(TypeError);
    },
  );

  test("a running emulator can change", async () => {
    const api = await start({ dialect: "observed" });
    api.emulator.setDialect({ responses: "strings" });
    expect((await addChannel(api)).body.id).toBe("101");
  });
});
