import { describe, expect, test } from "vitest";
import { start } from "../support/api-client";

describe("QR codes", () => {
  const code = { type: "link", data: "https://example.com", foreground: "rgb(16,42,67)" };

  test("creates, lists, updates and deletes a QR code", async () => {
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

  test("returns details and statistics", async () => {
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

  test.each([["a", "b"], { ssid: "guest" }, "text"])("accepts %j as data", async (data) => {
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
  ])("rejects a create with %j", async (wrong) => {
    const api = await start();
    expect((await api.post("/api/qr/add", { ...code, ...wrong })).status).toBe(400);
  });
});
