// More orders of commands of two stacks on one account: a destroy, a kill and a renamed key.
import { expect, test } from "vitest";
import { runAndKill } from "../killed/interruption";
import { skipWithoutProc } from "../killed/processes";
import { acme, changed, writes } from "../lifecycle/support";
import { FIRST, OWN, SECOND, snapshotOf, twoStacks, YES } from "./two-stacks";

test("after the destroy of the first stack the second one may create the objects, and the first one stops", async () => {
  const { project, first, second } = await twoStacks(SECOND);
  await first.run("destroy", ...YES);
  await second.run("up", "--yes");
  const before = snapshotOf(project);
  const stopped = await first.try("up", "--yes");
  expect(stopped.code).not.toBe(0);
  expect(stopped.output).toMatch(/pixels\.ads \(.*\): already exists \(id \d+\)/);
  await first.run("destroy", ...YES);
  expect(snapshotOf(project)).toEqual(before);
  await second.expectNoDrift();
});

test("a killed run of the second stack recovers without a change of the first one", async (context) => {
  skipWithoutProc(context);
  const { project, first, second } = await twoStacks(OWN);
  const before = snapshotOf(project);
  const up = ["up", ...YES, "--stack", "second"];
  await runAndKill(project, up, { nth: 3, timing: "after", victims: ["engine"] });
  await second.run("cancel", "--yes");
  const left = acme(project).qrs.list().slice(1);
  const onExisting = left[0] && { id: left[0].id };
  await second.config(changed(OWN, { qrCodes: { card: { options: { onExisting } } } }));

  expect((await second.try("preview")).output).not.toContain("id 101");
  project.emulator.clearLog();
  const { code, output } = await second.adopting("up", "--yes");
  expect(code, output).toBe(0);
  expect(Object.keys(writes(project)).filter((request) => !request.startsWith("POST"))).toEqual([]);
  await second.expectNoDrift();
  await first.expectNoDrift();
  await second.run("destroy", ...YES);
  expect(snapshotOf(project)).toEqual(before);
  await first.expectNoDrift();
});

test("a renamed key of the first stack adopts no object of the second one", async () => {
  const { project, first, second } = await twoStacks({ pixels: SECOND.pixels! });
  await second.config(
    changed({ pixels: SECOND.pixels! }, { pixels: { shop: { options: { onExisting: "duplicate" } } } }),
  );
  await second.run("up", "--yes");
  const duplicate = acme(project).pixels.list().at(-1);
  const before = snapshotOf(project);

  const { ads, ...others } = FIRST.pixels!;
  await first.config({ ...FIRST, pixels: { ...others, campaignAds: ads } });
  for (const run of [await first.try("up", "--yes"), await first.adopting("up", "--yes")]) {
    expect(run.code).not.toBe(0);
    expect(run.output).toMatch(
      /pixels\.campaignAds \(.*\): already managed by pixels\.ads \(id \d+\), which leaves the stack/,
    );
    expect(run.output).toContain("Set renamedFrom: ads");
    expect(snapshotOf(project)).toEqual(before);
  }
  await first.config({
    ...FIRST,
    pixels: { ...others, campaignAds: { ...(ads as object), renamedFrom: "ads" } },
  });
  await first.run("up", "--yes");
  expect(snapshotOf(project)).toEqual(before);
  await first.run("destroy", ...YES);
  expect(acme(project).pixels.list()).toEqual([duplicate]);
  await second.expectNoDrift();
});
