// `--target` and `--exclude`: the provider never hears of the entries that they leave out, but what those have is theirs.
import { expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY, REFRESHED } from "../support/what-exists";

const channel = (key: string, more = "") => `  ${key}: { name: ${key}${more} }\n`;
const domain = (key: string, host: string, more = "") =>
  `  ${key}: { domain: https://${host}.example.com${more} }\n`;

/** A domain (102) whose old object (101) is still there, and the config after it. */
async function replacedButNotDeleted() {
  const { world, stack } = await applied(`domains:\n${domain("x", "a")}`);
  world.faults.rule({ on: "DELETE *", reject: "not now", times: 1 });
  const after = `domains:\n${domain("x", "b")}`;
  expect(await messageOf(stack.up(after, DIRECTLY))).toContain("not now");
  return { world, stack, after };
}

test.each([
  ["--target", { target: ["Channel new"] }],
  ["--exclude", { exclude: ["Channel old"] }],
])(
  "the object of an entry that %s leaves out is not adopted, although somebody renamed it",
  async (_, options) => {
    const { world, stack } = await applied(`channels:\n${channel("old")}`);
    world.account.channels.update(101, { name: "new" });
    const both = `channels:\n${channel("old")}${channel("new", ", options: { onExisting: adopt }")}`;
    expect(await messageOf(stack.up(both, { ...DIRECTLY, ...options }))).toContain("101");
    expect(stack.ids).toEqual({ "Channel old": "101" });
  },
);

test.each([
  ["--target of the replacement", { target: ["Domain x"] }],
  ["--exclude of the other entry", { exclude: ["Domain y"] }],
])(
  "what a replacement still has to delete, and an entry has adopted since, is not deleted by %s",
  async (_, options) => {
    const { world, stack, after } = await replacedButNotDeleted();
    const both = `${after}${domain("y", "a", ", options: { onExisting: { id: 101 } }")}`;
    await stack.up(both, { ...DIRECTLY, target: ["Domain y"] });
    await stack.up(both, { ...DIRECTLY, ...options });
    expect(stack.ids).toEqual({ "Domain x": "102", "Domain y": "101" });
    expect(world.account.domains.list().map(({ id }) => id)).toEqual([101, 102]);
    expect(stack.pendingDeletes).toEqual([]);
    // What leaves the config later is deleted.
    await stack.up(after, DIRECTLY);
    expect(world.account.domains.list().map(({ id }) => id)).toEqual([102]);
  },
);

test("what a replacement still has to delete may be adopted in a run that refreshes, and blocks no refresh", async () => {
  const { world, stack, after } = await replacedButNotDeleted();
  const both = `${after}${domain("y", "a", ", options: { onExisting: adopt }")}`;
  await stack.up(both, { ...DIRECTLY, target: ["Domain y"] });
  expect(stack.pendingDeletes.map(({ id }) => id)).toEqual(["101"]);
  await stack.refresh();
  await stack.up(both, REFRESHED);
  expect(stack.ids).toEqual({ "Domain x": "102", "Domain y": "101" });
  expect(world.account.domains.list().map(({ id }) => id)).toEqual([101, 102]);
});
