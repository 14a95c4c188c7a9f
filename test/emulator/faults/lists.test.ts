// Lists that are behind, and pages that shift because somebody else works on the account.
import { describe, expect, test } from "vitest";
import { OTHER_WRITER } from "../../../src/emulator/index";
import { History } from "../../../src/emulator/store/history";
import { type Api, start } from "../support/api-client";

const idsOf = async (api: Api, list: string, key: string): Promise<number[]> =>
  (await api.get(list)).body.data[key].map(({ id }: { id: number }) => id);

describe("a stale list", () => {
  test("shows creates, updates and deletes only after the time of the fault", async () => {
    const api = await start({ dialect: { order: "oldestFirst" } });
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
  ])("%s alone is behind when the rule names it", async (list, key, add, body) => {
    const api = await start();
    await api.post(add, body);
    api.emulator.faults.rule({ on: `GET ${list}`, fault: "staleList", ms: 10 });
    api.emulator.faults.rule({ on: "GET /api/nothing", fault: "staleList", ms: 60_000 });
    expect(await idsOf(api, list, key)).toEqual([]);
    api.clock.advance(10);
    expect(await idsOf(api, list, key)).toEqual([101]);
  });

  test("of a channel's items hides an assignment, and all of a channel that is new", async () => {
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

  test("is not the account or a single QR code, which are never behind", async () => {
    const api = await start();
    await api.post("/api/qr/add", { type: "text", data: "hi" });
    api.emulator.faults.rule({ on: "*", fault: "staleList" });
    expect(await api.get("/api/account")).toMatchObject({ status: 200 });
    expect((await api.get("/api/qr/101")).body.details).toMatchObject({ id: 101 });
    expect(api.emulator.log.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test("looks a minute back at most and keeps no more than 10,000 changes", () => {
    const history = new History<string>();
    const row = (order: number) => ({ row: `row ${order}`, order });
    const now = new Map(Array.from({ length: 20_000 }, (_, id) => [id, row(id)]));
    for (const id of now.keys()) history.note(100_000, id, undefined);
    expect(history.rowsAt(99_999, now).length).toBeGreaterThanOrEqual(10_000);
    expect(history.rowsAt(100_000, now)).toHaveLength(20_000);
    history.note(160_001, 0, row(0));
    expect(history.rowsAt(99_999, now)).toHaveLength(20_000);
  });
});

describe("another writer", () => {
  /** Every id that a client sees which follows the pages. */
  async function follow(api: Api, pages: number): Promise<number[]> {
    const seen: number[] = [];
    for (let page = 1; page <= pages; page++) {
      seen.push(...(await idsOf(api, `/api/channels?limit=2&page=${page}`, "channels")));
    }
    return seen;
  }

  async function startWithFour(): Promise<Api> {
    const api = await start();
    for (const name of ["a", "b", "c", "d"]) api.account.channels.create({ name });
    return api;
  }

  test("who creates between two pages makes an object appear twice", async () => {
    const api = await startWithFour();
    api.emulator.faults.rule({ on: "GET /api/channels", fault: "otherWriter", times: 1 });
    expect(await follow(api, 2)).toEqual([104, 103, 103, 102]);
    expect(api.account.channels.list().at(-1)).toMatchObject({ name: `${OTHER_WRITER}-1` });
  });

  test("who deletes between two pages makes an object disappear from the listing", async () => {
    const api = await startWithFour();
    api.emulator.faults.rule({
      on: "GET /api/channels",
      fault: "otherWriter",
      times: 1,
      write: ({ channels }) => channels.delete(104),
    });
    expect(await follow(api, 2)).toEqual([104, 103, 101]);
    expect(await follow(api, 2)).toEqual([103, 102, 101]);
  });

  test.each([
    ["/api/pixels", "pixels"],
    ["/api/domains", "domains"],
    ["/api/channels", "channels"],
    ["/api/campaigns", "campaigns"],
    ["/api/qr", "qrs"],
    ["/api/channel/50", "items"],
  ])("creates and deletes by turns in %s, only what is its own", async (list, key) => {
    const api = await start();
    api.account.channels.create({ id: 50, name: "Spring" });
    api.account.assignItem(50, "links", 4711);
    const mine = await idsOf(api, list, key);
    api.emulator.faults.rule({ on: `GET ${list}`, fault: "otherWriter" });
    const sizes = [];
    for (let count = 0; count < 5; count++) sizes.push((await idsOf(api, list, key)).length - mine.length);
    expect(sizes).toEqual([0, 1, 0, 1, 0]);
    expect(await idsOf(api, list, key)).toEqual(expect.arrayContaining(mine));
    expect(api.emulator.log.filter(({ changes }) => changes)).toEqual([]);
  });

  test("leaves lists alone that nobody can write, or that do not exist", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "*", fault: "otherWriter" });
    const { revision } = api.emulator.store;
    for (const list of ["/api/splash", "/api/overlay", "/api/channel/9", "/api/channel/x"])
      await api.get(list);
    expect(api.emulator.store.revision).toBe(revision);
  });
});
