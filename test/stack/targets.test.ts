// `--target`: the provider never hears of the entries that it leaves out, but what those have is theirs.
import { expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY, REFRESHED } from "../support/what-exists";

test("the object of an entry that --target leaves out is not adopted, although somebody renamed it", async () => {
  const { world, stack } = await applied("channels: { old: { name: old } }");
  world.account.channels.update(101, { name: "new" });
  const both = "channels: { old: { name: old }, new: { name: new, options: { onExisting: adopt } } }";
  expect(await messageOf(stack.up(both, { ...DIRECTLY, target: ["Channel new"] }))).toContain("101");
  expect(stack.ids).toEqual({ "Channel old": "101" });
});

test.each([
  ["--target of the replacement", { ...DIRECTLY, target: ["Domain x"] }],
  ["a run that refreshes", REFRESHED],
])(
  "what a replacement still has to delete, and an entry has adopted since, is not deleted by %s",
  async (_, options) => {
    const domains = (host: string, more = "") =>
      `domains: { x: { domain: https://${host}.example.com }${more} }\n`;
    const { world, stack } = await applied(domains("a"));
    world.faults.rule({ on: "DELETE *", reject: "not now", times: 1 });
    expect(await messageOf(stack.up(domains("b"), DIRECTLY))).toContain("not now");
    const both = domains("b", ", y: { domain: https://a.example.com, options: { onExisting: { id: 101 } } }");
    await stack.up(both, { ...DIRECTLY, target: ["Domain y"] });
    await stack.up(both, options);
    expect(stack.ids).toEqual({ "Domain x": "102", "Domain y": "101" });
    expect(world.account.domains.list().map(({ id }) => id)).toEqual([101, 102]);
    expect(stack.pendingDeletes).toEqual([]);
    // What leaves the config later is deleted.
    await stack.up(domains("b"), DIRECTLY);
    expect(world.account.domains.list().map(({ id }) => id)).toEqual([102]);
  },
);

test("an object with the id of one that was replaced before is deleted by its own replacement", async () => {
  const domains = (x: string, y?: string) =>
    `domains: { x: { domain: https://${x}.example.com }${y ? `, y: { domain: https://${y}.example.com }` : ""} }`;
  const { world, stack } = await applied(domains("a"));
  await stack.up(domains("b"), DIRECTLY);
  const all = world.account.domains;
  world.faults.rule({
    on: "POST /api/domain/add",
    times: 1,
    respond(response) {
      const created = all.list().at(-1)!;
      all.delete(created.id);
      all.create({ ...created, id: 101 });
      return { ...response, body: { ...(response.body as object), id: 101 } };
    },
  });
  await stack.up(domains("b", "c"), DIRECTLY);
  expect(stack.ids).toMatchObject({ "Domain y": "101" });
  await stack.up(domains("b", "d"), DIRECTLY);
  expect(all.list().map(({ id }) => String(id))).toEqual(Object.values(stack.ids).sort());
});
