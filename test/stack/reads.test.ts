// Functions that read the account in a program: lists, items, statistics.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import * as library from "../../src/index";
import { Channel } from "../../src/index";
import { listedKinds } from "../support/kinds";
import { startWorld } from "../support/world";

describe("a read", () => {
  test.each(["documented", "strings", "observed"] as const)(
    "returns every list as the service shows it, with ids as text and numbers as numbers (%s)",
    async (responses) => {
      const world = await startWorld({ dialect: { responses } });
      for (const kind of listedKinds) kind.add(world.account, kind.args());
      world.account.channels.update(101, { items: [{ type: "links", id: 4711 }] });
      const { outputs } = await world.stack().up(() => ({
        account: library.getAccountOutput(),
        pixels: library.getPixelsOutput(),
        domains: library.getDomainsOutput(),
        channels: library.getChannelsOutput(),
        campaigns: library.getCampaignsOutput(),
        qrCodes: library.getQrCodesOutput(),
        items: library.getChannelItemsOutput(101),
        overlays: library.getOverlaysOutput(),
        splashPages: library.getSplashPagesOutput(),
        statistics: library.getQrStatisticsOutput(101),
      }));
      expect(outputs).toMatchObject({
        account: { id: "1", username: "acme", email: "acme@example.com" },
        pixels: [{ id: "101", type: "gapixel", name: "Shop ads" }],
        domains: [{ id: "101", domain: "https://go.example.com" }],
        channels: [{ id: "101", name: "Spring", color: "#22AA66", starred: true }],
        campaigns: [{ id: "101", name: "Launch", slug: "launch", public: true, rotator: expect.any(String) }],
        qrCodes: [{ id: "101", link: expect.any(String), scans: 0 }],
        items: [{ type: "links", id: "4711", title: "Shop" }],
        overlays: expect.arrayContaining([expect.objectContaining({ id: "21", name: "Welcome" })]),
        splashPages: expect.arrayContaining([expect.objectContaining({ id: "31", name: "Leaving" })]),
        statistics: { scans: 0, clicks: 0, topCountries: {}, topBrowsers: {} },
      });
    },
  );

  test("is sent once for a program, and returns a copy", async () => {
    const world = await startWorld();
    world.account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
    const names: string[] = [];
    await world.stack().preview(async () => {
      const [first] = await library.getPixels();
      first!.name = "changed by the program";
      names.push((await library.getPixels())[0]!.name);
      await Promise.all([library.getPixels(), library.getAccount(), library.getAccount()]);
    });
    expect(names).toEqual(["Ads"]);
    expect(world.requests.filter((request) => request === "GET /api/pixels")).toHaveLength(1);
  });

  test("of a new object is unknown in the preview, and finds the object in the update", async () => {
    const world = await startWorld();
    const stack = world.stack();
    const program = async () => {
      // The list is read before the channel exists.
      await library.getChannels();
      const channel = new Channel("spring", { name: "Spring" });
      return { items: library.getChannelItemsOutput(channel) };
    };
    await stack.preview(program);
    expect(world.requests.join()).not.toContain("/api/channel/");
    expect((await stack.up(program)).outputs).toEqual({ items: [] });
  });

  test("is secret with a secret argument, and not otherwise", async () => {
    const world = await startWorld();
    world.account.channels.create({ name: "Spring" });
    const secrets: boolean[] = [];
    await world.stack().preview(async () => {
      secrets.push(await pulumi.isSecret(library.getChannelItemsOutput(pulumi.secret(101))));
      secrets.push(await pulumi.isSecret(library.getChannelsOutput()));
    });
    expect(secrets).toEqual([true, false]);
  });

  test.each([
    ["an unknown channel", () => library.getChannelItems(999), "no channel 999"],
    ["an unknown code", () => library.getQrStatistics(999), "/api/qr/999"],
    ["no id", () => library.getQrStatistics(undefined as never), "getQrStatistics: qrCode"],
    ["a path", () => library.getChannelItems("1/../2"), '"1/../2" is not the id'],
  ])("of %s is an error", async (_, call, message) => {
    const world = await startWorld();
    await expect(world.stack().preview(async () => void (await call()))).rejects.toThrow(message);
    expect(world.requests.join()).not.toContain("..");
  });
});
