// Other ends of a pending create: `duplicate`, and a destroy.
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
