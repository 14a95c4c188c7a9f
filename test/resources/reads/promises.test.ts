// The typed reads as promises, in the session of the program.

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ApiResponse } from "../../../src/api/http/client";
import { DEMO_KEY, type Emulator, startEmulator } from "../../../src/emulator/index";
import { Program } from "../../../src/pulumi/program";
import { Channel } from "../../../src/resources/classes/channel";
import {
  getAccount,
  getCampaigns,
  getChannelItems,
  getChannels,
  getDomains,
  getOverlays,
  getPixels,
  getQrCodes,
  getQrStatistics,
  getSplashPages,
} from "../../../src/resources/reads/index";
import { NOT_IDS } from "../../support/ids";

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

test("lists the objects of every kind with all that the service shows", async () => {
  const account = emulator.store.account("acme");
  account.pixels.create({ type: "forum", name: "Ads", tag: "1" });
  account.domains.create({ domain: "https://go.example.com", redirectroot: "https://example.com" });
  account.channels.create({ name: "Winter", color: "#22AA66", starred: true });
  account.campaigns.create({ name: "Launch", slug: "launch", public: true });
  account.campaigns.create({ name: "Secret" });
  account.qrs.create({ type: "text", data: "x" });
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(await getPixels()).toEqual([{ id: expect.any(String), type: "forum", name: "Ads", tag: "1", date }]);
  expect(await getDomains()).toEqual([
    {
      id: expect.any(String),
      domain: "https://go.example.com",
      redirectRoot: "https://example.com",
      redirect404: "",
    },
  ]);
  expect(await getChannels()).toContainEqual({
    id: expect.any(String),
    name: "Winter",
    description: "",
    color: "#22AA66",
    starred: true,
  });
  const campaigns = await getCampaigns();
  expect(campaigns.find(({ name }) => name === "Launch")).toEqual({
    id: expect.any(String),
    name: "Launch",
    slug: "launch",
    public: true,
    rotator: expect.stringMatching(/\/r\/launch$/),
    list: expect.stringContaining("/u/acme/"),
  });
  expect(campaigns.find(({ name }) => name === "Secret")).toEqual({
    id: expect.any(String),
    name: "Secret",
    public: false,
    list: expect.any(String),
  });
  expect(await getQrCodes()).toEqual([
    { id: expect.any(String), link: expect.any(String), name: expect.any(String), scans: 0, date },
  ]);
});

test("reads each list once, and returns copies", async () => {
  const [first] = await getPixels();
  emulator.clearLog();
  first!.name = "changed by the program";
  expect((await getPixels())[0]!.name).toBe("Ads");
  await Promise.all([getPixels(), getDomains(), getChannels(), getCampaigns(), getQrCodes(), getOverlays()]);
  expect(emulator.log).toEqual([]);
});

test("masks content of a wifi that a service repeats", async () => {
  const account = emulator.store.account("acme");
  const { id } = account.qrs.create({ type: "text", data: "x", name: "WIFI:T:WPA;S:a;P:hunter22;;" });
  expect(await getQrStatistics(id)).toMatchObject({ name: "[secret]" });
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

test("reads the statistics of a QR code once", async () => {
  const { id } = emulator.store.account("acme").qrs.create({ type: "text", data: "y" });
  emulator.clearLog();
  await Promise.all([getQrStatistics(id), getQrStatistics(String(id))]);
  await getQrStatistics(id);
  expect(emulator.log.map(({ path }) => path)).toEqual([`/api/qr/${id}`]);
});

test("rejects a resource, which only the output form takes", async () => {
  const channel = { __pulumiType: Channel.__pulumiType } as unknown as string;
  await expect(getChannelItems(channel)).rejects.toThrow(
    "getChannelItems: channel is not the id of an object. For a resource or an output, use getChannelItemsOutput",
  );
});

describe("a QR code without statistics in the response", () => {
  const details = { id: 5, link: "https://qr.example/5", name: "QR 5", scans: 1 };
  const clicks = { clicks: 1, uniqueClicks: 1 };
  // The statistics of a code are read once.
  let nextId = 1000;

  test.each([
    ["no data", { error: "0", details }],
    ["an empty list", { error: "0", details, data: [] }],
    ["an empty object", { error: "0", details, data: {} }],
    ["no number of clicks", { error: "0", details, data: { clicks: null } }],
    ["no details", { error: "0", data: clicks }],
    ["the statistics of another endpoint", { error: 0, data: { qrs: [] } }],
  ])("is an error: %s", async (_, body) => {
    const id = nextId++;
    const send = vi.spyOn(Program.current().session(), "read");
    send.mockResolvedValueOnce({ data: body } as unknown as ApiResponse);
    await expect(getQrStatistics(id)).rejects.toThrow(
      `GET /api/qr/${id}: the response has no statistics of the QR code`,
    );
    send.mockRestore();
  });
});
