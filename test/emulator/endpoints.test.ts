import { describe, expect, test } from "vitest";
import { start } from "./support/api-client";

const NOTHING_THERE = { error: 1, message: expect.any(String) };

describe("account", () => {
  test("is read with all fields of the document", async () => {
    const api = await start();
    expect(await api.get("/api/account")).toMatchObject({
      status: 200,
      body: {
        error: 0,
        data: {
          id: 1,
          email: "acme@example.com",
          username: "acme",
          avatar: expect.stringContaining("https://"),
          status: "Pro",
          expires: "2035-12-31 23:59:59",
          registered: "2024-01-15 09:30:00",
        },
      },
    });
  });

  test("takes a new e-mail address and password", async () => {
    const api = await start();
    const { body } = await api.put("/api/account/update", { email: "new@example.com", password: "s3cret" });
    expect(body).toEqual({ error: 0, message: "Account has been successfully updated." });
    expect((await api.get("/api/account")).body.data.email).toBe("new@example.com");
    expect(api.account.passwordMatches("s3cret")).toBe(true);
    expect(api.account.passwordMatches("other")).toBe(false);
  });

  test("has no matching password before one is set", async () => {
    const api = await start();
    expect(api.account.passwordMatches("")).toBe(false);
  });

  test.each([{}, { email: "no address" }, { email: 5 }, { password: "" }])("refuses %j", async (body) => {
    const api = await start();
    expect(await api.put("/api/account/update", body)).toMatchObject({ status: 400, body: NOTHING_THERE });
  });
});

describe("overlays and splash pages", () => {
  test("are listed from the seed", async () => {
    const api = await start({ dialect: { order: "oldestFirst" } });
    expect((await api.get("/api/overlay")).body.data).toMatchObject({
      result: 2,
      cta: [{ id: 21, type: "message", name: "Welcome", date: "2024-01-16 08:00:00" }, { id: 22 }],
    });
    expect((await api.get("/api/splash")).body.data).toMatchObject({
      splash: [{ id: 31, name: "Leaving", date: "2024-01-16 08:00:00" }, { id: 32 }],
    });
  });

  test.each([
    ["POST", "/api/overlay/add"],
    ["PUT", "/api/splash/31/update"],
    ["DELETE", "/api/overlay/21/delete"],
  ])("cannot be written: %s %s does not exist", async (method, path) => {
    const api = await start();
    expect(await api.send(method, path)).toMatchObject({ status: 404, body: NOTHING_THERE });
  });
});

describe("pixels", () => {
  const pixel = { type: "fbpixel", name: "Shop", tag: "123" };

  test("are created, listed, updated and deleted", async () => {
    const api = await start();
    expect((await api.post("/api/pixel/add", pixel)).body).toEqual({ error: 0, id: 101 });
    expect((await api.get("/api/pixels")).body).toEqual({
      error: "0",
      data: {
        result: 1,
        perpage: 15,
        currentpage: 1,
        nextpage: null,
        maxpage: 1,
        pixels: [{ id: 101, ...pixel, date: "2026-03-01 12:00:00" }],
      },
    });
    expect((await api.put("/api/pixel/101/update", { tag: "456", type: "forum" })).body).toEqual({
      error: 0,
      message: "Pixel has been updated successfully.",
    });
    expect(api.account.pixels.get(101)).toMatchObject({ ...pixel, tag: "456" });
    expect((await api.delete("/api/pixel/101/delete")).body).toEqual({
      error: 0,
      message: "Pixel has been deleted successfully.",
    });
    expect(api.account.pixels.list()).toEqual([]);
  });

  test.each([
    {},
    { ...pixel, type: "nopixel" },
    { ...pixel, type: "constructor" },
    { ...pixel, name: " " },
    { ...pixel, tag: undefined },
    { ...pixel, tag: 123 },
    { ...pixel, name: ["a"] },
  ])("are not created from %j", async (body) => {
    const api = await start();
    expect(await api.post("/api/pixel/add", body)).toMatchObject({ status: 400, body: NOTHING_THERE });
    expect(api.account.pixels.size).toBe(0);
  });

  test("need a tag for an update, and no empty name", async () => {
    const api = await start();
    api.account.pixels.create(pixel);
    expect((await api.put("/api/pixel/101/update", { name: "New" })).status).toBe(400);
    expect((await api.put("/api/pixel/101/update", { name: "", tag: "1" })).status).toBe(400);
  });
});

describe("domains", () => {
  test("are created, listed, updated and deleted", async () => {
    const api = await start();
    const domain = { domain: "https://go.example.com", redirectroot: "https://example.com" };
    expect((await api.post("/api/domain/add", domain)).body).toEqual({ error: 0, id: 101 });
    const update = { domain: "https://other.example.com", redirect404: "https://example.com/404" };
    expect((await api.put("/api/domain/101/update", update)).body).toEqual({
      error: 0,
      message: "Domain has been updated successfully.",
    });
    expect((await api.get("/api/domains")).body.data.domains).toEqual([
      { id: 101, ...domain, redirect404: "https://example.com/404" },
    ]);
    expect((await api.delete("/api/domain/101/delete")).body.message).toBe(
      "Domain has been deleted successfully.",
    );
    expect(api.account.domains.size).toBe(0);
  });

  test.each([
    "go.example.com",
    "ftp://go.example.com",
    "https:go.example.com",
    "https://go.example.com/path",
    "https://go.example.com?q",
    "https://user:pw@go.example.com",
    "https://",
    "https:// go.example.com",
  ])("are not created from %s", async (domain) => {
    const api = await start();
    expect((await api.post("/api/domain/add", { domain })).status).toBe(400);
  });

  test("take only web addresses as redirects", async () => {
    const api = await start();
    const body = { domain: "https://go.example.com", redirectroot: "javascript:alert(1)" };
    expect((await api.post("/api/domain/add", body)).status).toBe(400);
  });
});

describe("channels", () => {
  const channel = { name: "Spring", description: "Sale", color: "#22AA66", starred: true };

  test("are created, listed, updated and deleted", async () => {
    const api = await start();
    expect((await api.post("/api/channel/add", channel)).body).toEqual({ error: 0, id: 101, ...channel });
    expect((await api.post("/api/channel/add", { name: "Bare" })).body).toEqual({
      error: 0,
      id: 102,
      name: "Bare",
      description: "",
      color: "",
      starred: false,
    });
    expect((await api.put("/api/channel/101/update", { starred: "0" })).body).toEqual({
      error: 0,
      message: "Channel has been updated successfully.",
    });
    expect((await api.get("/api/channels")).body.data.channels).toEqual([
      expect.objectContaining({ id: 102 }),
      { id: 101, ...channel, starred: false },
    ]);
    expect((await api.delete("/api/channel/101/delete")).body.message).toBe(
      "Channel has been deleted successfully.",
    );
    expect(api.account.channels.list()).toMatchObject([{ id: 102 }]);
  });

  test.each([
    { name: undefined },
    { color: "22AA66" },
    { color: "#22AA6" },
    { starred: "yes" },
    { description: 5 },
  ])("are not created with %j", async (wrong) => {
    const api = await start();
    expect((await api.post("/api/channel/add", { ...channel, ...wrong })).status).toBe(400);
  });

  test("hold links, bio pages and QR codes", async () => {
    const api = await start();
    const { id } = api.account.channels.create({ name: "Spring" });
    const code = api.account.qrs.create({ type: "text", data: "hi", name: "Menu" });
    for (const item of ["links/4711", "bio/12", `qr/${code.id}`]) {
      expect((await api.post(`/api/channel/${id}/assign/${item}`)).body).toEqual({
        error: 0,
        message: "Item successfully added to the channel.",
      });
    }
    const { body } = await api.get(`/api/channel/${id}`);
    expect(body).toMatchObject({ error: "0", data: { result: 3 } });
    expect(body.data.items).toEqual([
      {
        type: "qr",
        id: code.id,
        title: "Menu",
        preview: `${code.link}/preview`,
        link: code.link,
        date: "2026-03-01",
      },
      expect.objectContaining({ type: "bio", id: 12, title: "Acme" }),
      expect.objectContaining({ type: "links", id: 4711, title: "Shop" }),
    ]);
  });

  test.each(["102/assign/links/4711", "101/assign/links/9", "101/assign/qr/4711", "101/assign/bio/4711"])(
    "cannot assign %s, which does not exist",
    async (assignment) => {
      const api = await start();
      api.account.channels.create({ name: "Spring" });
      expect((await api.post(`/api/channel/${assignment}`)).status).toBe(404);
      expect(api.account.channels.get(101)?.items).toEqual([]);
    },
  );

  test("have no other kind of item", async () => {
    const api = await start();
    api.account.channels.create({ name: "Spring" });
    expect((await api.post("/api/channel/101/assign/pixel/1")).status).toBe(400);
    expect((await api.post("/api/channel/101/assign/toString/1")).status).toBe(400);
  });

  test("lose their items when they are deleted; the items themselves stay", async () => {
    const api = await start();
    api.account.channels.create({ name: "Spring" });
    api.account.assignItem(101, "links", 4711);
    await api.delete("/api/channel/101/delete");
    expect((await api.get("/api/channel/101")).status).toBe(404);
    expect(api.account.links.get(4711)).toBeDefined();
  });

  test("lose an item that is deleted", async () => {
    const api = await start();
    const { account } = api;
    account.channels.create({ name: "Spring" });
    const code = account.qrs.create({ type: "text", data: "hi" });
    account.assignItem(101, "qr", code.id);
    account.assignItem(101, "bio", 12);
    account.assignItem(101, "links", 4711);
    await api.delete(`/api/qr/${code.id}/delete`);
    account.bios.delete(12);
    expect(account.channels.get(101)?.items).toMatchObject([{ type: "links", id: 4711 }]);
  });
});

describe("QR codes", () => {
  const code = { type: "link", data: "https://example.com", foreground: "rgb(16,42,67)" };

  test("are created, listed, updated and deleted", async () => {
    const api = await start();
    const { body } = await api.post("/api/qr/add", code);
    expect(body).toEqual({
      error: 0,
      id: 101,
      link: expect.stringMatching(/^https:\/\/link\.example\/qr\//),
    });
    expect(
      (await api.put("/api/qr/101/update", { data: "https://new.example", logo: "l.png" })).body,
    ).toEqual({
      error: 0,
      message: "QR has been updated successfully.",
    });
    expect(api.account.qrs.get(101)).toMatchObject({ ...code, data: "https://new.example", logo: "l.png" });
    expect((await api.get("/api/qr")).body.data.qrs).toEqual([
      { id: 101, link: body.link, scans: 0, name: "QR 101", date: "2026-03-01 12:00:00" },
    ]);
    expect((await api.delete("/api/qr/101/delete")).body.message).toBe(
      "QR Code has been deleted successfully.",
    );
  });

  test("show details and statistics", async () => {
    const api = await start();
    const { id, link } = api.account.qrs.create({ type: "text", data: "hi" });
    api.account.scan(id, { country: "Austria", referrer: "direct", browser: "Firefox", os: "Linux" });
    api.account.scan(id, { country: "Austria", unique: false });
    api.account.scan(id, { country: "__proto__" });
    expect((await api.get(`/api/qr/${id}`)).body).toEqual({
      error: "0",
      details: { id, link, scans: 3, name: "QR 101", date: "2026-03-01 12:00:00" },
      data: {
        clicks: 3,
        uniqueClicks: 2,
        topCountries: JSON.parse('{"Austria":"2","__proto__":"1"}'),
        topReferrers: { direct: "1" },
        topBrowsers: { Firefox: "1" },
        topOs: { Linux: "1" },
        socialCount: { socialnetwork: 0, microblog: 0, professionalnetwork: 0 },
      },
    });
  });

  test.each([["a", "b"], { ssid: "guest" }, "text"])("take %j as data", async (data) => {
    const api = await start();
    await api.post("/api/qr/add", { type: "vcard", data });
    expect(api.account.qrs.get(101)?.data).toEqual(data);
  });

  test.each([
    { type: "video" },
    { data: undefined },
    { data: "" },
    { data: [] },
    { data: {} },
    { data: 5 },
    { background: "#ffffff" },
    { foreground: "rgb(1,2,256)" },
  ])("are not created with %j", async (wrong) => {
    const api = await start();
    expect((await api.post("/api/qr/add", { ...code, ...wrong })).status).toBe(400);
  });
});

describe("campaigns", () => {
  const addresses = {
    rotator: "https://link.example/r/launch",
    list: "https://link.example/u/acme/launch-101",
  };

  test("are created, listed, updated and deleted", async () => {
    const api = await start();
    const answer = { id: 101, public: true, ...addresses };
    expect(
      (await api.post("/api/campaign/add", { name: "Launch", slug: "launch", public: true })).body,
    ).toEqual({
      error: 0,
      domain: "Launch",
      ...answer,
    });
    expect((await api.get("/api/campaigns")).body.data.campaigns).toEqual([{ name: "Launch", ...answer }]);
    expect((await api.put("/api/campaign/101/update", { name: "Relaunch", public: false })).body).toEqual({
      error: 0,
      domain: "Relaunch",
      ...answer,
      public: false,
      rotator: false,
    });
    expect((await api.put("/api/campaign/101/update", { public: true })).status).toBe(400);
    expect((await api.delete("/api/campaign/101/delete")).body.message).toBe(
      "Campaign has been deleted successfully.",
    );
    expect(api.account.campaigns.size).toBe(0);
  });

  test("need nothing to be created", async () => {
    const api = await start();
    expect((await api.post("/api/campaign/add")).body).toMatchObject({
      error: 0,
      public: false,
      rotator: false,
    });
  });

  test.each(["with blank", "a/b", "../etc", "a?b", "a%2Fb"])("do not take %j as slug", async (slug) => {
    const api = await start();
    expect((await api.post("/api/campaign/add", { slug })).status).toBe(400);
    expect(api.account.campaigns.size).toBe(0);
  });

  test("take links, which no answer shows", async () => {
    const api = await start();
    api.account.campaigns.create({ name: "Launch" });
    expect((await api.post("/api/campaign/101/assign/4711")).body).toEqual({
      error: 0,
      message: "Link successfully added to the campaign.",
    });
    expect((await api.post("/api/campaign/101/assign/12")).status).toBe(404);
    expect((await api.post("/api/campaign/7/assign/4711")).status).toBe(404);
    expect(api.account.campaigns.get(101)?.links).toEqual([4711]);
    api.account.links.delete(4711);
    expect(api.account.campaigns.get(101)?.links).toEqual([]);
  });
});

describe("links and bio pages", () => {
  test.each(["/api/link/add", "/api/url/add", "/api/bio/add"])("have no endpoint %s", async (path) => {
    const api = await start();
    expect((await api.post(path, { url: "https://example.com" })).status).toBe(404);
  });
});
