// A QR code with a name that a killed run created. A service that shows the name identifies it.
import { beforeEach, expect, test } from "vitest";
import { acme, ids, project, yaml } from "../lifecycle/support";
import { runAndKill } from "./interruption";
import { skipWithoutProc } from "./processes";

const CODE = { type: "link", data: "https://example.com/menu" };
const UP = ["up", "--yes", "--skip-preview"];

beforeEach(skipWithoutProc);

test("a code with a name that the service shows is adopted without its id", async () => {
  const named = yaml({ qrCodes: { menu: { ...CODE, name: "Menu" } } });
  const app = await project({ "link-management.yaml": named }, { dialect: { qrNames: "asGiven" } });
  await runAndKill(app, UP, { nth: 1, timing: "after", victims: ["engine"] });
  await app.pulumi("cancel", "--yes");
  const [created] = acme(app).qrs.list();
  const { output } = await app.try("preview");
  expect(output).toContain(`already exists (id ${created?.id})`);
  await app.pulumi("config", "set", "link-management:onExisting", "adopt");
  await app.pulumi(...UP);
  expect(await ids(app)).toEqual({ "QrCode menu": String(created?.id) });
  expect(acme(app).qrs.size).toBe(1);
});
