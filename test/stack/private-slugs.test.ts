// The slug of a private campaign: the end of its list address tells when somebody changes it, and nothing else, because
// some services make that end from the name.
import { expect, test } from "vitest";
import { HABITS } from "../support/habits";
import type { Stack } from "../support/stack";
import { applied, REFRESHED, sent } from "../support/what-exists";
import type { World } from "../support/world";

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

test.each([
  ["private", PRIVATE],
  ["private by default", campaign()],
  ["public", PUBLIC],
])("of a campaign that is %s, a change by hand is drift, and undone", async (_, config) => {
  const { world, stack } = await applied(config);
  for (const slug of ["by-hand", "LAUNCH"]) {
    world.account.campaigns.update(101, { slug });
    expect((await stack.drift()).changes).toEqual(["refresh Campaign it: slug"]);
    await stack.up(config, REFRESHED);
    expect(world.account.campaigns.get(101)).toMatchObject({ slug: "launch" });
    await expectNoDrift(stack, config);
  }
});

test("of a campaign that becomes private is drift, too", async () => {
  const { world, stack } = await applied(PUBLIC);
  await stack.up(PRIVATE);
  world.account.campaigns.update(101, { slug: "by-hand" });
  expect((await stack.drift()).changes).toEqual(["refresh Campaign it: slug"]);
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

test.each<[string, string, string, (world: World) => unknown]>([
  ["from the start", "Another name", PRIVATE, () => {}],
  ["also when a campaign becomes private", "Another name", PUBLIC, () => {}],
  [
    "also if somebody changes the name that looked like the slug",
    "Launch",
    PRIVATE,
    ({ account }) => account.campaigns.update(101, { name: "By hand" }),
  ],
])("is no drift where the address has the name: %s", async (_, name, config, edit) => {
  const named = (text: string, to = name) => text.replace("name: Launch", `name: ${to}`);
  const { world, stack } = await applied(named(config), byName);
  await expectNoDrift(stack, named(config));
  await stack.up(named(PRIVATE));
  await expectNoDrift(stack, named(PRIVATE));
  edit(world);
  for (const { changes } of [await stack.drift(), await stack.refresh(), await stack.drift()])
    expect(changes.join()).not.toContain("slug");
  await stack.up(named(PRIVATE));
  await expectNoDrift(stack, named(PRIVATE));
  // The new name is not the slug.
  await stack.up(named(PRIVATE, "Autumn"));
  await expectNoDrift(stack, named(PRIVATE, "Autumn"));
  expect(sent(world).filter((request) => request.startsWith("POST"))).toEqual([]);
});

test("that the service rewrites is no drift", async () => {
  const config = campaign(", public: true").replace("slug: launch", 'slug: "Überraschung_1"');
  const { stack } = await applied(config, { dialect: { names: "firstUpper" } });
  await expectNoDrift(stack, config);
  await stack.up(config.replace("public: true", "public: false"));
  await expectNoDrift(stack, config.replace("public: true", "public: false"));
  await stack.destroy();
  expect(stack.ids).toEqual({});
});
