import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { expect, test } from "vitest";
import { startWorld, type World, type WorldOptions } from "../support/world";
import { keptBy, Plugin, type Props, secret, UNKNOWN, urnOf } from "./support";

const ADS = urnOf("Pixel", "ads");
const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" };
const MENU = urnOf("QrCode", "menu");
const SPRING = urnOf("Channel", "spring");
const { DIFF_NONE, DIFF_SOME, DIFF_UNKNOWN } = messages.DiffResponse.DiffChanges;
/** The engine compares the inputs. */
const COMPARED = { changes: DIFF_UNKNOWN, replacesList: [] };

async function start(options: WorldOptions = {}): Promise<{ world: World; plugin: Plugin }> {
  const world = await startWorld(options);
  return { world, plugin: await Plugin.start(world) };
}

const check = (plugin: Plugin, urn: string, news: Props, olds: Props = {}) =>
  plugin.call("check", { urn, olds, news });

const diff = (plugin: Plugin, urn: string, id: string, olds: Props, news: Props) =>
  plugin.call("diff", { urn, id, olds, news });

/** The engine knows only the id. */
const importOf = (plugin: Plugin, urn: string, id: string) => plugin.call("read", { urn, id });

/** What the engine does for a resource of the state, before it changes it. */
async function compare(plugin: Plugin, urn: string, { id, inputs, state }: Added, news: Props) {
  const checked = await check(plugin, urn, news, inputs);
  expect(checked.failuresList).toEqual([]);
  return diff(plugin, urn, id, state, checked.inputs);
}

type Added = Awaited<ReturnType<Plugin["add"]>>;

/** A create whose response gets lost. @returns what the engine keeps of it */
async function lose(plugin: Plugin, urn: string, news: Props): Promise<Added> {
  const { inputs } = await check(plugin, urn, news);
  const error = await plugin.call("create", { urn, properties: inputs }).catch((error) => error);
  return { ...keptBy(error), inputs };
}

const reasonsOf = async (checked: Promise<Props>) =>
  (await checked).failuresList.map(({ reason }: Props) => reason).join("\n");

test("a check reports every mistake, and changes nothing", async () => {
  const { world, plugin } = await start();
  const { failuresList } = await check(plugin, ADS, { type: "fbpixl", name: "", tag: secret("") });
  // Without a property: the engine would print its value.
  expect(failuresList).toMatchObject([{ property: "", reason: expect.stringMatching(/^Pixel ads: /) }]);
  for (const name of ["type", "name", "tag"]) expect(failuresList[0].reason).toContain(`${name}: `);
  expect(await reasonsOf(check(plugin, ADS, { ...PIXEL, onExisting: "adopt" }))).toContain(
    "fail or duplicate",
  );
  const item = { channel: "1", itemType: "qr", item: "2", onExisting: "duplicate" };
  expect(await reasonsOf(check(plugin, urnOf("ChannelItem", "menu"), item))).toContain("onExisting");
  expect(await reasonsOf(check(plugin, ADS, { ...PIXEL, name: UNKNOWN }))).toBe("");
  expect(await reasonsOf(check(plugin, urnOf("Pixel", "twice"), PIXEL))).toContain(
    "same object as Pixel ads",
  );
  const odd = urnOf("Campaign", "odd");
  await check(plugin, odd, { name: "Launch", slug: "Launch_1" });
  expect(plugin.logged).toMatchObject([{ urn: odd }]);
  expect(world.changes).toEqual([]);
});

test("a diff replaces by the record, and warns only in a program", async () => {
  const { world, plugin } = await start();
  const menu = await plugin.add(MENU, { type: "text", data: "menu", logo: "/logo.png" });
  const { inputs, state } = menu;
  const news = { type: "link", data: "https://example.com/", background: "rgb(1,2,3)" };
  const refreshed = await Plugin.start(world);
  const replaced = { changes: DIFF_UNKNOWN, replacesList: ["type"] };
  expect(await diff(refreshed, MENU, "101", state, { ...inputs, ...news })).toMatchObject(replaced);
  expect(refreshed.logged).toEqual([]);
  const next = await Plugin.start(world);
  expect(await compare(next, MENU, menu, { type: "text", data: "lunch" })).toMatchObject(COMPARED);
  const same = { type: "text", data: "menu", logo: "/logo.png" };
  expect(await compare(next, MENU, menu, same)).toMatchObject({ changes: DIFF_NONE });
  expect(await compare(next, MENU, menu, news)).toMatchObject(replaced);
  // The engine also checks what is created in its place.
  expect(await reasonsOf(check(next, MENU, news))).toBe("");
  expect(next.logged).toContainEqual({ message: expect.stringMatching(/printed copy/), urn: MENU });
});

test("an existing object stops a check, and only `duplicate` creates another one", async () => {
  const { world, plugin } = await start();
  world.account.pixels.create(PIXEL);
  const reasons = await reasonsOf(check(plugin, ADS, PIXEL));
  for (const part of ["id 101", "pulumi import link-management:index:Pixel ads 101", "onExisting: duplicate"])
    expect(reasons).toContain(part);
  const properties = { type: "text", data: UNKNOWN };
  expect(await reasonsOf(check(plugin, MENU, properties))).toBe("");
  const previewed = await plugin.call("create", { urn: MENU, properties, preview: true });
  expect(previewed).toMatchObject({ id: "", properties: { ...properties, link: UNKNOWN } });
  expect(world.changes).toEqual([]);
  expect((await plugin.add(ADS, { ...PIXEL, onExisting: "duplicate" })).id).toBe("102");
});

test("an import has every readable field, and a read of a record its drift", async () => {
  const { world, plugin } = await start({ dialect: "observed" });
  world.account.channels.create({ name: "Spring", color: "#22aa66", description: "", starred: false });
  const imported = await importOf(plugin, SPRING, "101");
  const { inputs: found, properties: state } = imported;
  expect(found).toMatchObject({ name: "Spring", color: "#22aa66", starred: false });
  expect(found).not.toHaveProperty("description");
  const added = { id: "101", inputs: found, state };
  const program = { name: "Spring", color: "#22aa66", starred: false };
  expect(await compare(plugin, SPRING, added, program)).toMatchObject({ changes: DIFF_NONE });
  world.account.channels.update(101, { name: "By hand" });
  const inputs = { ...found, onExisting: "fail" };
  const next = await Plugin.start(world);
  const drifted = await next.call("read", { urn: SPRING, id: "101", properties: state, inputs });
  expect(drifted.inputs).toEqual({ ...inputs, name: "By hand" });
  await expect(importOf(plugin, SPRING, "999")).rejects.toThrow("no Channel 999");
});

test("an object that another resource has is not imported, but read", async () => {
  const { plugin } = await start();
  const { id } = await plugin.add(SPRING, { name: "Spring" });
  const twin = urnOf("Channel", "twin");
  await expect(importOf(plugin, twin, id)).rejects.toThrow(/Channel spring has the same object/);
  const { properties } = await plugin.call("read", { urn: twin, id, inputs: {}, properties: {} });
  expect(properties).toMatchObject({ name: "Spring", description: "" });
});

test("an update sends what changed, and its preview knows what stays, but no address that may change", async () => {
  const { world, plugin } = await start();
  const { state } = await plugin.add(MENU, { type: "text", data: "menu" });
  const launch = await plugin.add(urnOf("Campaign", "launch"), { name: "Launch", slug: "launch" });
  const sent = world.changes.length;
  const request = { urn: MENU, id: "101", olds: state, news: { type: "text", data: "lunch" } };
  const previewed = async (call: Props) =>
    (await plugin.call("update", { ...call, preview: true })).properties;
  expect(await previewed(request)).toMatchObject({ data: "lunch", link: state.link });
  const news = { name: "Launch", slug: "summer" };
  const renamed = { urn: urnOf("Campaign", "launch"), id: launch.id, olds: launch.state, news };
  expect(await previewed(renamed)).toMatchObject({ slug: "summer", list: UNKNOWN });
  expect(world.changes).toHaveLength(sent);
  await plugin.call("update", request);
  expect(world.account.qrs.get(101)).toMatchObject({ data: "lunch" });
});

test("what is secret comes back as a secret, also from a create whose result nobody knows", async () => {
  const { world, plugin } = await start();
  const { state } = await plugin.add(urnOf("QrCode", "open"), { type: "text", data: secret("private") });
  expect(state.data).toEqual(secret("private"));
  const wifi = { type: "wifi", data: "WIFI:T:WPA;S:net;P:hidden-password;;" };
  world.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "after" });
  expect(await lose(plugin, MENU, wifi)).toMatchObject({
    id: "undecided",
    state: { data: secret(wifi.data) },
  });
});

test("a refresh leaves a pending create alone that it cannot decide, and its own word replaces the record", async () => {
  const { world, plugin } = await start();
  world.faults.rule({ on: "POST /api/*/add", fault: "reset", when: "after" });
  const news = { type: "text", data: "menu" };
  const menu = await lose(plugin, MENU, news);
  const { id, inputs, state } = menu;
  await world.clock.sleep(60_000);
  const next = await Plugin.start(world);
  expect(await next.call("read", { urn: MENU, id, properties: state, inputs })).toMatchObject({ id });
  expect(await diff(next, MENU, id, state, inputs)).toMatchObject({ changes: DIFF_NONE });
  expect(await compare(next, MENU, menu, news)).toMatchObject({ changes: DIFF_SOME, replacesList: [] });
  await expect(next.call("update", { urn: MENU, id, olds: state, news: inputs })).rejects.toThrow(
    /id 101 .*pulumi state delete.*pulumi import.*onExisting: duplicate/,
  );
  const decided = await compare(next, MENU, menu, { ...news, onExisting: "duplicate" });
  expect(decided).toMatchObject({ changes: DIFF_SOME, replacesList: ["__entry"] });
});

test("after Cancel, nothing more is sent", async () => {
  const { world, plugin } = await start();
  await plugin.call("cancel");
  await expect(plugin.add(ADS, PIXEL)).rejects.toThrow("canceled");
  expect(world.changes).toEqual([]);
});
