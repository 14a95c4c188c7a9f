// The entry of a pending create stays in the state. It stops an update until the entry decides.
import { expect, test } from "vitest";
import { acme, ids, yaml } from "../lifecycle/support";
import { config, MENU, PIXELS, pendingCreate, UP } from "./pending-create";

test("a pending create stops an update until the entry names the object", async () => {
  const { app, created } = await pendingCreate();
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
