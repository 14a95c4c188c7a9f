// What must never happen: an object doubled, lost, deleted while another entry holds it, or touched on another account.
import { afterEach, expect, test } from "vitest";
import { World } from "./world";

let world: World;
afterEach(() => world.end());

const pixel = { type: "fbpixel", name: "Shop ads", tag: "1" };

test("an identical object is taken over, and the check says so with its id", async () => {
  world = await World.start();
  const { id } = world.account.pixels.create({ ...pixel, type: "fbpixel" });
  const process = world.process();
  const made = await process.create("pixel", pixel);
  expect(made.id).toBe(String(id));
  expect(process.messages[0]).toMatch(new RegExp(`already holds this object with id ${id}`));
  expect(world.changes()).toEqual([]);
});

test("an object that differs in one given field is not taken over", async () => {
  world = await World.start();
  world.account.pixels.create({ ...pixel, type: "fbpixel", name: "Other" });
  await world.process().create("pixel", pixel);
  expect(world.account.pixels.size).toBe(2);
});

test("several identical objects are an error that names them, in the check already", async () => {
  world = await World.start();
  world.account.channels.create({ name: "Spring" });
  world.account.channels.create({ name: "Spring" });
  const { failures } = await world.process().of("channel").check({}, { name: "Spring" });
  expect(failures).toHaveLength(1);
  expect(failures[0]?.reason).toMatch(/2 objects equal to it \(ids 10[12], 10[12]\)/);
});

test("two entries of one process never hold the same object", async () => {
  world = await World.start();
  world.account.pixels.create({ ...pixel, type: "fbpixel" });
  const process = world.process();
  const [one, two] = await Promise.all([process.create("pixel", pixel), process.create("pixel", pixel)]);
  expect(one.id).not.toBe(two.id);
});

test("a renamed key takes the object over and deletes nothing", async () => {
  world = await World.start();
  const old = await world.process().create("pixel", pixel);
  world.emulator.clearLog();
  const process = world.process();
  const renamed = await process.create("pixel", pixel);
  await process.delete("pixel", old);
  expect(renamed.id).toBe(old.id);
  expect(world.changes()).toEqual([]);
  expect(process.messages.at(-1)).toMatch(/held by another entry/);
  await world.process().delete("pixel", renamed);
  expect(world.changes()).toEqual([`DELETE /api/pixel/${old.id}/delete`]);
});

test("two entries that name one object, deleted side by side, delete it once", async () => {
  world = await World.start();
  const old = await world.process().create("pixel", pixel);
  const renamed = await world.process().create("pixel", pixel);
  world.emulator.clearLog();
  const process = world.process();
  await Promise.all([process.delete("pixel", old), process.delete("pixel", renamed)]);
  const deletions = world.emulator.log.filter(({ method }) => method === "DELETE");
  expect(deletions.map(({ path }) => path)).toEqual([`/api/pixel/${old.id}/delete`]);
});

test("leftovers of a killed run delete nothing that another entry holds", async () => {
  world = await World.start();
  const old = await world.process().create("pixel", pixel);
  const renamed = await world.process().create("pixel", pixel);
  world.emulator.clearLog();
  const next = world.process();
  expect(await next.hasChanges("pixel", renamed, pixel)).toBe(false);
  await next.delete("pixel", old);
  expect(world.changes()).toEqual([]);
});

test("two entries of one object are deleted once", async () => {
  world = await World.start();
  const one = await world.process().create("pixel", pixel);
  const two = await world.process().create("pixel", pixel);
  world.emulator.clearLog();
  const destroy = world.process();
  await destroy.delete("pixel", one);
  await destroy.delete("pixel", two);
  expect(world.changes()).toEqual([`DELETE /api/pixel/${one.id}/delete`]);
  expect(world.emulator.log.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

test("a key of another account stops every method, and nothing is changed", async () => {
  world = await World.start(
    {},
    {
      accounts: [
        { username: "acme", keys: ["demo-key"] },
        { username: "globex", keys: ["other-key"] },
      ],
    },
  );
  const made = await world.process().create("pixel", pixel);
  world.emulator.clearLog();
  const other = world.process({ apiKey: "other-key" });
  const pixels = other.of("pixel");
  await expect(pixels.diff(made.id, made.outs, { ...pixel, name: "B" })).rejects.toThrow(
    /belong to account 1 registered 2024-01-15 09:30:00, but .* account 2 registered 2024-01-15 09:30:00 \(globex,/,
  );
  const toldAbove = /stopped: see the error/;
  await expect(pixels.read(made.id, made.outs)).rejects.toThrow(toldAbove);
  await expect(pixels.update(made.id, made.outs, { ...pixel, name: "B" })).rejects.toThrow(toldAbove);
  await expect(pixels.delete(made.id, made.outs)).rejects.toThrow(toldAbove);
  expect(world.emulator.log.map(({ path }) => path)).toEqual(["/api/account"]);
});

test("the same id on another installation is another account", async () => {
  world = await World.start();
  const made = await world.process().create("pixel", pixel);
  const elsewhere = await World.start(
    {},
    { accounts: [{ username: "acme", keys: ["demo-key"], registered: "2020-02-02 02:02:02" }] },
  );
  try {
    await expect(elsewhere.process().of("pixel").read(made.id, made.outs)).rejects.toThrow(
      /2024-01-15.*2020-02-02|2020-02-02.*2024-01-15/s,
    );
  } finally {
    await elsewhere.end();
  }
});

test("once a resource of another account was met, nothing new is made on this one either", async () => {
  world = await World.start();
  const made = await world.process().create("pixel", pixel);
  const elsewhere = await World.start(
    {},
    { accounts: [{ username: "acme", keys: ["demo-key"], registered: "2020-02-02 02:02:02" }] },
  );
  try {
    const process = elsewhere.process();
    await expect(process.of("pixel").diff(made.id, made.outs, pixel)).rejects.toThrow(/belong to account/);
    await expect(process.create("pixel", { ...pixel, tag: "2" })).rejects.toThrow(/stopped: see the error/);
    expect(elsewhere.emulator.log.map(({ path }) => path)).toEqual(["/api/account"]);
  } finally {
    await elsewhere.end();
  }
});

test("a session error is told in full once, then only referred to", async () => {
  world = await World.start();
  const process = world.process({ apiKey: "of-somebody-else" });
  const errors = await Promise.all(
    [1, 2, 3].map((tag) =>
      process.create("pixel", { ...pixel, tag: String(tag) }).catch((error: Error) => error),
    ),
  );
  const texts = errors.map((error) => (error as Error).message);
  expect(texts.filter((text) => /refused the API key/.test(text))).toHaveLength(1);
  expect(errors.every((error) => (error as Error).stack === "")).toBe(true);
});

test("outputs that move by themselves are no difference", async () => {
  world = await World.start();
  const args = { type: "text", data: "x" };
  const made = await world.process().create("qrCode", args);
  world.account.scan(Number(made.id), {});
  const read = await world.process().refresh("qrCode", made);
  expect(read?.outs.scans).toBe(1);
  expect(await world.process().hasChanges("qrCode", read!, args)).toBe(false);
});

test("another type of a QR code says what a replacement breaks, with its scans", async () => {
  world = await World.start();
  const made = await world.process().create("qrCode", { type: "text", data: "x" });
  world.account.scan(Number(made.id), {});
  const read = await world.process().refresh("qrCode", made);
  const process = world.process();
  const { replaces } = await process
    .of("qrCode")
    .diff(made.id, read!.outs, { type: "link", data: "https://a.example" });
  expect(replaces).toEqual(["type"]);
  expect(process.messages.join()).toMatch(
    /QrCode 101: .*every printed copy.*\(1 scans at the last refresh\)/,
  );
});

test("a refused create of what is there under another key names the way out", async () => {
  world = await World.start();
  const args = { domain: "https://go.example.com" };
  await world.process().create("domain", args);
  const changed = world.process().create("domain", { ...args, redirectRoot: "https://example.com" });
  await expect(changed).rejects.toThrow(/create of Domain .*refused.*renamedFrom/);
});

test("an update of what was deleted by hand names the way out", async () => {
  world = await World.start();
  const made = await world.process().create("pixel", pixel);
  world.account.pixels.delete(Number(made.id));
  const update = world.process().update("pixel", made, { ...pixel, name: "B" });
  await expect(update).rejects.toThrow(/update of Pixel 101: .*pulumi up --refresh/);
});
