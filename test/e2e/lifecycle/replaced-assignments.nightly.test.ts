// A change of an assignment replaces it. The old one only leaves the state.
import { expect, test } from "vitest";
import { acme, ids, plan, program, project, writes } from "./support";

interface Choice {
  channel: "first" | "second";
  itemType: string;
  item: number;
  campaign: "first" | "second";
  link: number;
}

const CHOICE: Choice = {
  channel: "first",
  itemType: "links",
  item: 4711,
  campaign: "first",
  link: 4711,
};

const files = (choice: Choice) =>
  program(`
const c = ${JSON.stringify(choice)};
const channels = { first: new Channel("first", { name: "First" }), second: new Channel("second", { name: "Second" }) };
new ChannelItem("item", { channel: channels[c.channel], itemType: c.itemType, item: c.item });
const campaigns = { first: new Campaign("first", { name: "First" }), second: new Campaign("second", { name: "Second" }) };
new CampaignLink("link", { campaign: campaigns[c.campaign], link: c.link });
`);

test("a changed assignment creates a new one, and warns that the old one only left the state", async () => {
  const app = await project(files(CHOICE));
  await app.pulumi("up", "--yes", "--skip-preview");
  const made = await ids(app);

  const steps: { change: Partial<Choice>; item: string; link: string }[] = [
    { change: { item: 4712, link: 4712 }, item: "first/links/4712", link: "first/4712" },
    { change: { itemType: "bio", item: 12, link: 4713 }, item: "first/bio/12", link: "first/4713" },
    { change: { channel: "second", campaign: "second" }, item: "second/bio/12", link: "second/4713" },
  ];
  const toId = (type: string, path: string) =>
    path.replace(/first|second/, (name) => made[`${type} ${name}`] ?? name);

  let choice = CHOICE;
  for (const { change, item, link } of steps) {
    choice = { ...choice, ...change };
    await app.write(files(choice));
    expect(await plan(app)).toEqual(["replace CampaignLink link", "replace ChannelItem item"]);

    app.emulator.clearLog();
    const output = await app.pulumi("up", "--yes", "--skip-preview");
    const now = { item: toId("Channel", item), link: toId("Campaign", link) };
    const after = await ids(app);
    expect(after).toMatchObject({ "ChannelItem item": now.item, "CampaignLink link": now.link });
    expect(Object.keys(writes(app)).sort()).toEqual([
      `POST /api/campaign/${now.link.replace("/", "/assign/")}`,
      `POST /api/channel/${now.item.replace("/", "/assign/")}`,
    ]);
    expect(output).toContain("ChannelItem item: only left the state");
    expect(output).toContain("CampaignLink link: only left the state");
  }

  const first = acme(app).channels.get(Number(made["Channel first"]));
  expect(first?.items.map(({ type, id }) => `${type}/${id}`)).toEqual(["links/4711", "links/4712", "bio/12"]);
  const campaign = acme(app).campaigns.get(Number(made["Campaign first"]));
  expect(campaign?.links).toEqual([4711, 4712, 4713]);
  await app.pulumi("preview", "--refresh", "--expect-no-changes");
});
