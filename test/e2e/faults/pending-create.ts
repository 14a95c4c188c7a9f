// A stack with a pending create: the create of a QR code has no clear result, and others create codes at the same time.
import { expect } from "vitest";
import { acme, configured, ids, yaml } from "../lifecycle/support";
import type { Project } from "../support/project";

export const MENU = { type: "text", data: "menu" };
export const PIXELS = { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } };
export const UP = ["up", "--yes", "--skip-preview"];

export const config = (options: object) => yaml({ pixels: PIXELS, qrCodes: { menu: { ...MENU, options } } });

/** @returns the project, and the id of the code that the create made */
export async function pendingCreate(): Promise<{ app: Project; created: number }> {
  const app = await configured({ pixels: PIXELS, qrCodes: { menu: MENU } });
  app.env.LINK_MANAGEMENT_SETTLE_TIME = "1";
  const { faults } = app.emulator;
  const edit = ({ qrs }: ReturnType<typeof acme>) => void qrs.create({ type: "text", data: "other" });
  faults.rule({ on: "GET /api/qr", fault: "concurrentEditor", times: 1, edit });
  faults.rule({ on: "POST /api/qr/add", fault: "dropAfterCommit", times: 1 });
  const run = await app.try(...UP);
  expect(run.code).not.toBe(0);
  expect(run.output).toMatch(/2 new objects match: id 10[12] \(.*id 10[12] \(/s);
  expect(await ids(app)).toMatchObject({ "QrCode menu": "undecided" });
  const created = acme(app)
    .qrs.list()
    .find(({ data }) => data === MENU.data)!.id;
  return { app, created };
}
