// Two stacks of one project on one account, each with a config file of its own, that name the same objects.
import { expect, test } from "vitest";
import { acme, configured, diagnostics, objectCounts, writes, yaml } from "./lifecycle/support";

const SHARED = { type: "fbpixel", name: "Shop ads", tag: "1" };
const CODE = { type: "link", data: "https://example.com/menu" };
const NO_DRIFT = ["refresh", "--preview-only", "--expect-no-changes"];

/** What is equal has another key in the other file; of a code nobody can tell that it is equal. */
const FIRST = {
  pixels: { ads: SHARED, board: { type: "forum", name: "Board", tag: "2" } },
  qrCodes: { menu: CODE },
};
const SECOND = {
  pixels: { shop: { ...SHARED, options: { retainOnDelete: true } } },
  qrCodes: { card: CODE },
  channels: { spring: { name: "Spring", items: [{ qr: "card" }] } },
};

test("what is equal is taken over by the second, retained by its destroy, and deleted once by that of the first", async () => {
  const project = await configured(FIRST);
  await project.write({ "second.yaml": yaml(SECOND) });
  await project.pulumi("up", "--yes", "--skip-preview");
  await project.pulumi("stack", "init", "second", "--no-select");
  await project.pulumi("config", "set", "link-management:file", "second.yaml", "--stack", "second");
  const shared = acme(project)
    .pixels.list()
    .find(({ tag }) => tag === SHARED.tag)!;
  const second = (...args: string[]) => project.pulumi(...args, "--stack", "second");

  project.emulator.clearLog();
  const told = diagnostics(await second("up", "--yes"));
  expect(told).toContain(
    `Pixel fbpixel 1: the account already holds this object with id ${shared.id}; it is taken over instead of doubled, and ` +
      "from then on this stack is the one that deletes it (retainOnDelete prevents that)",
  );
  expect(Object.keys(writes(project)).sort()).toEqual([
    "POST /api/channel/101/assign/qr/102",
    "POST /api/channel/add",
    "POST /api/qr/add",
  ]);
  expect(objectCounts(project)).toEqual({ pixels: 2, domains: 0, qrs: 2, channels: 1, campaigns: 0 });
  await second(...NO_DRIFT);
  await project.pulumi(...NO_DRIFT);

  project.emulator.clearLog();
  await second("destroy", "--yes", "--skip-preview");
  expect(Object.keys(writes(project)).sort()).toEqual([
    "DELETE /api/channel/101/delete",
    "DELETE /api/qr/102/delete",
  ]);
  expect(acme(project).pixels.get(shared.id)).toMatchObject(SHARED);
  await project.pulumi(...NO_DRIFT);

  project.emulator.clearLog();
  await project.pulumi("destroy", "--yes", "--skip-preview");
  expect(Object.keys(writes(project)).sort()).toEqual([
    "DELETE /api/pixel/101/delete",
    "DELETE /api/pixel/102/delete",
    "DELETE /api/qr/101/delete",
  ]);
  expect(Object.values(objectCounts(project))).toEqual([0, 0, 0, 0, 0]);
});
