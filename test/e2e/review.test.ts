// `review` with the events of the real CLI.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Review } from "../../src/commands/review/review";
import { Project } from "./support/project";

const pixel = (name: string, tag: string) => ({ type: "fbpixel", name, tag });
const CODE = { type: "link", data: "https://example.com/menu" };
const CONFIG = {
  pixels: {
    drift: pixel("Drift", "1"),
    both: pixel("Both", "2"),
    again: pixel("Again", "3"),
    gone: pixel("Gone", "4"),
    moved: pixel("Moved", "6"),
    kept: pixel("Kept", "7"),
  },
  qrCodes: {
    menu: CODE,
    wifi: { type: "wifi", data: "WIFI:S:cafe;P:hunter2;;" },
  },
};

test("drift, intent, conflicts, dangers and secrets of a real preview", async () => {
  const project = await Project.create({ config: CONFIG });
  await project.ok("up", "--yes", "--skip-preview");
  const { pixels, qrs } = project.service.account();
  const idOf = (name: string) => pixels.list().find((one) => one.name === name)!.id;
  const menu = qrs.list().find(({ type }) => type === "link");
  pixels.update(idOf("Drift"), { name: "By hand" });
  pixels.update(idOf("Both"), { name: "By hand" });
  pixels.delete(idOf("Again"));
  pixels.delete(idOf("Gone"));
  const { gone: _, moved: __, ...others } = CONFIG.pixels;
  await project.config({
    pixels: {
      ...others,
      both: pixel("Config", "2"),
      added: pixel("Added", "5"),
      renamed: { ...pixel("Renamed", "6"), renamedFrom: "moved" },
      kept: { ...pixel("Kept", "7"), options: { protect: true } },
    },
    qrCodes: {
      menu: { ...CONFIG.qrCodes.menu, type: "text" },
      wifi: { ...CONFIG.qrCodes.wifi, data: "WIFI:S:cafe;P:hunter3;;" },
    },
  });

  project.writes();

  const { code, output } = await project.command("review", "--stack", "test", "--output", "review.json");
  expect(code, output).toBe(0);
  expect(output).toMatch(
    /^test, account \d+ at \S+: 1 danger, 2 create, 1 forget, 1 record, 1 replace, 4 update, 4 changed by hand, \d+ requests.*$/m,
  );
  expect(output).toMatch(/update pixels\.drift name: By hand -> Drift \(link-management\.yaml:2\)$/m);
  expect(output).toMatch(/update pixels\.both name: By hand -> Config \(recorded: Both\)/);
  expect(output).toMatch(/create pixels\.again/);
  expect(output).toMatch(/not created again\n +forget pixels\.gone/);
  expect(output).toMatch(/create pixels\.added/);
  expect(output).toMatch(/update pixels\.renamed name: Moved -> Renamed/);
  expect(output).toMatch(/record pixels\.kept protect: false -> true/);
  expect(output).toMatch(/update qrCodes\.wifi data: \[secret\] -> \[secret\]/);
  expect(output).toContain(
    `qrCodes.menu will be replaced (${menu?.link}): every printed copy stops working. Scans so far: 0`,
  );
  // What the preview warns about is in the dangers.
  expect(output).not.toMatch(/public object|a change of type/);
  expect(output).not.toContain("hunter");
  const text = await readFile(join(project.folder, "review.json"), "utf8");
  expect(text).not.toContain("hunter");
  const { rows }: Review = JSON.parse(text);
  const name = { field: "name", why: "both", old: "Both", live: "By hand", new: "Config" };
  expect(rows.find(({ key }) => key === "pixels.both")).toMatchObject({ fields: [name] });
  expect(project.writes()).toEqual([]);
  const [, requests] = /(\d+) requests/.exec(output)!;
  await project.ok("up", "--yes", "--refresh", "--skip-preview");
  expect(project.writes()).toHaveLength(Number(requests));
});
