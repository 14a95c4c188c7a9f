// A QR code that was made by a killed run: nothing of it can be compared, so the user says which one it is.
import { beforeEach, expect, test } from "vitest";
import { acme, configured, ids, yaml } from "../lifecycle/support";
import { runAndKill } from "./interruption";
import { skipWithoutProc } from "./processes";

const CODE = { type: "link", data: "https://example.com/menu" };

beforeEach(skipWithoutProc);

test("a QR code that a killed run made stands in the export of the stack and is taken over by its id", async () => {
  const app = await configured({ qrCodes: { menu: CODE } });
  await runAndKill(app, ["up", "--yes", "--skip-preview"], {
    nth: 1,
    timing: "after",
    victims: ["engine"],
  });
  await app.pulumi("cancel", "--yes");
  expect(await app.pulumi("stack", "export")).toMatch(/"pending_operations".*:QrCode::menu/s);

  const [made] = acme(app).qrs.list();
  await app.config(yaml({ qrCodes: { menu: { ...CODE, options: { onExisting: { id: made?.id } } } } }));
  await app.pulumi("up", "--yes", "--skip-preview");
  expect(await ids(app)).toEqual({ "QrCode menu": String(made?.id) });
  expect(acme(app).qrs.size).toBe(1);

  await app.pulumi("refresh", "--yes", "--clear-pending-creates");
  const again = await app.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
  expect(again).not.toContain("interrupted while creating");
});
