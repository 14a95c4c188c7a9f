// The typed reads, in the session of the program.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ApiResponse } from "../../src/api/http/client";
import { DEMO_KEY, type Emulator, startEmulator } from "../../src/emulator/index";
import { Program } from "../../src/pulumi/program";
import {
  getAccount,
  getChannelItems,
  getOverlays,
  getQrStatistics,
  getSplashPages,
} from "../../src/resources/reads";
import { NOT_IDS } from "../support/ids";

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({
    dialect: { idsAs: "string", countersAs: "string", emptyMapsAs: "array" },
  });
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", emulator.url);
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", DEMO_KEY);
});

afterAll(async () => {
  await Program.current().session().close();
  vi.unstubAllEnvs();
  await emulator.close();
});

test("reads the account once", async () => {
  expect(await getAccount()).toMatchObject({ id: "1", username: "acme", email: "acme@example.com" });
  await getAccount();
  expect(emulator.log.filter(({ path }) => path === "/api/account")).toHaveLength(1);
});

test("returns overlays and splash pages with ids as text", async () => {
  expect((await getOverlays()).map(({ id, name }) => [id, name]).sort()).toEqual([
    ["21", "Welcome"],
    ["22", "Write to us"],
  ]);
  expect((await getSplashPages()).map(({ id, name }) => [id, name]).sort()).toEqual([
    ["31", "Leaving"],
    ["32", "Cookies"],
  ]);
});

test("lists the items of a channel, and rejects an unknown channel", async () => {
  const account = emulator.store.account("acme");
  const { id } = account.channels.create({ name: "Spring" });
  account.assignItem(id, "links", 4711);
  expect(await getChannelItems(id)).toMatchObject([{ type: "links", id: "4711", title: "Shop" }]);
  await expect(getChannelItems(99)).rejects.toThrow(/no channel 99/);
  for (const id of [...NOT_IDS, "1/../2"]) {
    await expect(getChannelItems(id)).rejects.toThrow(/is not the id of an object/);
    await expect(getQrStatistics(id)).rejects.toThrow(/is not the id of an object/);
  }
});

test("returns numbers in statistics, even if the service writes text", async () => {
  const account = emulator.store.account("acme");
  const { id } = account.qrs.create({ type: "text", data: "x" });
  account.scan(id, { country: "Austria", browser: "constructor" });
  account.scan(id, { country: "Austria", unique: false });
  const statistics = await getQrStatistics(id);
  expect(statistics).toMatchObject({ name: `QR ${id}`, scans: 2, clicks: 2, uniqueClicks: 1 });
  expect(statistics.topCountries).toEqual({ Austria: 2 });
  expect(statistics.topBrowsers.constructor).toBe(1);
  expect(statistics.topReferrers).toEqual({});
  await expect(getQrStatistics(99)).rejects.toThrow(/GET \/api\/qr\/99/);
});

describe("a QR code without statistics in the response", () => {
  const details = { id: 5, link: "https://qr.example/5", name: "QR 5", scans: 1 };
  const clicks = { clicks: 1, uniqueClicks: 1 };

  test.each([
    ["no data", { error: "0", details }],
    ["an empty list", { error: "0", details, data: [] }],
    ["an empty object", { error: "0", details, data: {} }],
    ["no number of clicks", { error: "0", details, data: { clicks: null } }],
    ["no details", { error: "0", data: clicks }],
    ["the statistics of another endpoint", { error: 0, data: { qrs: [] } }],
  ])("is an error: %s", async (_, body) => {
    const send = vi.spyOn(Program.current().session(), "read");
    send.mockResolvedValueOnce({ data: body } as unknown as ApiResponse);
    await expect(getQrStatistics(5)).rejects.toThrow(
      "GET /api/qr/5: the response has no statistics of the QR code",
    );
    send.mockRestore();
  });
});
