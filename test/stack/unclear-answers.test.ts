// A create whose response is not the service's own, or says that the service is busy: one object, or an error that says so.
import { describe, expect, test } from "vitest";
import { ALL_KINDS } from "../support/dialects";
import type { Fault } from "../support/faults";
import { byType, identifiableKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { startStack } from "../support/world";

const ANSWERS: readonly Fault[] = ["busy", "page"];
const TIMES = [
  ["with effect", { when: "after", times: 1 }],
  ["without effect", { when: "before", times: 1 }],
  ["twice in a row, with effect", { when: "after", times: 2 }],
  ["twice in a row, without effect", { when: "before", times: 2 }],
] as const;

describe.each(byType(identifiableKinds))("a %s", (type, kind) => {
  test.each(ANSWERS.flatMap((fault) => TIMES.map(([what, rule]) => ({ fault, what, rule }))))(
    "exists once after $fault, $what, and the error said that it may exist",
    async ({ fault, rule }) => {
      const { world, stack } = await startStack({ dialect: { ...ALL_KINDS, rejectedDuplicates: "none" } });
      const before = kind.ids(world.account);
      world.faults.rule({ on: "POST /api/*/add", fault, ...rule });
      for (let run = 0; run < rule.times; run++) {
        const sent = world.changes.length;
        const message = await messageOf(stack.up(one(kind, kind.args()), { refresh: run > 0 }));
        // After an effect, the refresh has found the object.
        if (world.changes.length > sent) expect(message).toContain("object may exist");
      }
      await stack.up(one(kind, kind.args()), { refresh: true });
      const created = kind.ids(world.account).filter((id) => !before.includes(id));
      expect(created).toHaveLength(1);
      expect(stack.ids[`${type} it`]).toBe(String(created[0]));
    },
  );
});
