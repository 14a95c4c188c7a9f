// What each value of a knob changes. commands/doctor.test.ts has the knobs that reading shows.
import { expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect, startEmulator } from "../../src/emulator/index";
import { KNOBS_FOR_ALL_KINDS, namedDialects } from "../support/dialects";
import { type Api, start } from "./support/api";

type Knob = keyof Dialect;

const addPixel = ({ call }: Api, fields = {}) =>
  call("POST /api/pixel/add", { type: "gapixel", name: "Ads", tag: "1", ...fields });
const addChannel = ({ call }: Api, fields: object = { name: "Spring" }) =>
  call("POST /api/channel/add", fields);
const addCampaign = ({ call }: Api, fields: object = {}) => call("POST /api/campaign/add", fields);
const addDomain = ({ call }: Api) => call("POST /api/domain/add", { domain: "https://go.example" });
const addQr = ({ call }: Api, fields: object = {}) =>
  call("POST /api/qr/add", { type: "text", data: "hi", ...fields });
const LINK = { url: "https://www.example.com/spring" };
const statuses = async (...answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);
const listOf = async ({ call }: Api, list: string) => {
  const { data } = (await call(`GET /api/${list}`)).body;
  return data[list === "qr" ? "qrs" : list];
};

/** What requests show of a knob, and the text of it for each value, in the order of {@link DIALECT_KNOBS}. */
const CASES: Partial<Record<Knob, readonly [(api: Api) => Promise<unknown>, ...expected: string[]]>> = {
  unsetText: [
    async (api) => {
      await addChannel(api);
      return JSON.stringify((await listOf(api, "channels"))[0].description) ?? "absent";
    },
    '""',
    "null",
    "absent",
  ],
  limitedResponse: [
    async ({ call, emulator }) => {
      while (!emulator.log.at(-1)?.limited) await call("GET /api/account");
      const { status, headers, body } = await call("GET /api/account");
      return [status, headers.get("Retry-After"), JSON.stringify({ ...body, message: body.message && "…" })];
    },
    '429 - {"error":1,"message":"…"}',
    '429 60 {"error":429,"message":"…","Retry-After":60}',
    '429 - {"error":1}',
    '200 - {"error":429,"message":"…","Retry-After":60}',
  ],
  omittedFields: [
    async (api) => {
      await addChannel(api, { name: "Spring", description: "Sale", starred: true });
      await api.call("PUT /api/channel/101/update", { name: "Summer" });
      const { description, starred } = api.emulator.account().channels.get(101)!;
      await addQr(api, { logo: "a.png" });
      await api.call("PUT /api/qr/101/update", { data: "new" });
      const { name, logo } = api.emulator.account().qrs.get(101)!;
      return [`<${description}>`, starred, name, `<${logo}>`];
    },
    "<Sale> true QR 101 <a.png>",
    "<> false QR 101 <>",
  ],
  emptyText: [
    async (api) => {
      await addChannel(api, { name: "Spring", description: "Sale" });
      const status = await statuses(api.call("PUT /api/channel/101/update", { description: "" }));
      return [status, `<${api.emulator.account().channels.get(101)?.description}>`];
    },
    "200 <>",
    "200 <Sale>",
    "400 <Sale>",
  ],
  names: [
    async (api) => {
      await addCampaign(api, { name: " spring Sale ", slug: "Spring_Sale" });
      const { name, slug } = api.emulator.account().campaigns.get(101)!;
      return [`<${name}>`, `<${(await listOf(api, "campaigns"))[0].name}>`, slug];
    },
    "< spring Sale > < spring Sale > Spring_Sale",
    "<Spring Sale> <Spring Sale> spring-sale",
    "<spring sale> <spring sale> spring-sale",
  ],
  spelling: [
    async (api) => {
      await addChannel(api, { name: "Spring", color: "#aabbcc" });
      await addDomain(api);
      return [(await listOf(api, "channels"))[0].color, (await listOf(api, "domains"))[0].domain];
    },
    "#aabbcc https://go.example",
    "#AABBCC https://go.example/",
  ],
  rejectedDuplicates: [
    async (api) => {
      const slug = () => addCampaign(api, { slug: "launch" });
      await statuses(addDomain(api), slug(), addChannel(api), addPixel(api));
      const names = ["SPRING", "x"].map((name) => addChannel(api, { name }));
      return statuses(addDomain(api), slug(), ...names, addPixel(api, { name: "Other" }));
    },
    "400 400 200 200 200",
    "400 400 400 400 200",
    "400 400 400 400 400",
    "200 200 200 200 200",
  ],
  pixelTypes: [
    async (api) => {
      const accepted = [
        await statuses(addPixel(api, { type: "forum" })),
        await statuses(addPixel(api, { type: "bing" })),
      ];
      return [...accepted, (await listOf(api, "pixels")).map(({ type }: { type: string }) => type)];
    },
    "200 400 forum",
    "400 200 bing",
    "200 200 bing reddit",
  ],
  undocumentedInput: [
    (api) =>
      statuses(
        addPixel(api, { color: "red" }),
        api.call("GET /api/pixels", undefined, { "Content-Type": "text/plain" }),
        api.call("GET /api/pixels?q=ads"),
        api.call("PUT /api/account/update", { email: "a@b.example" }),
      ),
    "400 415 400 400",
    "200 200 200 200",
  ],
  qrData: [
    (api) =>
      statuses(
        addQr(api, { type: "email", data: "a@b.example" }),
        addQr(api, { type: "email", data: { email: "a@b.example" } }),
        addQr(api, { type: "crypto", data: { wallet: "w" } }),
      ),
    "200 200 400",
    "200 400 400",
    "400 200 200",
  ],
  qrNames: [
    async (api) => {
      await addQr(api);
      const status = await statuses(addQr(api, { name: "Menu" }));
      return [status, `<${(await listOf(api, "qr"))[0].name}>`];
    },
    "400 <QR 101>",
    "200 <QR 102>",
    "200 <Menu>",
    "200 <>",
  ],
  deleteOfUnknownId: [(api) => statuses(api.call("DELETE /api/pixel/9/delete")), "404", "200"],
  repeatedAssignment: [
    async (api) => {
      await addChannel(api);
      const assign = async () => statuses(api.call("POST /api/channel/101/assign/bio/12"));
      return [await assign(), await assign(), api.emulator.account().channels.get(101)?.items.length];
    },
    "200 200 1",
    "200 400 1",
    "200 200 2",
  ],
  knownUrl: [
    async ({ call }) => {
      const { id, shorturl } = (await call("POST /api/url/add", LINK)).body;
      const second = (await call("POST /api/url/add", { ...LINK, custom: "spring" })).body;
      return [id, shorturl, second.id, second.shorturl];
    },
    "101 https://link.example/101 102 https://link.example/spring",
    "101 https://link.example/101 101 https://link.example/101",
  ],
  ownAlias: [
    ({ call }) =>
      statuses(
        call("PUT /api/url/4711/update", { ...LINK, custom: "4711" }),
        call("PUT /api/url/4711/update", LINK),
      ),
    "200 200",
    "400 200",
  ],
  linkDomain: [
    async (api) => {
      await addDomain(api);
      await api.call("POST /api/url/add", { ...LINK, domain: "go.example" });
      return (await listOf(api, "urls")).slice(0, 2).map(({ domain }: { domain: string }) => `<${domain}>`);
    },
    "<https://go.example> <>",
    "<101> <>",
  ],
  singleLink: [
    async ({ call }) => {
      const { alias, shorturl } = (await call("GET /api/url/4711")).body.data;
      return [alias, shorturl];
    },
    "4711 https://link.example/4711",
    "- https://link.example/4711",
  ],
};

/** The values of nested arrays, with "-" for null and undefined. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(" ") : String(value ?? "-");

const VALUES = (Object.keys(CASES) as Knob[]).flatMap((knob) =>
  DIALECT_KNOBS[knob].map((value, index) => [knob, value, index] as const),
);

test.each(VALUES)("%s: %s", async (knob, value, index) => {
  const [probe, ...expected] = CASES[knob]!;
  const rateLimit = knob === "limitedResponse" ? 1 : 10_000;
  const isOfLinks = ["knownUrl", "ownAlias", "linkDomain", "singleLink"].includes(knob);
  const links = isOfLinks ? { linkEndpoints: "present" } : {};
  const api = await start({ rateLimit, dialect: { ...links, [knob]: value } as Partial<Dialect> });
  expect(textOf(await probe(api))).toBe(expected[index]);
});

test("every value of a knob with which all kinds work is in a named dialect", () => {
  const named = new Set(
    namedDialects.flatMap(([, dialect]) => Object.entries(dialect).map((entry) => entry.join())),
  );
  const values = Object.entries(KNOBS_FOR_ALL_KINDS).flatMap(([knob, all]) =>
    all.map((value) => `${knob},${value}`),
  );
  expect(values.filter((value) => !named.has(value))).toEqual([]);
});

test.each([{ pageFields: "five" }, { pages: 1 }, "other"])("the dialect %j is rejected", async (dialect) => {
  await expect(startEmulator({ dialect } as object)).rejects.toThrow(TypeError);
});
