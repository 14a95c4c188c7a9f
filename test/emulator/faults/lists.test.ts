// Stale lists, and pages that shift because somebody else edits the account.
import { describe, expect, test } from "vitest";
import { CONCURRENT_EDITOR_PREFIX } from "../../../src/emulator/index";
import { History } from "../../../src/emulator/store/history";
import { type ApiClient, start } from "../support/api-client";

const idsOf = async (api: ApiClient, list: string, key: string): Promise<number[]> =>
  (await api.get(list)).body.data[key].map(({ id }: { id: number }) => id);

describe("a stale list", () => {
  test("shows creates, updates and deletes only after the lag", async () => {
    const api = await start({ dialect: { listOrder: "oldestFirst" } });
    api.emulator.faults.rule({ on: "GET /api/channels", fault: "staleList", ms: 5000 });
    for (const name of ["a", "b", "c"]) await api.post("/api/channel/add", { name });
    expect(await idsOf(api, "/api/channels", "channels")).toEqual([]);
    api.clock.advance(5000);
    await api.delete("/api/channel/101/delete");
    await api.put("/api/channel/103/update", { name: "z" });
    api.clock.advance(4999);
    expect((await api.get("/api/channels")).body.data).toMatchObject({
      result: 3,
      channels: [{ name: "a" }, { name: "b" }, { name: "c" }],
    });
    api.clock.advance(1);
    expect((await api.get("/api/channels")).body.data).toMatchObject({
      result: 2,
      channels: [{ name: "b" }, { name: "z" }],
    });
  });

  test.each([
    ["/api/pixels", "pixels", "/api/pixel/add", { type: "forum", name: "a", tag: "1" }],
    ["/api/domains", "domains", "/api/domain/add", { domain: "https://go.example.com" }],
    ["/api/channels", "channels", "/api/channel/add", { name: "Spring" }],
    ["/api/campaigns", "campaigns", "/api/campaign/add", { name: "Launch" }],
    ["/api/qr", "qrs", "/api/qr/add", { type: "text", data: "hi" }],
  ])("is stale alone if the rule names it: %s", async (list, key, add, body) => {
    const api = await start();
    await api.post(add, body);
    api.emulator.faults.rule({ on: `GET ${list}`, fault: "staleList", ms: 10 });
    api.emulator.faults.rule({ on: "GET /api/nothing", fault: "staleList", ms: 60_000 });
    expect(await idsOf(api, list, key)).toEqual([]);
    api.clock.advance(10);
    expect(await idsOf(api, list, key)).toEqual([101]);
  });

  test("of items hides a new assignment, and all items of a new channel", async () => {
    const api = await start();
    await api.post("/api/channel/add", { name: "Spring" });
    await api.post("/api/channel/101/assign/links/4711");
    api.emulator.faults.rule({ on: "GET /api/channel/*", fault: "staleList", ms: 1000 });
    expect(await idsOf(api, "/api/channel/101", "items")).toEqual([]);
    api.clock.advance(1000);
    await api.post("/api/channel/101/assign/bio/12");
    expect(await idsOf(api, "/api/channel/101", "items")).toEqual([4711]);
    api.clock.advance(1000);
    expect(await idsOf(api, "/api/channel/101", "items")).toEqual([12, 4711]);
  });

  test("does not include the account and a single QR code", async () => {
    const api = await start();
    await api.post("/api/qr/add", { type: "text", data: "hi" });
    api.emulator.faults.rule({ on: "*", fault: "staleList" });
    expect(await api.get("/api/account")).toMatchObject({ status: 200 });
    expect((await api.get("/api/qr/101")).body.details).toMatchObject({ id: 101 });
    expect(api.emulator.log.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test("shows at most the last minute and the last 10,000 changes", () => {
    const history = new History<string>();
    const entry = (order: number) => ({ object: `object ${order}`, order });
    const current = new Map(Array.from({ length: 20_000 }, (_, id) => [id, entry(id)]));
    for (const id of current.keys()) history.record(100_000, id, undefined);
    expect(history.objectsAt(99_999, current).length).toBeGreaterThanOrEqual(10_000);
    expect(history.objectsAt(100_000, current)).toHaveLength(20_000);
    history.record(160_001, 0, entry(0));
    expect(history.objectsAt(99_999, current)).toHaveLength(20_000);
  });
});

describe("the concurrent editor", () => {
  /** The ids that a client gets from all pages. */
  async function readPages(api: ApiClient, pages: number): Promise<number[]> {
    const seen: number[] = [];
    for (let page = 1; page <= pages; page++) {
      seen.push(...(await idsOf(api, `/api/channels?limit=2&page=${page}`, "channels")));
    }
    return seen;
  }

  async function startWithFour(): Promise<ApiClient> {
    const api = await start();
    for (const name of ["a", "b", "c", "d"]) api.account.channels.create({ name });
    return api;
  }

  test("makes an object appear twice if it creates one between two pages", async () => {
    const api = await startWithFour();
    api.emulator.faults.rule({ on: "GET /api/channels", fault: "concurrentEditor", times: 1 });
    expect(await readPages(api, 2)).toEqual([104, 103, 103, 102]);
    expect(api.account.channels.list().at(-1)).toMatchObject({ name: `${CONCURRENT_EDITOR_PREFIX}-1` });
  });

  test("makes an object disappear if it deletes one between two pages", async () => {
    const api = await startWithFour();
    api.emulator.faults.rule({
      on: "GET /api/channels",
      fault: "concurrentEditor",
      times: 1,
      edit: ({ channels }) => channels.delete(104),
    });
    expect(await readPages(api, 2)).toEqual([104, 103, 101]);
    expect(await readPages(api, 2)).toEqual([103, 102, 101]);
  });

  test.each([
    ["/api/pixels", "pixels"],
    ["/api/domains", "domains"],
    ["/api/channels", "channels"],
    ["/api/campaigns", "campaigns"],
    ["/api/qr", "qrs"],
    ["/api/channel/50", "items"],
  ])("creates and deletes only its own objects in %s", async (list, key) => {
    const api = await start();
    api.account.channels.create({ id: 50, name: "Spring" });
    api.account.assignItem(50, "links", 4711);
    const existing = await idsOf(api, list, key);
    api.emulator.faults.rule({ on: `GET ${list}`, fault: "concurrentEditor" });
    const sizes = [];
    for (let count = 0; count < 5; count++)
      sizes.push((await idsOf(api, list, key)).length - existing.length);
    expect(sizes).toEqual([0, 1, 0, 1, 0]);
    expect(await idsOf(api, list, key)).toEqual(expect.arrayContaining(existing));
    expect(api.emulator.log.filter(({ changes }) => changes)).toEqual([]);
  });

  test("does not change lists that are read-only or do not exist", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "*", fault: "concurrentEditor" });
    const { revision } = api.emulator.store;
    for (const list of ["/api/splash", "/api/overlay", "/api/channel/9", "/api/channel/x"])
      await api.get(list);
    expect(api.emulator.store.revision).toBe(revision);
  });
});
