// The slug of a campaign: only a public one shows it.
import { expect, test } from "vitest";
import { HABITS } from "../support/habits";
import type { Stack } from "../support/stack";
import { applied, REFRESHED } from "../support/what-exists";
import { startStack } from "../support/world";

const campaign = (fields = "", name = "Launch") =>
  `campaigns: { it: { name: ${name}, slug: launch${fields} } }\n`;
const PRIVATE = campaign(", public: false");
const PUBLIC = campaign(", public: true");
const byName = { habit: HABITS.listsByName };

/** Neither a look at the drift nor a refresh shows a change. */
async function expectNoDrift(stack: Stack, config: string): Promise<void> {
  expect((await stack.drift()).changes).toEqual([]);
  expect((await stack.refresh()).changes).toEqual([]);
  expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
}

test("of a public campaign, a change by hand is drift, and undone, but not that of its letter case", async () => {
  const { world, stack } = await applied(PUBLIC);
  world.account.campaigns.update(101, { slug: "by-hand" });
  expect((await stack.drift()).changes).toEqual(["refresh Campaign it: slug"]);
  await stack.up(PUBLIC, REFRESHED);
  expect(world.account.campaigns.get(101)).toMatchObject({ slug: "launch" });
  world.account.campaigns.update(101, { slug: "LAUNCH" });
  await expectNoDrift(stack, PUBLIC);
});

test.each([
  ["private", PRIVATE, {}],
  ["private by default", campaign(), {}],
  ["private, with an address that is made from its name", PRIVATE, byName],
  ["about to become private", PUBLIC, {}],
])("of a campaign that is %s never drifts", async (_, config, options) => {
  const { world, stack } = await applied(config, options);
  await stack.up(PRIVATE);
  world.account.campaigns.update(101, { slug: "by-hand" });
  await expectNoDrift(stack, PRIVATE);
});

test("that left the config is not sent: an update sends no name as a slug", async () => {
  const { world, stack } = await applied("campaigns: { it: { name: Launch } }\n", byName);
  await stack.up("campaigns: { it: { name: Start } }\n", REFRESHED);
  expect(world.bodies("PUT /api/campaign/101/update")).toEqual([{ name: "Start", public: false }]);
});

test("identifies no campaign", async () => {
  const { world } = await applied("campaigns: { it: { name: Launch, public: false } }\n");
  const slug = world.account.campaigns.get(101)!.slug;
  const stack = world.stack({ onExisting: "overwrite" });
  await stack.up(`campaigns: { other: { name: Other, slug: ${slug} } }\n`);
  expect(stack.ids).toEqual({ "Campaign other": "102" });
});

test("of a campaign is found again by its name after a lost state", async () => {
  const { world } = await applied(PRIVATE, byName);
  const stack = world.stack({ onExisting: "overwrite" });
  await stack.up(PRIVATE);
  expect(stack.ids).toEqual({ "Campaign it": "101" });
});

test.each(["Launch", "launch_1", "überraschung"])("that services rewrite is a warning: %s", async (slug) => {
  const { stack } = await startStack();
  const warning = /warning: .*campaigns\.it.*slug/;
  expect((await stack.preview(PUBLIC.replace("slug: launch", `slug: ${slug}`))).text).toMatch(warning);
  expect((await stack.preview(PUBLIC)).text).not.toMatch(warning);
});
