// The type of a pixel: sent as written, and compared by its network, whichever word the service uses.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS } from "../../../src/emulator/index";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

const DOCUMENTED = { type: "professionalnetworkpixel", name: "Ads", tag: "1" };
const OWN = { ...DOCUMENTED, type: "linkedinpixel" };

describe.each(DIALECT_KNOBS.shownPixelTypes)("a service that shows types as %s", (shownPixelTypes) => {
  const start = async () => {
    world = await World.start({ pixelTypes: "both", shownPixelTypes });
  };

  test.each([DOCUMENTED, OWN])(
    "$type is sent as written, and is neither drift nor a replacement",
    async (args) => {
      await start();
      const created = await world.process().create("pixel", args);
      expect(world.bodies()).toEqual([args]);
      const process = world.process();
      const read = await process.refresh("pixel", created);
      expect(read?.inputs).toEqual(created.inputs);
      expect(await process.hasChanges("pixel", read!, args)).toBe(false);
      expect(process.messages).toEqual([]);
    },
  );

  test.each([
    [DOCUMENTED, OWN],
    [OWN, DOCUMENTED],
  ])("an existing pixel is recognized by either word: $type", async (args, other) => {
    await start();
    const { id } = await world.process().create("pixel", args);
    world.emulator.clearLog();
    expect(await world.process().collision("pixel", other)).toEqual({
      kind: "exists",
      objects: [{ id, differences: [] }],
    });
    for (const onExisting of ["adopt", { id }] as const) {
      const adopted = await world.process().create("pixel", other, { onExisting });
      expect(adopted.id).toBe(id);
    }
    expect(world.changes()).toEqual([]);
  });

  test("a create without a response is found, and not sent again", async () => {
    await start();
    world.emulator.faults.rule({ on: "POST /api/pixel/add", fault: "dropAfterCommit", times: 1 });
    await world.process().create("pixel", OWN);
    expect(world.account.pixels.size).toBe(1);
  });
});

test.each([
  [DOCUMENTED, OWN],
  [OWN, DOCUMENTED],
])("an entry that changes from $type to the other word sends nothing", async (args, other) => {
  world = await World.start({ pixelTypes: "both" });
  const created = await world.process().create("pixel", args);
  const { changes, replaces, inputs } = await world.process().diff("pixel", created, other);
  expect({ changes, replaces, inputs }).toEqual({ changes: false, replaces: [], inputs: created.inputs });

  // Together with another change, the engine shows only that one.
  const renamed = await world.process().diff("pixel", created, { ...other, name: "More" });
  expect(renamed).toMatchObject({ replaces: [], inputs: { ...args, name: "More" } });
  world.emulator.clearLog();
  await world.process().update("pixel", created, { ...other, name: "More" });
  expect(world.requests()).toEqual(["GET /api/account", "PUT /api/pixel/101/update"]);
});

test("a change to another network replaces the pixel", async () => {
  world = await World.start({ pixelTypes: "both" });
  const created = await world.process().create("pixel", OWN);
  const { replaces } = await world.process().diff("pixel", created, { ...OWN, type: "twitterpixel" });
  expect(replaces).toEqual(["type"]);
});

describe("a rejected type", () => {
  const rejection = (args: typeof OWN) => expect(world.process().create("pixel", args)).rejects;

  test.each([
    ["documented", OWN, "professionalnetworkpixel"],
    ["networks", DOCUMENTED, "linkedinpixel"],
  ] as const)("names the entry and the word of other installations (%s)", async (pixelTypes, args, other) => {
    world = await World.start({ pixelTypes });
    await rejection(args).toThrow(
      new RegExp(
        `^create of Pixel ${args.type} 1: .*If the service does not know the type, write ${other}: other installations call it so$`,
      ),
    );
    expect(world.account.pixels.size).toBe(0);
  });

  test("lists the known types for a word of its own", async () => {
    world = await World.start();
    await rejection({ ...OWN, type: "vkpixel" }).toThrow(/other installations accept: gtmpixel, .*, tiktok$/);
  });

  test("says nothing about a type that all installations call the same", async () => {
    world = await World.start();
    await rejection({ ...OWN, type: "fbpixel", tag: " " }).toThrow(/\(status 400\)$/);
  });
});
