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

const config = (link: number, bio: number, qr: string | number) => `qrCodes:
  menu: { type: link, data: https://example.com/menu }
channels:
  spring: { name: Spring, items: [{ link: 4711 }, { link: ${link} }, { bio: ${bio} }, { qr: ${qr} }] }
campaigns:
  launch: { name: Launch, links: [4711, ${link}] }
`;

test("an id that does not exist is one error at its entry, which says what to look for", async () => {
  const at = await project({ [FILE]: "channels: { spring: { name: Spring, items: [{ link: 99 }] } }" });
  const run = await at.try("up", "--yes");
  const told = diagnostics(run);
  expect(count(told, "ChannelItem (spring/link/99):"), told).toBe(1);
  expect(count(told, "POST /api/channel/101/assign/links/99: the service refused: "), told).toBe(1);
  expect(count(told, "check that the account has the short link 99"), told).toBe(1);
  expectNoInnards(run);
  expect(run.code).not.toBe(0);
});

test("every id that does not exist is told once, the rest is made, and nothing is doubled once they are right", async () => {
  const at = await project({ [FILE]: config(97, 98, 99) });
  const run = await at.try("up", "--yes", "--continue-on-error");
  const told = diagnostics(run);
  const mistakes = [
    ["ChannelItem (spring/link/97)", "short link 97"],
    ["ChannelItem (spring/bio/98)", "bio page 98"],
    ["ChannelItem (spring/qr/99)", "QR code 99"],
    ["CampaignLink (launch/97)", "short link 97 and that it is not assigned already"],
  ];
  for (const [entry, what] of mistakes) {
    expect(count(told, `${entry}:`), told).toBe(1);
    expect(told).toContain(`check that the account has the ${what}`);
  }
  expect(told.match(/the service refused/g)).toHaveLength(mistakes.length);
  expectNoInnards(run);
  expect(run.code).not.toBe(0);
  expect(await stateIds(at)).toEqual(accountIds(at));
  expect(accountIds(at)).toEqual(
    expect.arrayContaining(["ChannelItem 101/links/4711", "CampaignLink 101/4711"]),
  );

  await at.config(config(4712, 12, "menu"));
  await at.pulumi("up", "--yes");
  expect(await stateIds(at)).toEqual(accountIds(at));
  expect(accountIds(at)).toHaveLength(9);
});

test("an id that is no number is told with its place, and nothing is sent", async () => {
  const at = await project({ [FILE]: "channels:\n  spring: { name: Spring, items: [{ link: shop }] }\n" });
  const told = diagnostics(await at.try("up", "--yes"));
  expect(count(told, `${FILE}:2:43 error`), told).toBe(1);
  expect(at.emulator.log).toEqual([]);
});
