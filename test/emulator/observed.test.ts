// The dialect "observed": what installations of the API were seen to do. Each fact is checked with all others in effect.
import { describe, expect, test } from "vitest";
import {
  DEFAULT_DIALECT,
  DIALECT_PRESETS,
  type EmulatorOptions,
  OBSERVED_DIALECT,
  startEmulator,
} from "../../src/emulator/index";
import { type ApiClient, start } from "./support/api-client";

const startObserved = (options: EmulatorOptions = {}) => start({ dialect: "observed", ...options });

/** The numbers are those of the facts. Facts 15 and 16 are about users and web servers, not about a dialect. */
const FACTS: Readonly<Record<string, (api: ApiClient) => Promise<void>>> = {
  "1: pixel types are the networks' own names": async (api) => {
    const add = async (type: string, tag: string) =>
      (await api.post("/api/pixel/add", { type, name: "Ads", tag })).body.error;
    expect([await add("reddit", "1"), await add("gtmpixel", "2"), await add("forum", "3")]).toEqual([
      0, 0, 1,
    ]);
    const { pixels } = (await api.get("/api/pixels")).body.data;
    expect(pixels.map(({ type }: { type: string }) => type)).toEqual(["gtmpixel", "reddit"]);
  },
  "2: QR data is an object for some types": async (api) => {
    const add = async (type: string, data: unknown) =>
      (await api.post("/api/qr/add", { type, data })).body.error;
    expect(await add("email", { email: "a@example.com", subject: "Hi", body: "Hi" })).toBe(0);
    expect(await add("email", "mailto:a@example.com")).toBe(1);
    expect(await add("phone", "+491234567")).toBe(0);
  },
  "3: a QR code has the given name": async (api) => {
    await api.post("/api/qr/add", { type: "text", data: "hi", name: "Menu" });
    expect((await api.get("/api/qr")).body.data.qrs[0].name).toBe("Menu");
  },
  "4: names come back trimmed, with an upper-case first letter": async (api) => {
    await api.post("/api/channel/add", { name: " spring " });
    expect((await api.get("/api/channels")).body.data.channels[0].name).toBe("Spring");
  },
  "4: slugs are slugified": async (api) => {
    const { body } = await api.post("/api/campaign/add", {
      name: "Launch",
      slug: "Big Launch!",
      public: true,
    });
    expect(body.rotator).toBe("https://link.example/r/big-launch");
  },
  "5: a second channel or campaign of a name is rejected, whatever its case": async (api) => {
    for (const type of ["channel", "campaign"]) {
      await api.post(`/api/${type}/add`, { name: "Spring" });
      const { body } = await api.post(`/api/${type}/add`, { name: "SPRING" });
      expect(body).toEqual({ error: 1, message: `You already have a ${type} with this name.` });
    }
  },
  "5: names need two characters": async (api) =>
    expect((await api.post("/api/channel/add", { name: "S" })).body.error).toBe(1),
  "6: an assignment to another campaign moves a link, which can be in several channels": async (api) => {
    for (const id of [101, 102]) {
      for (const type of ["channel", "campaign"])
        await api.post(`/api/${type}/add`, { name: `Number ${id}` });
      await api.post(`/api/channel/${id}/assign/links/4711`);
      await api.post(`/api/campaign/${id}/assign/4711`);
    }
    expect(api.account.channels.list().map(({ items }) => items.length)).toEqual([1, 1]);
    expect(api.account.campaigns.list().map(({ links }) => links)).toEqual([[], [4711]]);
  },
  "7: a rejected request has the status 200, and a rejected key 403": async (api) => {
    expect(await api.post("/api/pixel/add", {})).toMatchObject({ status: 200, body: { error: 1 } });
    const message = "A valid API key is required to use this service.";
    const { status, body } = await api.withKey("wrong").get("/api/account");
    expect([status, body]).toEqual([403, { error: 1, message }]);
  },
  "8: error is a number in lists": async (api) => expect((await api.get("/api/pixels")).body.error).toBe(0),
  "8: ids are strings for pixels, QR codes and domains, and numbers for channels and campaigns": async (
    api,
  ) => {
    const add = async (type: string, body: object) => (await api.post(`/api/${type}/add`, body)).body.id;
    const ids = [
      await add("pixel", { type: "reddit", name: "Ads", tag: "1" }),
      await add("qr", { type: "text", data: "hi" }),
      await add("domain", { domain: "https://go.example.com" }),
      await add("channel", { name: "Spring" }),
      await add("campaign", { name: "Launch" }),
    ];
    expect(ids).toEqual(["101", "101", "101", 101, 101]);
  },
  "9: a campaign's name is under campaign, and a channel's update answers the channel": async (api) => {
    const { body } = await api.post("/api/campaign/add", { name: "Launch" });
    expect(body).toMatchObject({ campaign: "Launch" });
    expect(body).not.toHaveProperty("domain");
    await api.post("/api/channel/add", { name: "Spring" });
    const updated = (await api.put("/api/channel/101/update", { name: "Summer" })).body;
    expect(updated).toMatchObject({ error: 0, id: 101, name: "Summer" });
  },
  "11: limit is obeyed from 1 to 100, and the default page has 15 objects": async (api) => {
    for (let n = 0; n < 101; n++) api.account.channels.create({ name: `Channel ${n}` });
    const page = async (query: string) => (await api.get(`/api/channels${query}`)).body.data;
    expect(await page("?limit=1")).toMatchObject({ perpage: 1, maxpage: 101, nextpage: 2, result: 101 });
    expect((await page("?limit=100")).channels).toHaveLength(100);
    expect((await page("")).channels).toHaveLength(15);
    expect(await page("?limit=100&page=2")).toMatchObject({ nextpage: null, result: 101 });
  },
  "12: expires is null, statistics are 0, and details.data has the date": async (api) => {
    expect((await api.get("/api/account")).body.data.expires).toBeNull();
    await api.post("/api/qr/add", { type: "text", data: "hi" });
    const { details, data } = (await api.get("/api/qr/101")).body;
    expect(details.data).toBe("2026-03-01 12:00:00");
    expect(data).toMatchObject({ clicks: 0, topCountries: 0 });
  },
  "17: overlays are listed under overlay": async (api) =>
    expect((await api.get("/api/overlay")).body.data.overlay).toHaveLength(2),
  "18: further QR types are accepted": async (api) => {
    const data = { phone: "+491234567", body: "Hi" };
    expect((await api.post("/api/qr/add", { type: "whatsapp", data })).body.error).toBe(0);
  },
  "19: links have endpoints of their own": async (api) => {
    const { id, shorturl } = (await api.post("/api/url/add", { url: "https://example.com/menu" })).body;
    expect((await api.get("/api/urls")).body.data.urls[0]).toMatchObject({ id, shorturl });
    await api.put(`/api/url/${id}/update`, { url: "https://example.com/new" });
    expect((await api.get(`/api/url/${id}`)).body.details.longurl).toBe("https://example.com/new");
    expect((await api.delete(`/api/url/${id}/delete`)).body.error).toBe(0);
  },
};

describe("fact", () => {
  test.each(Object.entries(FACTS))("%s", async (_, check) => check(await startObserved()));

  test("10: a rate-limited response has the status 429, and Retry-After in its body", async () => {
    const api = await startObserved({ rateLimit: 1 });
    await api.get("/api/account");
    const { status, headers, body } = await api.get("/api/account");
    expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
    expect(body).toEqual({ error: 429, message: expect.any(String), "Retry-After": 60 });
  });

  // These depend on the plan, so they are changes of the preset.
  test("13: a plan without a limit has the limit 0", async () => {
    const api = await start({ dialect: { ...OBSERVED_DIALECT, rateLimitFigures: "zero" } });
    expect((await api.get("/api/account")).headers.get("x-ratelimit-limit")).toBe("0");
  });

  test("14: a plan without a feature gets 403 for it", async () => {
    const api = await start({ dialect: { ...OBSERVED_DIALECT, pathOutsidePlan: "/api/qr" } });
    expect((await api.get("/api/qr")).status).toBe(403);
    expect((await api.get("/api/pixels")).status).toBe(200);
  });
});

describe("the option dialect", () => {
  test("takes the name of a preset", async () => {
    expect((await start({ dialect: "document" })).emulator.dialect).toEqual(DEFAULT_DIALECT);
    expect((await start({ dialect: "observed" })).emulator.dialect).toEqual(OBSERVED_DIALECT);
    expect(Object.keys(DIALECT_PRESETS)).toEqual(["document", "observed"]);
  });

  test("takes a preset with changes", async () => {
    const api = await start({ dialect: { ...OBSERVED_DIALECT, registeredField: "absent" } });
    expect((await api.get("/api/account")).body.data).not.toHaveProperty("registered");
    expect((await api.get("/api/pixels")).body.error).toBe(0);
  });

  test.each(["observd", "", "toString"])("rejects the unknown name %j", async (dialect) => {
    await expect(startEmulator({ dialect: dialect as "observed" })).rejects.toThrow(
      `Unknown dialect ${JSON.stringify(dialect)}. Use one of: document, observed.`,
    );
  });
});
