// What the config changes: replacements, renames and removals.
import { expect, test } from "vitest";
import { CONFIG } from "./support/example";
import { Project } from "./support/project";

test("an edit replaces, renames or removes exactly what it says", async () => {
  const { account: _, ...config } = CONFIG;
  const kept = { name: "Kept", options: { retainOnDelete: true } };
  const fixed = { name: "Fixed", options: { protect: true } };
  const before = { ...config, channels: { ...config.channels, kept, fixed } };
  const project = await Project.create({ config: before });
  await project.ok("up", "--yes", "--skip-preview");
  const { campaigns, channels, domains, qrs } = project.service.account();
  const onlyId = (list: { list(): readonly { id: number }[] }) => list.list()[0]!.id;
  const spring = channels.list().find(({ name }) => name === "Spring")!;
  project.writes();

  // Replace: the item follows the new code.
  const replaced = { ...before, qrCodes: { menu: { ...config.qrCodes.menu, type: "text" } } };
  await project.config(replaced);
  const preview = await project.ok("preview", "--diff");
  expect(preview).toContain("every printed copy");
  const old = onlyId(qrs);
  expect(preview).toMatch(/type *: "link" => "text"/);
  await project.ok("up", "--yes", "--skip-preview");
  expect(project.writes()).toEqual([
    "POST /api/qr/add",
    `POST /api/channel/${spring.id}/assign/qr/${onlyId(qrs)}`,
    `DELETE /api/qr/${old}/delete`,
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
  const deletes = [
    `DELETE /api/campaign/${onlyId(campaigns)}/delete`,
    `DELETE /api/domain/${onlyId(domains)}/delete`,
    `DELETE /api/qr/${onlyId(qrs)}/delete`,
  ];
  expect(await project.ok("up", "--yes", "--skip-preview")).toContain("only left the state");
  expect(project.writes().sort()).toEqual(deletes);
  expect(channels.list()).toHaveLength(3);
  expect(qrs.list()).toEqual([]);
});
