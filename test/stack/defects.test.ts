// What went wrong once: each of these was found by attack.
import { afterEach, expect, test, vi } from "vitest";
import { messageOf } from "../support/message-of";
import { startStack } from "../support/world";

afterEach(() => void vi.unstubAllEnvs());

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const codes = (count: number, rest = "") =>
  `qrCodes:\n${times(count, (n) => `  c${n}: { type: text, data: code ${n}${rest} }\n`).join("")}`;

// Updates (2): unmanaged values come from a list that is at most 60 s old.
test("a description that somebody changes during a long apply is not reverted", async () => {
  const config = (color: string) =>
    `channels:\n${times(60, (n) => `  c${n}: { name: Channel ${n}, color: "${color}" }\n`).join("")}`;
  const { world, stack } = await startStack({ rateLimit: 30, up: config("#000000") });
  for (const { id } of world.account.channels.list())
    world.account.channels.update(id, { description: "Before" });
  const edited = { done: false };
  world.faults.rule({
    on: "PUT /api/channel/*",
    after: 25,
    times: 1,
    edit: ({ channels }) => {
      edited.done = true;
      for (const { id } of channels.list()) channels.update(id, { description: "By hand" });
    },
  });
  await stack.up(config("#111111"), { preview: false, parallel: 1 });
  expect(edited.done).toBe(true);
  const reverted = world.account.channels.list().filter(({ description }) => description !== "By hand");
  // The last ones were updated more than a minute after the edit.
  expect(reverted.length).toBeLessThan(30);
});

// Create once (3): a QR code whose name no list has shown is never taken.
test("the only new QR code is not taken: it may be somebody else's", async () => {
  const { world, stack } = await startStack();
  world.faults.rule({
    on: "POST /api/qr/add",
    fault: "reset",
    times: 1,
    edit: ({ qrs }) => void qrs.create({ type: "text", data: "of somebody else" }),
  });
  await messageOf(stack.up(codes(1), { preview: false }));
  await stack.destroy();
  expect(world.account.qrs.list().map(({ data }) => data)).toContain("of somebody else");
});
