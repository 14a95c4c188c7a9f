// What the preset `observed` does otherwise than the API document.
import { expect, test } from "vitest";
import { start } from "./support/api";

test("deployments answer with other statuses, keys and types", async () => {
  const { call, emulator } = await start({ dialect: "observed" });
  const pixel = { type: "bing", name: " ads ", tag: "1", unknown: true };
  expect((await call("POST /api/pixel/add", pixel)).body).toEqual({ error: 0, id: "101" });
  expect(emulator.account().pixels.get(101)?.name).toBe("Ads");
  const refused = await call("POST /api/pixel/add", { ...pixel, type: "searchengine" });
  expect([refused.status, refused.body.error]).toEqual([200, 1]);
  expect((await call("GET /api/account", undefined, { Authorization: "" })).status).toBe(403);
  expect((await call("GET /api/account")).body.data.expires).toBeNull();
  expect((await call("GET /api/pixels?limit=1000")).body).toMatchObject({
    error: 0,
    data: { nextpage: null },
  });
  const spring = { name: "Spring", slug: "Spring Sale" };
  expect((await call("POST /api/campaign/add", spring)).body).toMatchObject({ id: 101, campaign: "Spring" });
  expect((await call("POST /api/campaign/add", { name: "SPRING" })).body.message).toMatch(/already have/);
  expect(emulator.account().campaigns.get(101)?.slug).toBe("spring-sale");
  expect((await call("POST /api/channel/add", { name: "x" })).body.error).toBe(1);
  const code = { type: "email", data: { email: "a@b.example" }, name: "menu" };
  expect((await call("POST /api/qr/add", code)).body).toMatchObject({ error: 0, id: "101" });
  expect((await call("GET /api/qr/101")).body).toMatchObject({
    details: { name: "Menu" },
    data: { topOs: 0 },
  });
});

test("above the limit", async () => {
  const { call } = await start({ dialect: "observed", rateLimit: 1 });
  await call("GET /api/account");
  const { status, headers, body } = await call("GET /api/account");
  expect([status, headers.get("Retry-After"), body.error, body["Retry-After"]]).toEqual([429, "60", 429, 60]);
});
