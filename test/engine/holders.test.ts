import { expect, test } from "vitest";
import { Holders } from "../../src/provider/holders";

test("the only holder may delete", async () => {
  const holders = new Holders();
  holders.note("Pixel", "1", "a");
  expect(await holders.release("Pixel", "1", "a")).toBe(true);
});

test("whoever was never noted may delete: a destroy calls nothing before delete", async () => {
  expect(await new Holders().release("Pixel", "1", "a")).toBe(true);
});

test("an object that another entry holds stays", async () => {
  const holders = new Holders();
  holders.note("Pixel", "1", "a");
  holders.note("Pixel", "1", "b");
  expect(await holders.release("Pixel", "1", "a")).toBe(false);
  expect(await holders.release("Pixel", "1", "b")).toBe(true);
});

test("ids of different kinds have nothing to do with each other", async () => {
  const holders = new Holders();
  holders.note("Channel", "1", "b");
  expect(await holders.release("Pixel", "1", "a")).toBe(true);
});

test("what was taken is free for nobody else", () => {
  const holders = new Holders();
  holders.take("Pixel", "1", "a", "Pixel a");
  expect(holders.isFree("Pixel", "1")).toBe(false);
  expect(holders.isFree("Pixel", "2")).toBe(true);
});

test("an object is announced to one entry", () => {
  const holders = new Holders();
  expect(holders.announce("Pixel", "1", "Pixel a")).toBe(true);
  expect(holders.announce("Pixel", "1", "Pixel b")).toBe(false);
});

test("an object that is being deleted is not free, from the moment in which its last holder is asked for", async () => {
  const holders = new Holders();
  const released = holders.release("Pixel", "1", "a");
  expect(holders.isFree("Pixel", "1")).toBe(false);
  expect(await released).toBe(true);
  expect(holders.isFree("Pixel", "1")).toBe(false);
});

test("what a refresh compares is kept by nobody: it compares what leaves the program too", () => {
  const holders = new Holders();
  holders.keep("Pixel", "1", "a", "Pixel a");
  expect(holders.isFree("Pixel", "1")).toBe(true);
  holders.planned();
  expect(holders.keep("Pixel", "1", "a", "Pixel a")).toBeUndefined();
  expect(holders.isFree("Pixel", "1")).toBe(false);
});

test("an entry that keeps its object learns to whom it was promised, or who else keeps it", () => {
  const holders = new Holders();
  holders.planned();
  holders.announce("Pixel", "1", "Pixel new");
  expect(holders.keep("Pixel", "1", "a", "Pixel a")).toBe("Pixel new");
  expect(holders.keep("Pixel", "1", "b", "Pixel b")).toBe("Pixel a");
  expect(holders.keep("Pixel", "1", "a", "Pixel a")).toBeUndefined();
});

test("an object stays that an entry holds which only the state knows of", async () => {
  const recorded = ["a", "b"].map((holder) => ({ type: "Pixel", id: "1", holder }));
  const holders = new Holders(async () => recorded);
  expect(await holders.release("Pixel", "1", "a")).toBe(false);
  expect(await holders.release("Pixel", "1", "b")).toBe(true);
});

test("two entries that are deleted side by side do not wait for one another", async () => {
  const recorded = ["a", "b"].map((holder) => ({ type: "Pixel", id: "1", holder }));
  const holders = new Holders(async () => recorded);
  const both = ["a", "b"].map((holder) => holders.release("Pixel", "1", holder));
  expect(await Promise.all(both)).toContain(true);
});

test("the state of another stack, which does not know the entry, says nothing", async () => {
  const holders = new Holders(async () => [{ type: "Pixel", id: "1", holder: "b" }]);
  expect(await holders.release("Pixel", "1", "a")).toBe(true);
});

test("the state is asked once", async () => {
  let asked = 0;
  const holders = new Holders(async () => {
    asked++;
    return [];
  });
  await Promise.all(["1", "2"].map((id) => holders.release("Pixel", id, "a")));
  expect(asked).toBe(1);
});
