// The create of a QR code has no clear result, and others create codes at the same time. The entry stays in the state as
// a pending create. It stops an update until the entry decides, and nothing else.
import { beforeEach, expect, test } from "vitest";
import { acme, configured, ids, yaml } from "../lifecycle/support";
import type { Project } from "../support/project";

const MENU = { type: "text", data: "menu" };
const PIXELS = { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } };
const UP = ["up", "--yes", "--skip-preview"];

const config = (options: object) => yaml({ pixels: PIXELS, qrCodes: { menu: { ...MENU, options } } });

let app: Project;
/** The code that the create made. */
let created: number;

beforeEach(async () => {
  app = await configured({ pixels: PIXELS, qrCodes: { menu: MENU } });
  app.env.LINK_MANAGEMENT_SETTLE_TIME = "1";
  const { faults } = app.emulator;
  const edit = ({ qrs }: ReturnType<typeof acme>) => void qrs.create({ type: "text", data: "other" });
  faults.rule({ on: "GET /api/qr", fault: "concurrentEditor", times: 1, edit });
  faults.rule({ on: "POST /api/qr/add", fault: "dropAfterCommit", times: 1 });
  const run = await app.try(...UP);
  expect(run.code).not.toBe(0);
  expect(run.output).toMatch(/2 new objects match: id 10[12] \(.*id 10[12] \(/s);
  expect(await ids(app)).toMatchObject({ "QrCode menu": "undecided" });
  created = acme(app)
    .qrs.list()
    .find(({ data }) => data === MENU.data)!.id;
});

test("a pending create blocks no refresh and no drift check, and is no drift", async () => {
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
  await app.pulumi("refresh", "--yes");
  expect(await ids(app)).toMatchObject({ "QrCode menu": "undecided" });

  const [pixel] = acme(app).pixels.list();
  acme(app).pixels.update(pixel!.id, { name: "By hand" });
  const drift = await app.try("refresh", "--preview-only", "--expect-no-changes");
  expect(drift.code).toBe(7);
  expect(drift.output).toMatch(/Pixel ads\s+update/);
  expect(drift.output).not.toMatch(/QrCode menu\s+update/);

  const preview = await app.try("preview", "--refresh");
  expect(preview.output).toMatch(/Pixel ads\s+update/);
  expect(preview.output).toContain("an earlier create has an unknown result");
});

test("a pending create stops an update until the entry names the object", async () => {
  const stopped = await app.try(...UP);
  expect(stopped.code).not.toBe(0);
  expect(stopped.output).toContain("an earlier create has an unknown result");
  expect(acme(app).qrs.size).toBe(2);

  await app.config(config({ onExisting: { id: created } }));
  await app.pulumi("up", "--yes");
  expect(await ids(app)).toMatchObject({ "QrCode menu": String(created) });
  expect(acme(app).qrs.size).toBe(2);
  await app.config(yaml({ pixels: PIXELS, qrCodes: { menu: MENU } }));
  await app.pulumi("preview", "--expect-no-changes");
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

test("with duplicate, the next update creates another object", async () => {
  acme(app).qrs.delete(created);
  await app.config(config({ onExisting: "duplicate" }));
  await app.pulumi("up", "--yes");
  const [code] = acme(app)
    .qrs.list()
    .filter(({ data }) => data === MENU.data);
  expect(await ids(app)).toMatchObject({ "QrCode menu": String(code?.id) });
  await app.pulumi("preview", "--expect-no-changes");
});

test("a destroy removes a pending create from the state only", async () => {
  await app.pulumi("destroy", "--yes", "--skip-preview");
  expect((await app.state()).resources ?? []).toEqual([]);
  expect(acme(app).qrs.size).toBe(2);
});
