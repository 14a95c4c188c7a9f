// Ids that the account does not have: only the service can tell, so the parent may be made. What it refuses is one
// error each, and state and account agree afterwards.
import { expect, test } from "vitest";
import type { Project } from "../support/project";
import { count, diagnostics, expectNoInnards, project } from "./one-error";

const FILE = "link-management.yaml";
const acme = (at: Project) => at.emulator.store.account("acme");

/** Every resource of the state by kind, with its id. */
async function stateIds(at: Project): Promise<string[]> {
  const resources = (await at.state()).resources ?? [];
  return resources
    .filter(({ urn }) => urn.includes("link-management:"))
    .map(({ urn, id }) => `${urn.split("link-management:")[1]?.split("::")[0]} ${id}`)
    .sort();
}

/** The same, as the account has it. */
function accountIds(at: Project): string[] {
  const { channels, campaigns, qrs } = acme(at);
  return [
    ...qrs.list().map(({ id }) => `QrCode ${id}`),
    ...channels
      .list()
      .flatMap(({ id, items }) => [
        `Channel ${id}`,
        ...items.map((item) => `ChannelItem ${id}/${item.type}/${item.id}`),
      ]),
    ...campaigns
      .list()
      .flatMap(({ id, links }) => [`Campaign ${id}`, ...links.map((link) => `CampaignLink ${id}/${link}`)]),
  ].sort();
}

interface Case {
  what: string;
  wrong: string;
  right: string;
  entry: string;
  request: string;
}

const cases: Case[] = [
  {
    what: "short link",
    wrong: "channels: { spring: { name: Spring, items: [{ link: 4711 }, { link: 99 }] } }",
    right: "channels: { spring: { name: Spring, items: [{ link: 4711 }, { link: 4712 }] } }",
    entry: "ChannelItem (spring/link/99)",
    request: "POST /api/channel/101/assign/links/99",
  },
  {
    what: "bio page",
    wrong: "channels: { spring: { name: Spring, items: [{ bio: 12 }, { bio: 99 }] } }",
    right: "channels: { spring: { name: Spring, items: [{ bio: 12 }, { bio: 13 }] } }",
    entry: "ChannelItem (spring/bio/99)",
    request: "POST /api/channel/101/assign/bio/99",
  },
  {
    what: "QR code",
    wrong: "channels: { spring: { name: Spring, items: [{ link: 4711 }, { qr: 99 }] } }",
    right: "channels: { spring: { name: Spring, items: [{ link: 4711 }] } }",
    entry: "ChannelItem (spring/qr/99)",
    request: "POST /api/channel/101/assign/qr/99",
  },
  {
    what: "short link",
    wrong: "campaigns: { launch: { name: Launch, links: [4711, 99] } }",
    right: "campaigns: { launch: { name: Launch, links: [4711, 4712] } }",
    entry: "CampaignLink (launch/99)",
    request: "POST /api/campaign/101/assign/99",
  },
];

test.each(cases)("a $what 99 that does not exist is one error at $entry", async (one) => {
  const at = await project({ [FILE]: one.wrong });
  const run = await at.try("up", "--yes");
  const told = diagnostics(run);
  expect(count(told, `${one.entry}:`), told).toBe(1);
  expect(count(told, `${one.request}: the service refused`), told).toBe(1);
  expect(told).toContain(`check that the account has the ${one.what} 99`);
  expectNoInnards(run);
  expect(run.code).not.toBe(0);
  expect(await stateIds(at)).toEqual(accountIds(at));

  await at.config(one.right);
  await at.pulumi("up", "--yes");
  expect(await stateIds(at)).toEqual(accountIds(at));
  expect(acme(at).channels.size + acme(at).campaigns.size).toBe(1);
});

test("every id that does not exist is told, each once", async () => {
  const at = await project({
    [FILE]: `channels:
  spring: { name: Spring, items: [{ link: 97 }, { bio: 98 }, { link: 4711 }] }
campaigns:
  launch: { name: Launch, links: [99] }
`,
  });
  const run = await at.try("up", "--yes", "--continue-on-error");
  const told = diagnostics(run);
  for (const entry of [
    "ChannelItem (spring/link/97)",
    "ChannelItem (spring/bio/98)",
    "CampaignLink (launch/99)",
  ]) {
    expect(count(told, `${entry}:`), told).toBe(1);
  }
  expect(told.match(/the service refused/g)).toHaveLength(3);
  expectNoInnards(run);
  expect(await stateIds(at)).toEqual(accountIds(at));
});

test("an id that is no number is told with its place, and nothing is sent", async () => {
  const at = await project({ [FILE]: "channels:\n  spring: { name: Spring, items: [{ link: shop }] }\n" });
  const told = diagnostics(await at.try("up", "--yes"));
  expect(count(told, `${FILE}:2:43 error`), told).toBe(1);
  expect(at.emulator.log).toEqual([]);
});
