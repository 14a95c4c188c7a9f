// A killed run leaves objects behind that the state does not have. The next preview names them, and one run with
// LINK_MANAGEMENT_ON_EXISTING=adopt continues.
import { beforeEach, describe, expect, test } from "vitest";
import { type Config, configured, writes } from "../lifecycle/support";
import { addStrangers, CONFIG, expectApplied, leftBehind, NO_OBJECTS, strangersOf } from "./expected-stack";
import { runAndKill } from "./interruption";
import { type Role, skipWithoutProc } from "./processes";
import { adopting, expectLeftBehindNamed, unlock } from "./recovery";

/** Without QR codes, which nothing identifies. */
const { qrCodes: _, ...WITHOUT_CODES } = CONFIG;
const STACK: Config = { ...WITHOUT_CODES, channels: { spring: { name: "Spring", items: [{ link: 4711 }] } } };
const UP = ["up", "--yes", "--skip-preview"];

beforeEach(skipWithoutProc);

describe("after a kill while objects are created", () => {
  for (const victim of ["engine", "provider"] satisfies Role[]) {
    test(`of the ${victim}, a preview names what was left behind, and one run with adopt continues`, async () => {
      const app = await configured(STACK);
      addStrangers(app);
      const strangers = strangersOf(app);
      const run = await runAndKill(app, UP, { nth: 5, timing: "after", victims: [victim] });
      await unlock(app, run.killedAt!);
      const { qrs, ...left } = await leftBehind(app);
      expect(qrs).toEqual([]);
      expect(Object.values(left).flat()).not.toEqual([]);

      app.emulator.clearLog();
      expect(await expectLeftBehindNamed(app, STACK)).toBeGreaterThan(0);
      const again = await app.try(...UP);
      expect(again.code).not.toBe(0);
      expect(again.output).toContain("already exists");

      const { code, output } = await adopting(app, "up", "--yes");
      expect(code, output).toBe(0);
      expect(output).toMatch(/\d existing objects? adopted, none changed/);
      expect(Object.keys(writes(app)).filter((request) => !request.startsWith("POST"))).toEqual([]);
      await expectApplied(app, STACK);
      expect(strangersOf(app)).toEqual(strangers);
    });
  }
});

test("after a kill while objects are deleted, the same command completes it", async () => {
  const app = await configured(STACK);
  addStrangers(app);
  const strangers = strangersOf(app);
  await app.pulumi(...UP);
  const destroy = ["destroy", "--yes", "--skip-preview"];
  const run = await runAndKill(app, destroy, { nth: 2, timing: "after", victims: ["engine"] });
  await unlock(app, run.killedAt!);
  await app.pulumi(...destroy);
  expect((await app.state()).resources ?? []).toEqual([]);
  expect(await leftBehind(app)).toEqual(NO_OBJECTS);
  expect(strangersOf(app)).toEqual(strangers);
});
