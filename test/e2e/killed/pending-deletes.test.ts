// A replaced object stays in the state as a pending delete until it is deleted. A program cannot see it, so a later run
// may adopt the object again. Then the pending delete must not remove it.
import { expect, test } from "vitest";
import { acme, changed, ids, yaml } from "../lifecycle/support";
import { AFTER, BEFORE, expectAdoptedAgain, rejectDeletes, replaced } from "./pending-deletes";
import { adopting, UP } from "./recovery";

test("after a failed delete, a reverted config adopts the replaced objects without a loss", () =>
  expectAdoptedAgain(rejectDeletes));

test("another entry adopts a replaced object, fails, and keeps the object in the next run", async () => {
  const app = await replaced(rejectDeletes);
  const both = changed(AFTER, { pixels: { board: BEFORE.pixels!.ads } });
  await app.config(yaml(both));
  app.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorBeforeCommit" });
  expect((await adopting(app, ...UP)).code).not.toBe(0);
  app.emulator.faults.clear();
  expect(await ids(app)).toMatchObject({ "Pixel board": "102" });

  await app.pulumi(...UP);
  expect(await ids(app)).toEqual({ "Pixel ads": "103", "Pixel board": "102", "Domain go": "103" });
  expect(acme(app).pixels.get(102)).toMatchObject(BEFORE.pixels!.ads as object);
  expect(acme(app).domains.get(102)).toBeUndefined();
  await app.pulumi("preview", "--expect-no-changes");
});
