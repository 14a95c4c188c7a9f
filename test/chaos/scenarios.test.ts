// Sequences of failed and repeated commands with an exact result.
import { expect, test } from "vitest";
import { Pixel, QrCode } from "../../src/index";
import { startWorld, type World } from "../support/world";

const ANALYTICS = { type: "gapixel", name: "Board", tag: "42" };
const MANAGER = { ...ANALYTICS, type: "gtmpixel" };
const adopt = { config: { onExisting: "adopt" } };
const pixel = (key: string, args: typeof ANALYTICS, options = {}) => new Pixel(key, args, options);

const pixelIds = ({ account }: World) => account.pixels.list().map(({ id }) => id);

/** A stack whose pixel was replaced, and the old one could not be deleted. */
async function withPendingDelete() {
  const world = await startWorld({ dialect: { rejectedDuplicates: "none" } });
  const stack = world.stack();
  await stack.up(() => void pixel("ads", ANALYTICS));
  world.faults.rule({ on: "DELETE *", fault: 500 });
  await expect(stack.up(() => void pixel("ads", MANAGER))).rejects.toThrow("DELETE /api/pixel/101");
  world.faults.clear();
  world.service.clearLog();
  return { world, stack };
}

test("a pending delete does not remove an object that its entry has adopted again", async () => {
  const { world, stack } = await withPendingDelete();
  await stack.up(() => void pixel("ads", ANALYTICS), adopt);
  expect(stack.ids).toEqual({ "Pixel ads": "101" });
  expect(world.changes).toEqual(["DELETE /api/pixel/102/delete"]);
});

test("a pending delete does not remove an object that another entry has adopted in an earlier run", async () => {
  const { world, stack } = await withPendingDelete();
  const both = () => {
    pixel("ads", MANAGER);
    pixel("board", ANALYTICS);
  };
  world.faults.rule({ on: "POST /api/qr/add", fault: 502, when: "before" });
  const three = () => {
    both();
    new QrCode("menu", { type: "text", data: "menu" });
  };
  await expect(stack.up(three, adopt)).rejects.toThrow();
  world.faults.clear();
  await stack.up(both);
  expect(stack.ids).toEqual({ "Pixel ads": "102", "Pixel board": "101" });
  expect(pixelIds(world)).toEqual([101, 102]);
});

test("an entry with the id of its own object is replaced by another object", async () => {
  const world = await startWorld();
  const { id } = world.account.qrs.create({ type: "text", data: "menu" });
  const stack = world.stack();
  const code = (type: "text" | "link") => () =>
    void new QrCode("menu", { type, data: "menu" }, { onExisting: { id } });
  await stack.up(code("text"));
  await stack.up(code("link"));
  expect(world.account.qrs.list()).toEqual([expect.objectContaining({ id: 102, type: "link" })]);
});

test("of several objects, none is adopted, also if the stack manages all others", async () => {
  const world = await startWorld({ dialect: { rejectedDuplicates: "none" } });
  const stack = world.stack();
  await stack.up(() => void pixel("ads", ANALYTICS));
  const { id } = world.account.pixels.create(ANALYTICS);
  const both = (options: object) => () => {
    pixel("ads", { ...ANALYTICS });
    pixel("board", ANALYTICS, options);
  };
  for (const onExisting of ["adopt", "overwrite"]) {
    await expect(stack.preview(both({ onExisting }))).rejects.toThrow("board");
  }
  await stack.up(both({ onExisting: { id } }));
  expect(stack.ids).toEqual({ "Pixel ads": "101", "Pixel board": String(id) });
});
