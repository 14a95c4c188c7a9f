// What `check` returns to the engine: failures without secrets, and values in their old spelling. Then `diff` lets the
// engine show exactly what changes.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { ENTRY, planOf, toText } from "../../../src/kind/entry";
import { METADATA } from "../../../src/kind/metadata";
import { UNKNOWN } from "../../../src/kind/unknown";
import { PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { byType, type Kind, kinds, prepareArgs } from "../support/kinds";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** Other spellings of a value, valid and equal in meaning. */
function spellings(kind: Kind, name: string): unknown[] {
  const value = kind.args()[name];
  if (typeof value !== "string") return [];
  const schema = kind.definition.args().shape[name]!;
  return [value.toLowerCase(), value.toUpperCase(), `${value}/`, value.replaceAll(",", ", ")].filter(
    (other) =>
      other !== value && schema.safeParse(other).success && kind.definition.fields[name]!.same(value, other),
  );
}

const topLevel = kinds.filter((kind) => !kind.parent);
const respelled = topLevel.flatMap((kind) =>
  Object.keys(kind.definition.fields).flatMap((name) =>
    spellings(kind, name).map((value) => [kind.definition.type, name, value, kind] as const),
  ),
);

describe("a value with the meaning of the old one", () => {
  test.each(respelled)(
    "%s.%s: %j keeps the old spelling, and is no difference",
    async (_, name, value, kind) => {
      world = await World.start();
      const args = kind.args();
      const created = await world.process().create(kind.handler, args);
      const { changes, inputs } = await world
        .process()
        .diff(kind.handler, created, { ...args, [name]: value });
      expect(inputs).toEqual(created.inputs);
      expect(changes).toBe(false);
    },
  );

  test.each(respelled)("%s.%s: %j does not hide another change", async (_, name, value, kind) => {
    world = await World.start();
    const args = kind.args();
    const created = await world.process().create(kind.handler, args);
    const other = kind.updatable.find((one) => one !== name)!;
    const edited = kind.edited(args, other);
    const { changes, replaces, inputs } = await world
      .process()
      .diff(kind.handler, created, { ...edited, [name]: value });
    expect(inputs).toEqual({ ...created.inputs, [other]: edited[other] });
    // The engine compares the inputs, and finds this one change.
    expect({ changes, replaces }).toEqual({ changes: undefined, replaces: [] });
  });

  test("is found among ids of both types", async () => {
    world = await World.start();
    const { id } = world.account.channels.create({ name: "Spring" });
    const args = { channel: id, itemType: "links", item: 4711 };
    const created = await world.process().create("channelItem", args);
    const asText = { channel: String(id), itemType: "links", item: "4711" };
    const { changes, inputs } = await world.process().diff("channelItem", created, asText);
    expect({ changes, inputs }).toEqual({ changes: false, inputs: created.inputs });
  });
});

describe("the hidden input", () => {
  test.each(byType(kinds))("%s: a new resource gets its plan, an existing one keeps it", async (_, kind) => {
    world = await World.start();
    const args = await prepareArgs(world.process(), kind);
    const created = await world.process().create(kind.handler, args);
    expect(planOf(created.inputs!)).toEqual({});
    const { inputs } = await world.process().diff(kind.handler, created, args, {
      isPreview: true,
      accounts: ["1 registered 2024-01-15 09:30:00"],
      ownId: created.id,
      managedIds: { "1 registered 2024-01-15 09:30:00": [created.id] },
    });
    expect(inputs).toEqual(created.inputs);
  });

  // Else a refresh would drop it from the state, and the next run would show a difference.
  test.each(byType(kinds))("%s: every output keeps it, and a read of drift returns it", async (_, kind) => {
    world = await World.start();
    const args = await prepareArgs(world.process(), kind);
    const created = await world.process().create(kind.handler, args, { ownId: "1" });
    const text = toText({ isReplacement: true });
    expect(created.inputs).toHaveProperty(ENTRY, text);
    expect(created.outs).toHaveProperty(ENTRY, text);
    const { [METADATA]: _metadata, ...imported } = created.outs;
    const read = await world.process().of(kind.handler).read(created.id, imported);
    expect(read.props).toHaveProperty(ENTRY, text);

    const name = [...kind.readable, ...kind.updatable][0];
    if (name === undefined) return;
    const edited = kind.edited(args, name);
    const updated = await world.process().update(kind.handler, created, edited);
    expect(updated.outs).toHaveProperty(ENTRY, text);
    if (!kind.readable.includes(name)) return;
    const drifted = await world.process().of(kind.handler).read(created.id, created.outs);
    expect(drifted.inputs).toEqual({ ...created.inputs, [name]: edited[name] });
    expect(drifted.props).toHaveProperty(ENTRY, text);
  });

  test("is not added to the inputs of an older state", async () => {
    world = await World.start();
    const pixel = { type: "forum", name: "A", tag: "1" };
    const { id, outs } = await world.process().create("pixel", pixel);
    const { changes, inputs } = await world.process().diff("pixel", { id, outs, inputs: pixel }, pixel);
    expect({ changes, inputs }).toEqual({ changes: false, inputs: pixel });
  });

  test("may be missing: a program without the classes of this package", async () => {
    world = await World.start();
    const { inputs, failures } = await world.process().of("channel").check({}, { name: "Spring" });
    expect({ inputs, failures }).toEqual({ inputs: { name: "Spring", [ENTRY]: toText({}) }, failures: [] });
  });
});

describe("failures", () => {
  const failuresOf = async (handler: string, args: Props) => {
    world = await World.start();
    const { failures } = await world.process().of(handler).check({}, args);
    return failures;
  };

  test("are reported at once, each with its property", async () => {
    const failures = await failuresOf("channel", { name: "", color: "red", surprise: 1 });
    expect(failures.map(({ property }) => property)).toEqual(["name", "color", undefined]);
    expect(failures.map(({ reason }) => reason.replace("Channel: ", ""))).toEqual([
      "name: must not be empty",
      expect.stringMatching(/^color: must be /),
      "has the unknown field surprise",
    ]);
    expect(world.requests()).toEqual([]);
  });

  test.each([
    ["account", { password: 12345678 }, "12345678"],
    ["account", { email: PASSWORD, password: PASSWORD }, PASSWORD],
    ["qrCode", { type: "wifi", data: { secret: WIFI }, content: {} }, WIFI],
    ["qrCode", { type: "wifi", data: [] }, WIFI],
    ["qrCode", { type: "wifi", data: wifiText(WIFI), content: 1 }, WIFI],
  ])("of a %s name no property that is secret, and no value", async (handler, args, secret) => {
    const failures = await failuresOf(handler, args);
    expect(failures.length).toBeGreaterThan(0);
    for (const { property, reason } of failures) {
      expect(["password", "data", "content"]).not.toContain(property);
      expect(reason).not.toContain(secret);
    }
  });

  test.each<[string, Props, string[]]>([
    ["channel", {}, ["name: is missing"]],
    [
      "channel",
      { name: 5, starred: "yes" },
      ["name: must be text, not a number", "starred: must be true or false, not text"],
    ],
    [
      "pixel",
      { type: "forum", name: {}, tag: [1] },
      ["name: must be text, not a mapping", "tag: must be text, not a list"],
    ],
    [
      "qrCode",
      { type: "wifi", content: { wifi: { ssid: 5, encryption: "nopass", psk: "a" } } },
      ["content.wifi.ssid: must be text, not a number", "content.wifi: has the unknown field psk"],
    ],
    [
      "qrCode",
      { type: "wifi", content: { wifi: { encryption: "nopass" } } },
      ["content.wifi.ssid: is missing"],
    ],
  ])("of a %s with %j say what each value must be", async (handler, args, expected) => {
    const failures = await failuresOf(handler, args);
    expect(failures.map(({ reason }) => reason.slice(reason.indexOf(": ") + 2))).toEqual(expected);
  });

  test("do not concern values that are known only after an apply", async () => {
    expect(await failuresOf("channel", { name: UNKNOWN, color: UNKNOWN })).toEqual([]);
  });
});
