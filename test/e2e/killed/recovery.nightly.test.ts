// More killed runs: the provider is killed, and objects are deleted.
import { beforeEach, expect, test } from "vitest";
import { configured } from "../lifecycle/support";
import { addStrangers, leftBehind, NO_OBJECTS, strangersOf } from "./expected-stack";
import { runAndKill } from "./interruption";
import { skipWithoutProc } from "./processes";
import { expectRecovered, STACK, UP, unlock } from "./recovery";

beforeEach(skipWithoutProc);

test("after a kill of the provider, a preview names what was left behind, and one run with adopt continues", () =>
  expectRecovered("provider"));

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
