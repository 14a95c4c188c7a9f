// Two entries with one identity are one object, also if the identity is known late.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { byType, identifiableKinds } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { applied } from "../support/what-exists";

describe.each(byType(identifiableKinds))("two new entries of a %s with one identity", (_, kind) => {
  const outputs = Object.fromEntries(
    Object.entries(kind.args()).map(([name, value]) => [name, pulumi.output(value)]),
  );
  const both =
    (args: object, options = {}) =>
    () => {
      new kind.class("first", args as never);
      new kind.class("second", args as never, options);
    };

  test.each([
    ["values", kind.args()],
    ["outputs", outputs],
  ])("(%s) stop preview and update, and nothing is created", async (_, args) => {
    for (const preview of [true, false]) {
      const { world, stack } = await applied("{}");
      const failure = await messageOf(stack.up(both(args), { preview }));
      expect(failure).toMatch(/first.*second|second.*first/s);
      // In an update, the check of the second one comes while the first one is created.
      expect(kind.ids(world.account).length).toBeLessThanOrEqual(preview ? 0 : 1);
    }
  });

  test("are two objects if one says duplicate, also when it does not say so any more", async () => {
    const { world, stack } = await applied(both(outputs, { onExisting: "duplicate" }));
    expect(kind.ids(world.account)).toHaveLength(2);
    expect((await stack.preview(both(outputs))).changes).toEqual([]);
  });
});
