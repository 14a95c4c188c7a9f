// Ids that the account does not have. Only the service knows them, so the parent may be created. Each rejected request
// is one error, and state and account agree afterwards.
import { expect, test } from "vitest";
import type { Project } from "../support/project";
import { count, diagnostics, expectNoInternals, project } from "./one-error";

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

/** The same, on the account. */
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

test("an id that does not exist is one error at its entry, with the next step", async () => {
  const at = await project({ [FILE]: "channels: { spring: { name: Spring, items: [{ link: 99 }] } }" });
  const run = await at.try("up", "--yes");
  const reported = diagnostics(run);
  expect(count(reported, "ChannelItem (spring/link/99):"), reported).toBe(1);
  expect(
    count(reported, "POST /api/channel/101/assign/links/99: the service rejected the request: "),
    reported,
  ).toBe(1);
  expect(count(reported, "Check that the account has short link 99"), reported).toBe(1);
  expect(count(reported, `create of channels.spring.items link/99 (${FILE}:1:45): POST`), reported).toBe(1);
  expectNoInternals(run);
  expect(run.code).not.toBe(0);
});

test("reports every id that does not exist once, creates the rest, and duplicates nothing after the correction", async () => {
  const at = await project({ [FILE]: config(97, 98, 99) });
  const run = await at.try("up", "--yes", "--continue-on-error");
  const reported = diagnostics(run);
  const errors = [
    ["ChannelItem (spring/link/97)", "short link 97"],
    ["ChannelItem (spring/bio/98)", "bio page 98"],
    ["ChannelItem (spring/qr/99)", "QR code 99"],
    ["CampaignLink (launch/97)", "short link 97 and that it is not assigned already"],
  ];
  for (const [entry, what] of errors) {
    expect(count(reported, `${entry}:`), reported).toBe(1);
    expect(reported).toContain(`Check that the account has ${what}`);
  }
  expect(reported.match(/the service rejected the request/g)).toHaveLength(errors.length);
  expectNoInternals(run);
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

test("reports an id that is not a number with its location, and sends nothing", async () => {
  const at = await project({ [FILE]: "channels:\n  spring: { name: Spring, items: [{ link: shop }] }\n" });
  const reported = diagnostics(await at.try("up", "--yes"));
  expect(count(reported, `${FILE}:2:43 error`), reported).toBe(1);
  expect(at.emulator.log).toEqual([]);
});
