// What becomes of an object that is on the account already when an entry is new.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { type Process, World } from "./world";

let world: World;
afterEach(() => world.end());

const PIXEL = { type: "fbpixel", name: "Shop ads", tag: "1" } as const;

/** What a preview says of a new entry: its messages and its failures. */
async function preview(process: Process, handler: string, inputs: Props): Promise<string[]> {
  const { failures } = await process.of(handler).check({}, inputs);
  return [...process.messages, ...failures.map(({ reason }) => reason)];
}

describe("adopt", () => {
  test("takes over an object of the same identity and updates it to the config; a preview says what changes", async () => {
    world = await World.start();
    const { id } = world.account.pixels.create({ ...PIXEL, name: "By hand" });
    const inputs = { ...PIXEL, onExisting: "adopt" };
    const said = await preview(world.process(), "pixel", inputs);
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(
          `id ${id}; it is taken over and updated \\(name\\).*retainOnDelete.*name the old one by renamedFrom`,
        ),
      ),
    ]);
    expect(world.changes()).toEqual([]);
    const made = await world.process().create("pixel", inputs);
    expect(made.id).toBe(String(id));
    expect(world.changes()).toEqual([`PUT /api/pixel/${id}/update`]);
    expect(world.account.pixels.get(id)?.name).toBe("Shop ads");
  });

  test.each([
    ["domain", { domain: "https://GO.example.com/", redirectRoot: "https://example.com/" }],
    ["channel", { name: "Spring", color: "#22aa66" }],
    ["campaign", { name: "Launch", public: true }],
    ["campaign", { name: "Renamed", slug: "launch" }],
  ])("finds a %s by what makes it that object: %o", async (handler, args) => {
    world = await World.start();
    const { account } = world;
    account.domains.create({ domain: "https://go.example.com", redirectroot: "https://old.example.com" });
    account.channels.create({ name: "Spring", description: "kept" });
    account.campaigns.create({ name: "Launch", slug: "launch", public: true });
    const made = await world.process().create(handler, { ...args, onExisting: "adopt" });
    expect(made.id).toBe("101");
    expect([account.domains.size, account.channels.size, account.campaigns.size]).toEqual([1, 1, 1]);
    expect(account.channels.get(101)?.description).toBe("kept");
  });

  test("of several objects of the identity is an error that names them", async () => {
    world = await World.start();
    for (const name of ["a", "b"]) world.account.pixels.create({ ...PIXEL, name });
    expect(await preview(world.process(), "pixel", { ...PIXEL, onExisting: "adopt" })).toEqual([
      expect.stringMatching(/2 objects of its identity \(ids 10[12], 10[12]\).*onExisting: \{ id/),
    ]);
  });

  test("is not for QR codes, by which nothing can be found; as the stack's setting it leaves them alone", async () => {
    world = await World.start();
    const code = { type: "text", data: "x" };
    const { failures } = await world
      .process()
      .of("qrCode")
      .check({}, { ...code, onExisting: "adopt" });
    expect(failures).toEqual([
      { property: "onExisting", reason: expect.stringMatching(/must be one of.*id/) },
    ]);
    await world.process({ onExisting: "adopt" }).create("qrCode", code);
    expect(world.account.qrs.size).toBe(1);
  });
});

describe("fail", () => {
  test.each([
    ["an identical object", "Shop ads"],
    ["one of the same identity", "By hand"],
  ])("refuses %s in the preview already, with its id", async (_, name) => {
    world = await World.start();
    const { id } = world.account.pixels.create({ ...PIXEL, name });
    const said = await preview(world.process({ onExisting: "fail" }), "pixel", PIXEL);
    expect(said).toEqual([
      expect.stringMatching(new RegExp(`already holds it \\(id ${id}\\), and onExisting is "fail"`)),
    ]);
    await expect(world.process({ onExisting: "fail" }).create("pixel", PIXEL)).rejects.toThrow(
      /already holds it/,
    );
    expect(world.changes()).toEqual([]);
  });

  test("lets a second stack on the account stop where the first one's objects are; by default they are adopted", async () => {
    world = await World.start();
    const first = await world.process().create("pixel", PIXEL);
    await expect(world.process({ onExisting: "fail" }).create("pixel", PIXEL)).rejects.toThrow(
      `id ${first.id}`,
    );
    const second = world.process();
    expect((await second.create("pixel", PIXEL)).id).toBe(first.id);
    expect(second.messages[0]).toMatch(/from then on this stack is the one that deletes it/);
    expect(world.account.pixels.size).toBe(1);
  });
});

test("duplicate makes another one", async () => {
  world = await World.start();
  world.account.pixels.create(PIXEL);
  const said = await preview(world.process(), "pixel", { ...PIXEL, onExisting: "duplicate" });
  expect(said).toEqual([]);
  await world.process().create("pixel", { ...PIXEL, onExisting: "duplicate" });
  expect(world.account.pixels.size).toBe(2);
});

describe("an id", () => {
  test("takes over exactly that object and updates it; an entry's word stands above the stack's", async () => {
    world = await World.start();
    world.account.channels.create({ name: "Spring" });
    const { id } = world.account.channels.create({ name: "Old", description: "kept" });
    const process = world.process({ onExisting: "fail" });
    const made = await process.create("channel", { name: "Spring", onExisting: { id } });
    expect(made.id).toBe(String(id));
    expect(world.account.channels.get(id)).toMatchObject({ name: "Spring", description: "kept" });
  });

  test("of a QR code sends its content, since nobody can tell what it holds", async () => {
    world = await World.start();
    const { id } = world.account.qrs.create({ type: "text", data: "old" });
    const inputs = { type: "text", data: "new", onExisting: { id: String(id) } };
    expect(await preview(world.process(), "qrCode", inputs)).toEqual([
      expect.stringMatching(new RegExp(`id ${id}; it is taken over and updated \\(data\\)`)),
    ]);
    const made = await world.process().create("qrCode", inputs);
    expect(made.id).toBe(String(id));
    expect(world.account.qrs.get(id)?.data).toBe("new");
    expect(made.outs.link).toEqual(expect.any(String));
  });

  test("that the account does not have, or whose object is of another type, is an error", async () => {
    world = await World.start();
    const { id } = world.account.pixels.create({ ...PIXEL, type: "forum" });
    expect(await preview(world.process(), "pixel", { ...PIXEL, onExisting: { id: 999 } })).toEqual([
      expect.stringMatching(/id 999, and the account has none/),
    ]);
    expect(await preview(world.process(), "pixel", { ...PIXEL, onExisting: { id } })).toEqual([
      expect.stringMatching(/whose type is "forum" and is set at creation only/),
    ]);
  });

  test("that another entry of the stack holds is an error", async () => {
    world = await World.start();
    const held = await world.process().create("pixel", PIXEL);
    const process = world.process();
    await process.hasChanges("pixel", held, PIXEL);
    const said = await preview(process, "pixel", { ...PIXEL, name: "B", onExisting: { id: held.id } });
    expect(said).toEqual([expect.stringMatching(/is held by an entry of this stack already/)]);

    const twice = world.process();
    const other = world.account.pixels.create({ ...PIXEL, tag: "2" });
    const both = [1, 2].map(() =>
      twice.create("pixel", { ...PIXEL, tag: "2", onExisting: { id: other.id } }),
    );
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

test("the option is an input only while it is given, never in the state, and a change of it is no change", async () => {
  world = await World.start();
  const inputs = { ...PIXEL, onExisting: "duplicate" };
  expect((await world.process().of("pixel").check({}, inputs)).inputs).toEqual(inputs);
  const made = await world.process().create("pixel", inputs);
  expect(made.outs).not.toHaveProperty("onExisting");
  const process = world.process();
  for (const onExisting of ["fail", { id: 7 }, undefined]) {
    expect(await process.hasChanges("pixel", made, { ...PIXEL, ...(onExisting && { onExisting }) })).toBe(
      false,
    );
  }
});

test("what it may be is told where it is something else, and where there is nothing to take over", async () => {
  world = await World.start();
  const of = (handler: string, inputs: Props) => world.process().of(handler).check({}, inputs);
  expect((await of("pixel", { ...PIXEL, onExisting: "adpot" })).failures[0]?.reason).toMatch(
    /onExisting: must be one of "adopt-identical", "adopt", "fail", "duplicate", or the id/,
  );
  const item = { channel: 1, itemType: "links", item: 4711, onExisting: "fail" };
  expect((await of("channelItem", item)).failures[0]?.reason).toMatch(/onExisting: is not for this kind/);
});
