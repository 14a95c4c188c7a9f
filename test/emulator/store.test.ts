import { describe, expect, test } from "vitest";
import { SEEDED_BIOS, SEEDED_LINKS } from "../../src/emulator/index";
import { start } from "./support/api-client";

describe("store", () => {
  test("reads and changes the account without requests", async () => {
    const { account, emulator } = await start();
    const pixel = account.pixels.create({ type: "forum", name: "a", tag: "1" });
    expect(pixel).toMatchObject({ id: 101, date: Date.UTC(2026, 2, 1, 12, 0, 0, 250) });
    expect(account.pixels.update(101, { name: "b" })).toMatchObject({ id: 101, name: "b", tag: "1" });
    expect(account.pixels.delete(101)).toBe(true);
    expect(account.pixels.delete(101)).toBe(false);
    expect(account.pixels.size).toBe(0);
    account.update({ email: "new@example.com", status: "Free" });
    expect(account.profile).toMatchObject({ username: "acme", email: "new@example.com", status: "Free" });
    expect(emulator.log).toEqual([]);
  });

  test("returns frozen objects", async () => {
    const { account } = await start();
    const channel = account.channels.create({ name: "Spring" });
    expect(() => Object.assign(channel, { name: "x" })).toThrow(TypeError);
  });

  test("rejects changes of objects that do not exist", async () => {
    const { account, emulator } = await start();
    expect(() => account.pixels.update(9, {})).toThrow("No pixel 9.");
    expect(() => account.assignItem(9, "links", 4711)).toThrow("No channel 9.");
    expect(() => account.scan(9)).toThrow("No qr 9.");
    expect(() => emulator.store.account("nobody")).toThrow('No account "nobody".');
  });

  test("assigns ids per collection from firstId, and never reuses one", async () => {
    const { account } = await start({ firstId: 12 });
    expect(account.channels.create({ name: "a" }).id).toBe(12);
    expect(account.qrs.create({ type: "text", data: "hi" }).id).toBe(12);
    account.channels.delete(12);
    expect(account.channels.create({ name: "b", id: 14 }).id).toBe(14);
    expect(account.channels.create({ name: "c" }).id).toBe(13);
    expect(account.channels.create({ name: "d" }).id).toBe(15);
    expect(() => account.channels.create({ name: "e", id: 15 })).toThrow("channel 15 already exists");
  });

  test("is deterministic", async () => {
    const [one, other] = [await start(), await start()];
    for (const api of [one, other]) {
      await api.post("/api/qr/add", { type: "text", data: "hi" });
      await api.post("/api/campaign/add", { name: "Launch" });
    }
    expect(one.account.toState()).toEqual(other.account.toState());
  });

  test("removes assignments, which the API cannot do", async () => {
    const { account } = await start();
    account.channels.create({ name: "Spring" });
    account.campaigns.create({ name: "Launch" });
    account.assignItem(101, "links", 4711);
    account.assignLink(101, 4711);
    account.unassignItem(101, "bio", 4711);
    account.unassignLink(101, 4712);
    expect(account.channels.get(101)?.items).toHaveLength(1);
    account.unassignItem(101, "links", 4711);
    account.unassignLink(101, 4711);
    expect([account.channels.get(101)?.items, account.campaigns.get(101)?.links]).toEqual([[], []]);
  });

  test("seeds every account with the default links and bio pages, or with its own", async () => {
    const seed = { username: "other", keys: ["b"], links: [{ id: 1, title: "Own", link: "https://x" }] };
    const { account, emulator } = await start({ accounts: [{ username: "acme", keys: ["a"] }, seed] });
    expect(account.links.list()).toMatchObject(SEEDED_LINKS);
    expect(account.bios.list()).toEqual(SEEDED_BIOS);
    expect(emulator.store.account("other").links.list()).toMatchObject(seed.links);
    expect(emulator.store.accounts().map(({ profile }) => profile.id)).toEqual([1, 2]);
  });
});
