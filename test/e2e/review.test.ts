// `review` with the events of the real CLI.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const pixel = (name: string, tag: string) => ({ type: "fbpixel", name, tag });
const CONFIG = {
  pixels: {
    drift: pixel("Drift", "1"),
    both: pixel("Both", "2"),
    again: pixel("Again", "3"),
    gone: pixel("Gone", "4"),
    moved: pixel("Moved", "6"),
    kept: pixel("Kept", "7"),
    retained: { ...pixel("Retained", "8"), options: { retainOnDelete: true } },
  },
  qrCodes: {
    menu: { type: "link", data: "https://example.com/menu", name: "Menu" },
    wifi: { type: "wifi", data: "WIFI:S:cafe;P:hunter2;;", name: "Wifi" },
  },
};

test("drift, intent, conflicts, dangers and secrets of a real preview", async () => {
  const project = await Project.create({ config: CONFIG });
  await project.ok("up", "--yes", "--skip-preview");
  const { pixels } = project.service.account();
  const idOf = (name: string) => pixels.list().find((one) => one.name === name)!.id;
  const { "QrCode menu": menu } = await project.state();
  pixels.update(idOf("Drift"), { name: "By hand" });
  pixels.update(idOf("Both"), { name: "By hand" });
  pixels.delete(idOf("Again"));
  pixels.delete(idOf("Gone"));
  const { gone: _, moved: __, retained: ___, ...others } = CONFIG.pixels;
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

  // It runs the preview itself.
  const { code, output } = await project.command("review", "--suppress-progress", "--stack", "test");
  expect(code, output).toBe(0);
  expect(output).toMatch(
    /^test: 2 create, 4 update, 1 record, 1 replace, 1 forget, 1 gone, about \d+ requests.*, 4 changed by hand$/m,
  );
  expect(output).toMatch(/undo +pixels\.drift +name +Drift +By hand +Drift +link-management\.yaml:2$/m);
  expect(output).toMatch(/conflict.* +pixels\.both +name +Both +By hand +Config/);
  expect(output).toMatch(/create again +pixels\.again/);
  expect(output).toMatch(/gone +pixels\.gone/);
  expect(output).toMatch(/create +pixels\.added/);
  expect(output).toMatch(/update +pixels\.renamed +key +moved +renamed/);
  expect(output).toMatch(/pixels\.retained: only the state loses it.*retainOnDelete/);
  expect(output).toMatch(/record +pixels\.kept +protect +false +true/);
  expect(output).toMatch(/update +qrCodes\.wifi +data +\[secret\] +\[secret\]/);
  expect(output).toContain(`qrCodes.menu will be replaced (${menu?.outputs.link}, 0 scans)`);
  expect(output).not.toContain("hunter");
  expect(output).toMatch(/^\S+_[0-9a-f]{32}$/m);
  expect(project.writes()).toEqual([]);
});
