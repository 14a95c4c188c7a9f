// Objects that the account has before the stack, named by id, or ignored.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const ADS = { type: "fbpixel", name: "Shop ads", tag: "1" };

test("entries adopt by id or create a duplicate, and a recorded object is never adopted twice", async () => {
  const project = await Project.create();
  const { pixels, qrs } = project.service.account();
  pixels.create({ type: "fbpixel", name: "Shop ads", tag: "1" });
  qrs.create({ type: "link", data: "https://example.com/menu" });
  const config = {
    pixels: { ads: { ...ADS, options: { onExisting: "duplicate" } } },
    qrCodes: { menu: { options: { onExisting: { id: 101 }, retainOnDelete: true } } },
  };
  await project.config(config);
  await project.ok("up", "--yes");
  expect(project.writes()).toEqual(["POST /api/pixel/add"]);
  expect(await project.state()).toMatchObject({ "Pixel ads": { id: "102" }, "QrCode menu": { id: "101" } });

  const twice = {
    ...config,
    pixels: { ...config.pixels, more: { ...ADS, options: { onExisting: { id: 102 } } } },
  };
  await project.config(twice);
  const { code, output } = await project.pulumi("up", "--yes");
  expect(code).toBe(1);
  expect(output).toMatch(/pixels\.more.*managed by pixels\.ads/s);

  await project.ok("destroy", "--yes", "--skip-preview");
  expect(project.writes()).toEqual(["DELETE /api/pixel/102/delete"]);
});
