// A QR code that a killed run created. Nothing readable identifies it, so the user sets its id.
import { beforeEach, expect, test } from "vitest";
import { acme, configured, ids, yaml } from "../lifecycle/support";
import { runAndKill } from "./interruption";
import { skipWithoutProc } from "./processes";

const CODE = { type: "link", data: "https://example.com/menu" };
const UP = ["up", "--yes", "--skip-preview"];

beforeEach(skipWithoutProc);

test("the state export shows a QR code that a killed run created, and its id adopts it", async () => {
  const app = await configured({ qrCodes: { menu: CODE } });
  await runAndKill(app, UP, { nth: 1, timing: "after", victims: ["engine"] });
  await app.pulumi("cancel", "--yes");
  expect(await app.pulumi("stack", "export")).toMatch(/"pending_operations".*:QrCode::menu/s);

  const [created] = acme(app).qrs.list();
  await app.config(yaml({ qrCodes: { menu: { ...CODE, options: { onExisting: { id: created?.id } } } } }));
  const adopted = await app.pulumi(...UP);
  expect(adopted).toContain("QrCode::menu, interrupted while creating");
  expect(await ids(app)).toEqual({ "QrCode menu": String(created?.id) });
  expect(acme(app).qrs.size).toBe(1);

  await app.pulumi("refresh", "--yes", "--clear-pending-creates");
  await app.config(yaml({ qrCodes: { menu: CODE } }));
  const unchanged = await app.pulumi(...UP, "--expect-no-changes");
  expect(unchanged).not.toContain("interrupted while creating");
});
