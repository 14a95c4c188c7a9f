// The life of a stack: first up, no change, and its end.
import { expect, test } from "vitest";
import { CONFIG } from "./support/example";
import { Project } from "./support/project";

test("the first up creates what its preview shows, a second one has nothing to do, destroy deletes it", async () => {
  const project = await Project.create({ config: CONFIG });
  const account = project.service.account();
  const byHand = account.pixels.create({ type: "forum", name: "By hand", tag: "1" });
  expect(await project.plan()).toEqual([
    "create Account account",
    "create Campaign launch",
    "create CampaignLink launch/4711",
    "create Channel spring",
    "create ChannelItem spring/bio/12",
    "create ChannelItem spring/link/4711",
    "create ChannelItem spring/qr/menu",
    "create Domain go",
    "create Pixel ads",
    "create QrCode menu",
  ]);
  expect(project.writes()).toEqual([]);

  await project.ok("up", "--yes", "--skip-preview");
  const created = project.writes();
  expect(created).toHaveLength(10);
  expect(account.email).toBe("links@example.com");
  expect(account.domains.list()).toMatchObject([{ redirectroot: "https://example.com" }]);
  expect(account.campaigns.list()).toMatchObject([{ name: "Launch", slug: "launch", links: [4711] }]);
  const [channel] = account.channels.list();
  expect(channel?.items.map(({ type }) => type).sort()).toEqual(["bio", "links", "qr"]);
  const outputs = JSON.parse(await project.ok("stack", "output", "--json"));
  expect(outputs.qrCodes.menu.link).toBe(account.qrs.list()[0]?.link);

  await project.ok("up", "--yes", "--expect-no-changes");
  await project.ok("refresh", "--preview-only", "--expect-no-changes");
  expect(project.writes()).toEqual([]);

  const { campaigns, channels, domains, pixels, qrs } = account;
  const deletes = [
    `DELETE /api/campaign/${campaigns.list()[0]!.id}/delete`,
    `DELETE /api/channel/${channels.list()[0]!.id}/delete`,
    `DELETE /api/domain/${domains.list()[0]!.id}/delete`,
    `DELETE /api/pixel/${pixels.list()[1]!.id}/delete`,
    `DELETE /api/qr/${qrs.list()[0]!.id}/delete`,
  ];
  await project.ok("destroy", "--yes");
  expect(project.writes().sort()).toEqual(deletes);
  expect(account.pixels.list()).toEqual([byHand]);
  expect(await project.state()).toEqual({});
});
