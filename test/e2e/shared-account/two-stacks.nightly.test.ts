// Two stacks on one account. No command of one stack changes an object of the other, unless an option asks for it.
import { expect, test } from "vitest";
import { acme, writes } from "../lifecycle/support";
import type { Project } from "../support/project";
import { FIRST, OWN, SECOND, SHARED, snapshotOf, twoStacks, YES } from "./two-stacks";

const pixelId = (project: Project, tag: string) =>
  acme(project)
    .pixels.list()
    .find((pixel) => pixel.tag === tag)?.id;

test("the preview of the second stack names every shared object, and nothing is changed", async () => {
  const { project, first, second } = await twoStacks(SECOND);
  const before = snapshotOf(project);
  const preview = await second.try("up", "--yes");
  expect(preview.code).not.toBe(0);
  expect(preview.output).toContain("4 entries cannot be created. Nothing was changed.");
  // Of the two pixels of the first stack, either one may be created first.
  const ids = {
    "pixels.shop": pixelId(project, "1"),
    "domains.main": 101,
    "channels.season": 101,
    "campaigns.start": 101,
  };
  for (const [entry, id] of Object.entries(ids)) {
    const found = new RegExp(`${entry} \\(second\\.yaml:.*\\): already exists \\(id ${id}\\)`);
    expect(preview.output).toMatch(found);
  }
  expect(snapshotOf(project)).toEqual(before);

  // Without a preview, entries before the first shared one may be created.
  expect((await second.try("up", ...YES)).code).not.toBe(0);
  await second.run("destroy", ...YES);
  expect(snapshotOf(project)).toEqual(before);
  await first.expectNoDrift();
});

test("the second stack creates and destroys its own objects only", async () => {
  const { project, first, second } = await twoStacks(OWN);
  const before = snapshotOf(project);
  await second.run("up", "--yes");
  await first.expectNoDrift();

  await first.config({ ...FIRST, pixels: { ads: SHARED.pixel } });
  const board = pixelId(project, "2");
  project.emulator.clearLog();
  await first.run("up", "--yes");
  expect(Object.keys(writes(project))).toEqual([`DELETE /api/pixel/${board}/delete`]);
  await second.expectNoDrift();
  await second.run("destroy", ...YES);
  expect(snapshotOf(project)).toEqual(before.filter((object) => !("tag" in object) || object.tag !== "2"));
  await first.expectNoDrift();
});
