// Two entries with one identity are one object, also if the identity is known late or spelled in another Unicode form.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { ALL_KINDS } from "../support/dialects";
import { byType, identifiableKinds } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY, objects, REFRESHED, sent } from "../support/what-exists";
import { startWorld } from "../support/world";

const start = () => startWorld({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });

describe.each(byType(identifiableKinds))("two new entries of a %s with one identity", (_, kind) => {
  /** Each value is an output. */
  const outputs = (args: object) =>
    Object.fromEntries(Object.entries(args).map(([name, value]) => [name, pulumi.output(value)]));
  const both = (first: object, second: object) => () => {
    new kind.class("first", first as never);
    new kind.class("second", second as never);
  };

  test.each([
    ["values", kind.args(), kind.args()],
    ["an output and a value", outputs(kind.args()), kind.args()],
    ["outputs", outputs(kind.args()), outputs(kind.args())],
  ])("(%s) stop preview and update, and nothing is created", async (_, first, second) => {
    for (const preview of [true, false]) {
      const world = await start();
      expect(await messageOf(world.stack().up(both(first, second), { preview }))).toMatch(
        /first.*second|second.*first/s,
      );
      // In an update, the check of the second one comes while the first one is created.
      expect(kind.ids(world.account).length).toBeLessThanOrEqual(preview ? 0 : 1);
    }
  });

  test("are two objects if one says duplicate, also when it does not say so any more", async () => {
    const world = await start();
    const stack = world.stack();
    const program = (options: object) => () => {
      new kind.class("first", outputs(kind.args()) as never);
      new kind.class("second", outputs(kind.args()) as never, options);
    };
    await stack.up(program({ onExisting: "duplicate" }));
    expect(kind.ids(world.account)).toHaveLength(2);
    expect((await stack.preview(program({}))).changes).toEqual([]);
  });
});

describe("in another Unicode form,", () => {
  const [NFC, NFD] = ["Café".normalize("NFC"), "Café".normalize("NFD")];
  const channel = (name: string) => `channels: { cafe: { name: ${name} } }\n`;

  test.each([
    [NFC, NFD],
    [NFD, NFC],
  ])("a name is the identity of an existing object (%j, %j)", async (live, given) => {
    const world = await start();
    world.account.channels.create({ name: live });
    expect(await messageOf(world.stack().up(channel(given)))).toContain("already exists (id 101");
    const stack = world.stack({ onExisting: "adopt" });
    await stack.up(channel(given));
    expect(stack.ids).toEqual({ "Channel cafe": "101" });
    expect(sent(world)).toEqual([]);
  });

  test("a name is no change in the config, and no drift on the account", async () => {
    const { world, stack } = await applied(channel(NFC));
    expect((await stack.preview(channel(NFD))).changes).toEqual([]);
    world.account.channels.update(101, { name: NFD });
    expect((await stack.drift()).changes).toEqual([]);
    await stack.up(channel(NFC), REFRESHED);
    expect(sent(world)).toEqual([]);
    await stack.up("{}", DIRECTLY);
    expect(objects(world.account)).toEqual([]);
  });
});
