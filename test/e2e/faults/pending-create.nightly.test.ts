// More about pending creates: what they do not block, `duplicate`, and a destroy.
import { expect, test } from "vitest";
import { acme, ids } from "../lifecycle/support";
import { config, MENU, pendingCreate } from "./pending-create";

test("with duplicate, the next update creates another object", async () => {
  const { app, created } = await pendingCreate();
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
  const { app } = await pendingCreate();
  await app.pulumi("destroy", "--yes", "--skip-preview");
  expect((await app.state()).resources ?? []).toEqual([]);
  expect(acme(app).qrs.size).toBe(2);
});

test("a pending create does not block a refresh or a drift check, and is not drift", async () => {
  const { app } = await pendingCreate();
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
