// An account that lists nothing, although the state has objects of it, is an error. What one list
// shows of an account that is not empty: existence-table.test.ts.
import { expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import type { Stack } from "../support/stack";
import {
  applied,
  DIRECTLY,
  listsAreEmpty,
  ONE_EACH,
  objects,
  PIXEL,
  REFRESHED,
  sent,
} from "../support/what-exists";

const EMPTY = "lists no object";
const WAY_ON = "pulumi destroy --refresh=false";

test.each<[string, (stack: Stack) => Promise<unknown>]>([
  ["up --refresh", (stack) => stack.up(ONE_EACH, REFRESHED)],
  ["refresh, one step at a time", (stack) => stack.refresh({ parallel: 1 })],
  ["preview --refresh", (stack) => stack.preview(ONE_EACH, { refresh: true })],
])("while all lists are empty for a minute, a stack with one of each keeps its state: %s", async (_, run) => {
  const { world, stack } = await applied(ONE_EACH);
  const [state, account] = [stack.ids, objects(world.account)];
  listsAreEmpty(world, 60_000);
  expect(await messageOf(run(stack))).toContain(WAY_ON);
  expect(stack.ids).toEqual(state);
  await world.clock.advance(60_000);
  expect((await stack.up(ONE_EACH, { refresh: true })).changes).toEqual([]);
  expect(sent(world)).toEqual([]);
  expect(objects(world.account)).toEqual(account);
});

test("nothing is created there in place of an object that the state has, nor beside one", async () => {
  for (const config of [
    PIXEL.replace("fbpixel", "gapixel"),
    PIXEL.replace(" } }", ' }, more: { type: fbpixel, name: More, tag: "2" } }'),
  ]) {
    const { world, stack } = await applied(PIXEL);
    listsAreEmpty(world);
    expect(await messageOf(stack.up(config, DIRECTLY))).toContain(EMPTY);
    expect(sent(world)).toEqual([]);
  }
});

test("the only object of an account, deleted by hand, is an error, and a destroy without a refresh the way on", async () => {
  const { world, stack } = await applied(PIXEL, { dialect: "document" });
  world.account.pixels.delete(101);
  expect(await messageOf(stack.up(PIXEL, REFRESHED))).toContain(WAY_ON);
  expect(stack.ids).toEqual({ "Pixel ads": "101" });
  await stack.destroy();
  expect(stack.resources).toEqual([]);
});
