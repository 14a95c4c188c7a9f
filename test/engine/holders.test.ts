import { expect, test } from "vitest";
import { Holders } from "../../src/engine/holders";

test("the only holder may delete", () => {
  const holders = new Holders();
  holders.note("Pixel", "1", "a");
  expect(holders.release("Pixel", "1", "a")).toBe(true);
});

test("whoever was never noted may delete: a destroy calls nothing before delete", () => {
  expect(new Holders().release("Pixel", "1", "a")).toBe(true);
});

test("an object that another entry holds stays", () => {
  const holders = new Holders();
  holders.note("Pixel", "1", "a");
  holders.note("Pixel", "1", "b");
  expect(holders.release("Pixel", "1", "a")).toBe(false);
  expect(holders.release("Pixel", "1", "b")).toBe(true);
});

test("ids of different kinds have nothing to do with each other", () => {
  const holders = new Holders();
  holders.note("Channel", "1", "b");
  expect(holders.release("Pixel", "1", "a")).toBe(true);
});

test("what was taken stays taken", () => {
  const holders = new Holders();
  holders.take("Pixel", "1");
  expect(holders.isTaken("Pixel", "1")).toBe(true);
  expect(holders.isTaken("Pixel", "2")).toBe(false);
});
