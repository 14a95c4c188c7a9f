import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { expect, test } from "vitest";
import { HttpTransport, type Transport } from "../../src/api/transport";
import { DEMO_KEY } from "../../src/emulator/index";
import { startWorld, type World, type WorldOptions } from "../support/world";
import { keptBy, type Plugin, secret, startPlugin, UNKNOWN, urnOf } from "./support";

const ADS = urnOf("Pixel", "ads");
const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" };
const MENU = urnOf("QrCode", "menu");
const SPRING = urnOf("Channel", "spring");
const { Kind } = messages.PropertyDiff;

async function start(options: WorldOptions = {}): Promise<{ world: World; plugin: Plugin }> {
  const world = await startWorld(options);
  return { world, plugin: await configured(world) };
}

async function configured(world: World): Promise<Plugin> {
  const plugin = await startPlugin(world);
  await plugin.configure({});
  return plugin;
}

test("a check reports every mistake with its property, but no secret one, and sends nothing", async () => {
  const { world, plugin } = await start();
  const { failures } = await plugin.check(ADS, { type: "fbpixl", name: "", tag: secret("") });
  expect(failures.map(({ property }) => property)).toEqual(["type", "name", ""]);
  const option = await plugin.check(ADS, { ...PIXEL, onExisting: "adopt" });
  expect(option.failures).toMatchObject([{ property: "onExisting" }]);
  expect((await plugin.check(ADS, { ...PIXEL, name: UNKNOWN })).failures).toEqual([]);
  const twice = await plugin.check(urnOf("Pixel", "twin"), PIXEL);
  expect(twice.failures).toMatchObject([{ reason: expect.stringContaining("same object as Pixel ads") }]);
  await plugin.check(urnOf("Pixel", "odd"), { ...PIXEL, type: "no-network-at-all" });
  expect(plugin.logged).toMatchObject([{ urn: urnOf("Pixel", "odd") }]);
  const spelled = await plugin.check(
    SPRING,
    { name: "S", color: "#22AA66" },
    { name: "S", color: "#22aa66" },
  );
  expect(spelled.inputs.color).toBe("#22aa66");
  expect(world.requests).toEqual(["GET /api/account"]);
});

test("a diff names each change, replaces by the record, and warns only in a program", async () => {
  const { world, plugin } = await start();
  const { inputs, state } = await plugin.add(MENU, { type: "text", data: "menu", logo: "/logo.png" });
  const news = { type: "link", data: "https://example.com/", background: "rgb(1,2,3)" };
  const refreshed = await configured(world);
  expect(await refreshed.diff(MENU, "101", state, news)).toEqual({
    replaces: ["type"],
    kinds: {
      type: [Kind.UPDATE_REPLACE, true],
      data: [Kind.UPDATE, true],
      background: [Kind.ADD, true],
      logo: [Kind.DELETE, true],
    },
  });
  expect(refreshed.logged).toEqual([]);
  await refreshed.check(MENU, news, inputs);
  await refreshed.diff(MENU, "101", state, news);
  expect(refreshed.logged).toMatchObject([{ message: expect.stringMatching(/printed copy/), urn: MENU }]);
  const taken = urnOf("QrCode", "taken");
  await refreshed.check(taken, { ...news, name: "B" }, inputs);
  await expect(refreshed.diff(taken, "101", state, news)).rejects.toThrow("QrCode menu has the same object");
});

test("an existing object stops a create, also in a preview, and only `duplicate` creates another one", async () => {
  const { world, plugin } = await start();
  world.account.pixels.create(PIXEL);
  await plugin.check(ADS, PIXEL);
  for (const isPreview of [true, false])
    await expect(plugin.create(ADS, PIXEL, isPreview)).rejects.toThrow(
      /id 101.*pulumi import link-management:index:Pixel ads 101.*onExisting: duplicate/,
    );
  const unknown = await plugin.create(MENU, { type: "text", data: UNKNOWN }, true);
  expect(unknown).toEqual({ id: "", state: { type: "text", data: UNKNOWN, link: UNKNOWN } });
  expect(world.changes).toEqual([]);
  expect((await plugin.add(ADS, { ...PIXEL, onExisting: "duplicate" })).id).toBe("102");
});

test("a replacement may create what its own object is, but not what another one is", async () => {
  const { world, plugin } = await start();
  const { inputs, state } = await plugin.add(ADS, PIXEL);
  const next = await configured(world);
  await next.check(ADS, PIXEL, inputs);
  // Somebody asks for it with replaceOnChanges.
  await next.diff(ADS, "101", state, { ...PIXEL, name: "New" });
  expect((await next.create(ADS, { ...PIXEL, name: "New" })).id).toBe("102");
  await next.delete(ADS, "101", state);
  expect(world.account.pixels.list()).toMatchObject([{ id: 102, name: "New" }]);
});

test("an import has every readable field, and a read of a record its drift", async () => {
  const { world, plugin } = await start({ dialect: "observed" });
  world.account.channels.create({ name: "Spring", color: "#22aa66", description: "", starred: false });
  const imported = await plugin.read(SPRING, "101");
  expect(imported.inputs).toMatchObject({ name: "Spring", color: "#22aa66" });
  expect(imported.inputs).not.toHaveProperty("description");
  await plugin.check(SPRING, imported.inputs, imported.inputs);
  expect(await plugin.diff(SPRING, "101", imported.state, imported.inputs)).toEqual({
    replaces: [],
    kinds: {},
  });
  world.account.channels.update(101, { name: "By hand" });
  const inputs = { ...imported.inputs, onExisting: "fail" };
  const drifted = await (await configured(world)).read(SPRING, "101", imported.state, inputs);
  expect(drifted.inputs).toEqual({ ...inputs, name: "By hand" });
  expect((await plugin.read(SPRING, "999")).id).toBe("");
});

test("an update sends what changed, and its preview knows what stays", async () => {
  const { world, plugin } = await start();
  const { inputs, state } = await plugin.add(MENU, { type: "text", data: "menu" });
  const news = { ...inputs, data: "lunch" };
  const preview = await plugin.update(MENU, "101", state, news, true);
  expect(preview).toMatchObject({ data: "lunch", link: state.link });
  expect(world.changes).toEqual(["POST /api/qr/add"]);
  await plugin.update(MENU, "101", state, news);
  expect(world.account.qrs.get(101)).toMatchObject({ data: "lunch" });
  for (const isPreview of [true, false])
    await expect(plugin.update(MENU, "101", {}, { background: "rgb(1,2,3)" }, isPreview)).rejects.toThrow(
      "needs type and data",
    );
});

test("an update of a link that has targeting needs `overwrite`, with which a create adopts nothing", async () => {
  const { world, plugin } = await start({ dialect: "observed" });
  const urn = urnOf("Link", "spring");
  const link = { url: "https://example.com/", alias: "spring", domain: "https://go.example.com" };
  const { state, id } = await plugin.add(urn, link);
  world.account.links.update(Number(id), { expiry: "2030-01-01" });
  const news = { ...link, url: "https://example.com/new" };
  const next = await configured(world);
  await expect(next.update(urn, id, state, news, true)).rejects.toThrow("onExisting: overwrite");
  const twin = urnOf("Link", "twin");
  await expect(next.create(twin, { ...link, onExisting: "overwrite" })).rejects.toThrow("already exists");
  await next.update(urn, id, state, { ...news, onExisting: "overwrite" });
  expect(world.account.links.get(Number(id))).toMatchObject({ url: "https://example.com/new" });
});

test("what is secret comes back as a secret, also from a create whose result nobody knows", async () => {
  const { world, plugin } = await start();
  const text = "WIFI:T:WPA;S:net;P:hidden-password;;";
  const { state } = await plugin.add(urnOf("QrCode", "open"), { type: "text", data: secret("private") });
  expect(state.data).toEqual(secret("private"));
  world.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "after" });
  const kept = keptBy(await plugin.create(MENU, { type: "wifi", data: text }).catch((error) => error));
  expect(kept).toMatchObject({ id: "undecided", state: { data: secret(text) } });
  // A refresh leaves it alone, and a program stops.
  const next = await configured(world);
  expect(await next.read(MENU, kept.id, kept.state)).toMatchObject({ id: "undecided" });
  expect((await next.diff(MENU, kept.id, kept.state, { type: "wifi", data: text })).kinds).toEqual({});
  await next.check(MENU, { type: "wifi", data: text }, { type: "wifi", data: text });
  await expect(next.diff(MENU, kept.id, kept.state, {})).rejects.toThrow(/pulumi state delete.*import/);
});

test("a resource that moves to a provider of another account changes nothing", async () => {
  const accounts = ["acme", "other"].map((username) => ({ username, keys: [`${username}-key`] }));
  const world = await startWorld({ accounts });
  const [first, other] = await Promise.all(
    accounts.map(({ keys }) => startPlugin(world, { env: { LINK_MANAGEMENT_API_KEY: keys[0] } })),
  );
  await first!.configure({});
  const { inputs, state } = await first!.add(ADS, PIXEL);
  await other!.checkConfig({});
  await other!.check(ADS, inputs, inputs);
  await expect(other!.diff(ADS, "101", state, inputs)).rejects.toThrow("wrong account");
  expect(world.changes).toEqual(["POST /api/pixel/add"]);
});

test("Cancel ends what waits, and what was sent completes", async () => {
  const world = await startWorld({ rateLimit: 3 });
  const real = new HttpTransport(world.service.url, DEMO_KEY);
  const transport: Transport = {
    async send(request) {
      if (request.method === "POST") await plugin.call("cancel", new Empty());
      return real.send(request);
    },
    close: () => real.close(),
  };
  const plugin = await startPlugin(world, { session: { transport } });
  await plugin.configure({});
  const creates = ["1", "2", "3", "4"].map((tag) => plugin.add(urnOf("Pixel", tag), { ...PIXEL, tag }));
  const results = await Promise.allSettled(creates);
  expect(results.map(({ status }) => status)).toContain("rejected");
  expect(world.account.pixels.list()).toHaveLength(
    results.filter(({ status }) => status === "fulfilled").length,
  );
});
