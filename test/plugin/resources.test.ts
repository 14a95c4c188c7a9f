import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { expect, test } from "vitest";
import { HttpTransport, type Transport } from "../../src/api/transport";
import { DEMO_KEY } from "../../src/emulator/index";
import { startWorld, type World, type WorldOptions } from "../support/world";
import { keptBy, Plugin, type Props, secret, UNKNOWN, urnOf } from "./support";

const ADS = urnOf("Pixel", "ads");
const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" };
const MENU = urnOf("QrCode", "menu");
const SPRING = urnOf("Channel", "spring");
const { Kind } = messages.PropertyDiff;
const { DiffChanges } = messages.DiffResponse;

async function start(options: WorldOptions = {}): Promise<{ world: World; plugin: Plugin }> {
  const world = await startWorld(options);
  return { world, plugin: await Plugin.start(world) };
}

const check = (plugin: Plugin, urn: string, news: Props, olds: Props = {}) =>
  plugin.call("check", { urn, olds, news });

/** @returns by property, its kind and whether it is one of the inputs */
async function diff(plugin: Plugin, urn: string, id: string, olds: Props, news: Props) {
  const { changes, replacesList, diffsList, detaileddiffMap } = await plugin.call("diff", {
    urn,
    id,
    olds,
    news,
  });
  const kinds = [...detaileddiffMap.entries()].map(([name, one]) => [
    name,
    [one.getKind(), one.getInputdiff()],
  ]);
  expect(diffsList.sort()).toEqual([...detaileddiffMap.keys()].sort());
  // Else the engine sends no update.
  expect(changes).toBe(kinds.length > 0 ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE);
  return { replaces: replacesList, kinds: Object.fromEntries(kinds) };
}

test("a check reports every mistake with its property, but no secret one, and sends nothing", async () => {
  const { world, plugin } = await start();
  const { failuresList } = await check(plugin, ADS, { type: "fbpixl", name: "", tag: secret("") });
  expect(failuresList.map(({ property }: Props) => property)).toEqual(["type", "name", ""]);
  const option = await check(plugin, ADS, { ...PIXEL, onExisting: "adopt" });
  expect(option.failuresList).toMatchObject([{ property: "onExisting" }]);
  const item = { channel: "1", itemType: "qr", item: "2", onExisting: "duplicate" };
  const { failuresList: needless } = await check(plugin, urnOf("ChannelItem", "menu"), item);
  expect(needless).toMatchObject([{ reason: expect.stringContaining("remove it") }]);
  expect((await check(plugin, ADS, { ...PIXEL, name: UNKNOWN })).failuresList).toEqual([]);
  const twice = await check(plugin, urnOf("Pixel", "twice"), PIXEL);
  expect(twice.failuresList).toMatchObject([{ reason: expect.stringContaining("same object as Pixel ads") }]);
  const odd = urnOf("Campaign", "odd");
  await check(plugin, odd, { name: "Launch", slug: "Launch_1" });
  expect(plugin.logged).toMatchObject([{ urn: odd }]);
  const spelled = await check(
    plugin,
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
  const next = await Plugin.start(world);
  expect(await diff(next, MENU, "101", state, news)).toEqual({
    replaces: ["type"],
    kinds: {
      type: [Kind.UPDATE_REPLACE, true],
      data: [Kind.UPDATE, true],
      background: [Kind.ADD, true],
      logo: [Kind.DELETE, true],
    },
  });
  expect(next.logged).toEqual([]);
  const one = await diff(next, MENU, "101", state, { ...inputs, data: "lunch" });
  expect(one).toEqual({ replaces: [], kinds: { data: [Kind.UPDATE, true] } });
  await check(next, MENU, news, inputs);
  await diff(next, MENU, "101", state, news);
  await next.call("create", { urn: MENU, properties: news, preview: true });
  expect(next.logged).toMatchObject([{ message: expect.stringMatching(/printed copy/), urn: MENU }]);
  const taken = urnOf("QrCode", "taken");
  await check(next, taken, { ...news, name: "B" }, inputs);
  await expect(diff(next, taken, "101", state, news)).rejects.toThrow("QrCode menu has the same object");
});

test("an existing object stops a create, also in a preview, and only `duplicate` creates another one", async () => {
  const { world, plugin } = await start();
  world.account.pixels.create(PIXEL);
  await check(plugin, ADS, PIXEL);
  for (const preview of [true, false])
    await expect(plugin.call("create", { urn: ADS, properties: PIXEL, preview })).rejects.toThrow(
      /id 101.*pulumi import link-management:index:Pixel ads 101.*onExisting: duplicate/,
    );
  const data = UNKNOWN;
  const previewed = await plugin.call("create", {
    urn: MENU,
    properties: { type: "text", data },
    preview: true,
  });
  expect(previewed).toMatchObject({ id: "", properties: { type: "text", data, link: UNKNOWN } });
  expect(world.changes).toEqual([]);
  expect((await plugin.add(ADS, { ...PIXEL, onExisting: "duplicate" })).id).toBe("102");
});

test("a create is compared with a list that is at most a minute old", async () => {
  const { world, plugin } = await start();
  await plugin.add(ADS, PIXEL);
  world.account.pixels.create({ ...PIXEL, tag: "2" });
  await world.clock.sleep(61_000);
  await expect(plugin.add(urnOf("Pixel", "late"), { ...PIXEL, tag: "2" })).rejects.toThrow("already exists");
});

test("a replacement may create what its own object is", async () => {
  const { world, plugin } = await start();
  const { inputs, state } = await plugin.add(ADS, PIXEL);
  const next = await Plugin.start(world);
  await check(next, ADS, PIXEL, inputs);
  const properties = { ...PIXEL, name: "New" };
  // Somebody asks for it with replaceOnChanges.
  expect((await diff(next, ADS, "101", state, properties)).kinds).toEqual({ name: [Kind.UPDATE, true] });
  expect(await next.call("create", { urn: ADS, properties })).toMatchObject({ id: "102" });
  await next.call("delete", { urn: ADS, id: "101", properties: state });
  expect(world.account.pixels.list()).toMatchObject([{ id: 102, name: "New" }]);
});

test("an import has every readable field, and a read of a record its drift", async () => {
  const { world, plugin } = await start({ dialect: "observed" });
  world.account.channels.create({ name: "Spring", color: "#22aa66", description: "", starred: false });
  const imported = await plugin.call("read", { urn: SPRING, id: "101" });
  const only = await Plugin.start(world);
  const get = await only.call("read", { urn: SPRING, id: "101", inputs: {}, properties: {} });
  expect(get.properties).toMatchObject({ name: "Spring", description: "" });
  const { inputs: found, properties: state } = imported;
  expect(found).toEqual({ name: "Spring", color: "#22aa66", starred: false });
  await check(plugin, SPRING, found, found);
  expect(await diff(plugin, SPRING, "101", state, found)).toEqual({ replaces: [], kinds: {} });
  world.account.channels.update(101, { name: "By hand" });
  const inputs = { ...found, onExisting: "fail" };
  const next = await Plugin.start(world);
  const drifted = await next.call("read", { urn: SPRING, id: "101", properties: state, inputs });
  expect(drifted.inputs).toEqual({ ...inputs, name: "By hand" });
  expect(await plugin.call("read", { urn: SPRING, id: "999" })).toMatchObject({ id: "" });
});

test("an object that another resource has is not imported, but read", async () => {
  const { plugin } = await start();
  const { id } = await plugin.add(SPRING, { name: "Spring" });
  const twin = urnOf("Channel", "twin");
  await expect(plugin.call("read", { urn: twin, id })).rejects.toThrow(/Channel spring has the same object/);
  expect(await plugin.call("read", { urn: twin, id, inputs: {}, properties: {} })).toMatchObject({ id });
});

test("an update sends what changed, and its preview knows what stays", async () => {
  const { world, plugin } = await start();
  const { state } = await plugin.add(MENU, { type: "text", data: "menu" });
  const request = { urn: MENU, id: "101", olds: state, news: { type: "text", data: "lunch" } };
  const previewed = await plugin.call("update", { ...request, preview: true });
  expect(previewed.properties).toMatchObject({ data: "lunch", link: state.link });
  expect(world.changes).toEqual(["POST /api/qr/add"]);
  await plugin.call("update", request);
  expect(world.account.qrs.get(101)).toMatchObject({ data: "lunch" });
  const unmanaged = { ...request, olds: {}, news: { background: "rgb(1,2,3)" } };
  for (const preview of [true, false])
    await expect(plugin.call("update", { ...unmanaged, preview })).rejects.toThrow("needs type and data");
});

test("the preview of an update knows no address that the update may change", async () => {
  const { plugin } = await start();
  const urn = urnOf("Campaign", "launch");
  const { state: olds, id } = await plugin.add(urn, { name: "Launch", slug: "launch" });
  const call = { urn, id, olds, news: { name: "Launch", slug: "summer" }, preview: true };
  expect((await plugin.call("update", call)).properties).toMatchObject({ slug: "summer", list: UNKNOWN });
});

test("what is secret comes back as a secret, also from a create whose result nobody knows", async () => {
  const { world, plugin } = await start();
  const { state } = await plugin.add(urnOf("QrCode", "open"), { type: "text", data: secret("private") });
  expect(state.data).toEqual(secret("private"));
  const wifi = { type: "wifi", data: "WIFI:T:WPA;S:net;P:hidden-password;;" };
  world.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "after" });
  const kept = keptBy(await plugin.call("create", { urn: MENU, properties: wifi }).catch((error) => error));
  expect(kept).toMatchObject({ id: "undecided", state: { data: secret(wifi.data) } });
  // A refresh leaves it alone, and a program stops.
  const next = await Plugin.start(world);
  const read = await next.call("read", { urn: MENU, id: kept.id, properties: kept.state });
  expect(read).toMatchObject({ id: "undecided" });
  expect((await diff(next, MENU, kept.id, kept.state, wifi)).kinds).toEqual({});
  await check(next, MENU, wifi, wifi);
  await expect(diff(next, MENU, kept.id, kept.state, wifi)).rejects.toThrow(
    /id 102 .*pulumi import.*pulumi state delete/,
  );
});

test("a resource that moves to a provider of another account changes nothing", async () => {
  const accounts = ["acme", "other"].map((username) => ({ username, keys: [`${username}-key`] }));
  const world = await startWorld({ accounts });
  const [first, other] = await Promise.all(
    accounts.map(({ keys }) => Plugin.start(world, { env: { LINK_MANAGEMENT_API_KEY: keys[0] } })),
  );
  const { inputs, state } = await first!.add(ADS, PIXEL);
  await check(other!, ADS, inputs, inputs);
  await expect(diff(other!, ADS, "101", state, inputs)).rejects.toThrow("wrong account");
  expect(world.changes).toEqual(["POST /api/pixel/add"]);
});

test("Cancel ends what waits, and what was sent completes", async () => {
  const world = await startWorld({ rateLimit: 3 });
  const real = new HttpTransport(world.service.url, DEMO_KEY);
  const transport: Transport = {
    async send(request) {
      if (request.method === "POST") await plugin.call("cancel");
      return real.send(request);
    },
    close: () => real.close(),
  };
  const plugin = await Plugin.start(world, { session: { transport } });
  const creates = ["1", "2", "3", "4"].map((tag) => plugin.add(urnOf("Pixel", tag), { ...PIXEL, tag }));
  const results = await Promise.allSettled(creates);
  expect(results.map(({ status }) => status).sort()).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "rejected",
  ]);
  expect(world.account.pixels.list()).toHaveLength(1);
});
