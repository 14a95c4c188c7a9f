// Two entries with one identity are one object, also if the identity is known late.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { ALL_KINDS } from "../support/dialects";
import { byType, identifiableKinds } from "../support/kinds";
import { messageOf } from "../support/message-of";
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
