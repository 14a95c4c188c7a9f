// The life of a stack: first up, no change, drift, replace, rename and removal.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const CONFIG = {
  account: { expect: { username: "acme" }, email: "links@example.com", password: "correct horse" },
  pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" } },
  domains: { go: { domain: "https://go.example.com", redirectRoot: "https://example.com" } },
  qrCodes: { menu: { type: "link", data: "https://example.com/menu", foreground: "rgb(16,42,67)" } },
  channels: {
    spring: {
      name: "Spring",
      color: "#22AA66",
      items: [{ qr: "menu" }, { link: 4711 }, { bio: 12 }],
    },
  },
  campaigns: { launch: { name: "Launch", slug: "launch", public: true, links: [4711] } },
};

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

  await project.ok("destroy", "--yes");
  expect(project.writes().sort()).toEqual([
    "DELETE /api/campaign/101/delete",
    "DELETE /api/channel/101/delete",
    "DELETE /api/domain/101/delete",
    "DELETE /api/pixel/102/delete",
    "DELETE /api/qr/101/delete",
  ]);
  expect(account.pixels.list()).toEqual([byHand]);
  expect(await project.state()).toEqual({});
});

test("drift is shown and fixed", async () => {
  const { account: _, ...config } = CONFIG;
  const project = await Project.create({ config });
  await project.ok("up", "--yes", "--skip-preview");
  const { channels, domains, pixels } = project.service.account();
  pixels.update(101, { name: "By hand" });
  domains.create({ domain: "https://press.example.com" });
  domains.delete(101);
  // Not managed, so it is no drift.
  channels.update(101, { description: "By hand" });
  project.writes();

  const { code } = await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  expect(code).toBe(7);
  const preview = await project.ok("preview", "--refresh", "--diff");
  expect(preview).toMatch(/name *: "By hand" => "Shop ads"/);
  expect(preview).toMatch(/\+ .*Domain.*\(create\)/);
  expect(preview).not.toContain("description");
  expect(project.writes()).toEqual([]);

  await project.ok("up", "--refresh", "--yes", "--skip-preview");
  expect(project.writes().sort()).toEqual(["POST /api/domain/add", "PUT /api/pixel/101/update"]);
  expect(pixels.list()).toMatchObject([{ name: "Shop ads" }]);
  expect(channels.list()).toMatchObject([{ description: "By hand" }]);
  await project.ok("preview", "--refresh", "--expect-no-changes");
});

test("an edit replaces, renames or removes exactly what it says", async () => {
  const { account: _, ...config } = CONFIG;
  const kept = { name: "Kept", options: { retainOnDelete: true } };
  const fixed = { name: "Fixed", options: { protect: true } };
  const before = { ...config, channels: { ...config.channels, kept, fixed } };
  const project = await Project.create({ config: before });
  await project.ok("up", "--yes", "--skip-preview");
  const { channels, qrs } = project.service.account();
  const spring = channels.list().find(({ name }) => name === "Spring")!;
  project.writes();

  // Replace: the item follows the new code.
  const replaced = { ...before, qrCodes: { menu: { ...config.qrCodes.menu, type: "text" } } };
  await project.config(replaced);
  const preview = await project.ok("preview", "--diff");
  expect(preview).toContain("every printed copy");
  expect(preview).toMatch(/type *: "link" => "text"/);
  await project.ok("up", "--yes", "--skip-preview");
  expect(project.writes()).toEqual([
    "POST /api/qr/add",
    `POST /api/channel/${spring.id}/assign/qr/102`,
    "DELETE /api/qr/101/delete",
  ]);

  // Rename: a new key alone is an error, and with `renamedFrom` nothing is sent.
  const ids = Object.values(await project.state()).map(({ id }) => id);
  const items = [{ qr: "lunch" }, { link: 4711 }, { bio: 12 }];
  const lunch = {
    ...replaced,
    qrCodes: { lunch: replaced.qrCodes.menu },
    channels: { ...replaced.channels, spring: { ...config.channels.spring, items } },
  };
  await project.config(lunch);
  const rejected = await project.pulumi("up", "--yes");
  expect(rejected.code).toBe(1);
  expect(rejected.output).toContain("renamedFrom: menu");
  await project.config({ ...lunch, qrCodes: { lunch: { ...replaced.qrCodes.menu, renamedFrom: "menu" } } });
  await project.ok("up", "--yes", "--expect-no-changes");
  expect(project.writes()).toEqual([]);
  const state = await project.state();
  expect(
    Object.values(state)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids.sort());
  expect(state).toHaveProperty(["ChannelItem spring/qr/lunch"]);

  // Removal: a protected object stops the run, a retained one stays, an item only leaves the state.
  const removed = {
    pixels: config.pixels,
    channels: { spring: { name: "Spring", items: items.slice(1) }, fixed },
  };
  await project.config({ ...removed, channels: { spring: removed.channels.spring } });
  expect((await project.pulumi("up", "--yes")).code).not.toBe(0);
  expect(project.writes()).toEqual([]);
  await project.config(removed);
  expect(await project.ok("up", "--yes", "--skip-preview")).toContain("only left the state");
  expect(project.writes().sort()).toEqual([
    "DELETE /api/campaign/101/delete",
    "DELETE /api/domain/101/delete",
    "DELETE /api/qr/102/delete",
  ]);
  expect(channels.list()).toHaveLength(3);
  expect(qrs.list()).toEqual([]);
});
