// What an update sends, and what becomes of fields that are not managed or not managed any more.
import { afterEach, describe, expect, test } from "vitest";
import { World } from "./world";

let world: World;
afterEach(() => world.end());

const lastBody = () => world.emulator.log.filter(({ changes }) => changes).at(-1)?.body;

describe.each(["kept", "cleared"] as const)(
  "a service by which a missing field is %s",
  (omittedUpdateField) => {
    test("an update keeps the fields that are not managed", async () => {
      world = await World.start({ omittedUpdateField });
      const made = await world.process().create("channel", { name: "Spring" });
      world.account.channels.update(Number(made.id), {
        description: "By hand",
        color: "#010203",
        starred: true,
      });
      await world.process().update("channel", made, { name: "Summer" });
      expect(world.account.channels.get(Number(made.id))).toMatchObject({
        name: "Summer",
        description: "By hand",
        color: "#010203",
        starred: true,
      });
    });

    test("an update keeps the slug of a public campaign that does not manage it", async () => {
      world = await World.start({ omittedUpdateField });
      const made = await world.process().create("campaign", { name: "Launch", public: true });
      world.account.campaigns.update(Number(made.id), { slug: "by-hand" });
      await world.process().update("campaign", made, { name: "Launch 2", public: true });
      expect(world.account.campaigns.get(Number(made.id))?.slug).toBe("by-hand");
    });

    test("a pixel's update carries its tag, and a domain's both redirects", async () => {
      world = await World.start({ omittedUpdateField });
      const pixel = await world.process().create("pixel", { type: "fbpixel", name: "A", tag: "1" });
      await world.process().update("pixel", pixel, { type: "fbpixel", name: "B", tag: "1" });
      expect(lastBody()).toEqual({ name: "B", tag: "1" });

      const args = {
        domain: "https://go.example.com",
        redirectRoot: "https://a.example",
        redirect404: "https://b.example",
      };
      const domain = await world.process().create("domain", args);
      await world.process().update("domain", domain, { ...args, redirect404: "https://c.example" });
      expect(lastBody()).toEqual({ redirectroot: "https://a.example", redirect404: "https://c.example" });
    });
  },
);

test("an update of managed fields alone needs no list", async () => {
  world = await World.start();
  const made = await world.process().create("pixel", { type: "fbpixel", name: "A", tag: "1" });
  world.emulator.clearLog();
  await world.process().update("pixel", made, { type: "fbpixel", name: "B", tag: "1" });
  expect(world.emulator.log.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/account",
    `PUT /api/pixel/${made.id}/update`,
  ]);
});

describe("a field that leaves the config", () => {
  const full = { name: "Spring", description: "All of it", color: "#22AA66", starred: true };

  test('is cleared by "" where the API takes text', async () => {
    world = await World.start();
    const made = await world.process().create("channel", full);
    const { description: _, ...rest } = full;
    const process = world.process();
    expect(await process.hasChanges("channel", made, rest)).toBe(true);
    const after = await process.update("channel", made, rest);
    expect(world.account.channels.get(Number(made.id))?.description).toBe("");
    expect(after.outs).not.toHaveProperty("description");
    expect(await world.process().hasChanges("channel", after, rest)).toBe(false);
  });

  test("keeps its value elsewhere, with a warning, and nothing is sent", async () => {
    world = await World.start();
    const made = await world.process().create("channel", full);
    const { color: _, starred: __, ...rest } = full;
    const process = world.process();
    world.emulator.clearLog();
    expect(await process.hasChanges("channel", made, rest)).toBe(true);
    expect(process.messages.join("\n")).toMatch(
      /Channel 101: color, starred left the config.*keeps its value/,
    );
    const after = await process.update("channel", made, rest);
    expect(world.changes()).toEqual([]);
    expect(after.outs).toMatchObject(rest);
    expect(after.outs).not.toHaveProperty("color");
    expect(await world.process().hasChanges("channel", after, rest)).toBe(false);
  });

  test('whose "" the service refuses is named, with the ways out', async () => {
    world = await World.start({ emptyString: "rejected" });
    const made = await world.process().create("channel", full);
    const { description: _, ...rest } = full;
    await expect(world.process().update("channel", made, rest)).rejects.toThrow(
      /clear description.*ignoreChanges/s,
    );
  });
});

test('a field given as "" is cleared and watched', async () => {
  world = await World.start();
  const made = await world.process().create("channel", { name: "Spring", description: "x" });
  const after = await world.process().update("channel", made, { name: "Spring", description: "" });
  expect(world.account.channels.get(Number(made.id))?.description).toBe("");
  world.account.channels.update(Number(made.id), { description: "By hand" });
  const drifted = await world.process().refresh("channel", after);
  expect(drifted?.inputs).toEqual({ name: "Spring", description: "By hand" });
});

test("a read gives inputs where an argument drifted, and leaves those of the state where only its spelling did", async () => {
  world = await World.start();
  const { id, outs } = await world.process().create("channel", { name: "Spring", color: "#22AA66" });
  const read = () => world.process().of("channel").read(id, outs);
  world.account.channels.update(Number(id), { color: "#22aa66" });
  expect(await read()).not.toHaveProperty("inputs");
  world.account.channels.update(Number(id), { color: "#000000" });
  expect((await read()).inputs).toEqual({ name: "Spring", color: "#000000" });
});

// What the engine is handed back as it is costs it and the SDK least.
test.each([true, false])(
  "a read that finds nothing changed answers with the very state (campaign, public: %s)",
  async (isPublic) => {
    world = await World.start();
    const { id, outs } = await world.process().create("campaign", { name: "Launch", public: isPublic });
    const { props, ...rest } = await world.process().of("campaign").read(id, outs);
    expect(props).toBe(outs);
    expect(rest).toStrictEqual({ id });
  },
);

test("a field that is not managed is never compared", async () => {
  world = await World.start();
  const made = await world.process().create("channel", { name: "Spring" });
  world.account.channels.update(Number(made.id), { description: "By hand", starred: true });
  const read = await world.process().refresh("channel", made);
  expect(read?.inputs).toEqual({ name: "Spring" });
  expect(await world.process().hasChanges("channel", made, { name: "Spring" })).toBe(false);
});

test("a value that the service changes on write is told in the diff", async () => {
  world = await World.start({ trimNames: true });
  const made = await world.process().create("channel", { name: " Spring " });
  const read = await world.process().refresh("channel", made);
  const process = world.process();
  expect(await process.hasChanges("channel", read!, { name: " Spring " })).toBe(true);
  expect(process.messages.join()).toMatch(
    /has name as "Spring" where the config has " Spring ".*write it so in the config/,
  );
});

test("spelling is no change: case of a colour, a slash on a bare domain", async () => {
  world = await World.start({ hexColorCase: "upper", domainTrailingSlash: "added" });
  const channel = await world.process().create("channel", { name: "Spring", color: "#22aa66" });
  expect((await world.process().refresh("channel", channel))?.inputs).toEqual({
    name: "Spring",
    color: "#22aa66",
  });
  expect(await world.process().hasChanges("channel", channel, { name: "Spring", color: "#22AA66" })).toBe(
    false,
  );
  const domain = await world.process().create("domain", { domain: "https://go.example.com" });
  expect((await world.process().refresh("domain", domain))?.inputs).toEqual({
    domain: "https://go.example.com",
  });
});

test("a coming update of a QR code whose colours are not in the config says once that they may be reset", async () => {
  world = await World.start();
  const made = await world
    .process()
    .create("qrCode", { type: "text", data: "one", background: "rgb(255,255,255)" });
  const process = world.process();
  const args = { type: "text", data: "two", background: "rgb(255,255,255)" };
  await process.hasChanges("qrCode", made, args);
  await process.update("qrCode", made, args);
  expect(process.messages).toEqual([
    "QrCode 101: an apply may reset foreground, logo: not in the config, and never shown by the service",
  ]);
  expect(lastBody()).toEqual({ type: "text", data: "two", background: "rgb(255,255,255)" });
});

test("a campaign that is not public any more has no rotator output", async () => {
  world = await World.start();
  const made = await world.process().create("campaign", { name: "Launch", slug: "launch", public: true });
  expect(made.outs.rotator).toBe("https://link.example/r/launch");
  const after = await world
    .process()
    .update("campaign", made, { name: "Launch", slug: "launch", public: false });
  expect(after.outs).not.toHaveProperty("rotator");
});

test("one that is made private by hand, where that is not managed, loses the output in a refresh", async () => {
  world = await World.start();
  world.account.campaigns.create({ name: "Launch", slug: "launch", public: true });
  const { id, outs } = await world.process().create("campaign", { name: "Launch" });
  expect(outs.rotator).toBe("https://link.example/r/launch");
  world.account.campaigns.update(Number(id), { public: false });
  const { rotator: _, ...rest } = outs;
  expect(await world.process().of("campaign").read(id, outs)).toStrictEqual({ id, props: rest });
});

test("a slug that cannot be read is no drift", async () => {
  world = await World.start();
  const args = { name: "Launch", slug: "launch", public: false };
  const made = await world.process().create("campaign", args);
  world.account.campaigns.update(Number(made.id), { slug: "by-hand" });
  expect((await world.process().refresh("campaign", made))?.inputs).toEqual(args);
});
