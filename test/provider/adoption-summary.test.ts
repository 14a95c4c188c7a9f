import { expect, test } from "vitest";
import { AdoptionSummary } from "../../src/provider/adoption";

test("says nothing if nothing is adopted", () => {
  expect(new AdoptionSummary().describe()).toBeUndefined();
});

test("counts the adopted objects, and those that are updated", () => {
  const summary = new AdoptionSummary();
  expect(summary.note("Pixel", "1", "pixels.a", false)).toBeUndefined();
  expect(summary.describe()).toBe(
    "1 existing object will be adopted, none changed. An adopted object is deleted with this stack",
  );
  expect(summary.note("Pixel", "2", "pixels.b", true)).toBeUndefined();
  expect(summary.note("Channel", "1", "channels.a", false)).toBeUndefined();
  expect(summary.describe()).toBe(
    "3 existing objects will be adopted, 1 changed. An adopted object is deleted with this stack",
  );
});

test("counts an object once if its entry is checked twice", () => {
  const summary = new AdoptionSummary();
  summary.note("Pixel", "1", "pixels.a", true);
  expect(summary.note("Pixel", "1", "pixels.a", false)).toBeUndefined();
  expect(summary.describe()).toMatch(/^1 existing object will be adopted, none changed/);
});

test("names the entry that adopts the object already", () => {
  const summary = new AdoptionSummary();
  summary.note("Pixel", "1", "pixels.a", false);
  expect(summary.note("Pixel", "1", "pixels.b", true)).toBe("pixels.a");
  expect(summary.describe()).toMatch(/^1 existing object will be adopted, none changed/);
});

test("counts only what an update has adopted", async () => {
  const summary = new AdoptionSummary();
  for (const id of ["1", "2", "3"]) summary.note("Pixel", id, `pixels.${id}`, true);
  await summary.attempt("Pixel", "1", async () => {});
  await expect(
    summary.attempt("Pixel", "2", async () => {
      throw new Error("rejected");
    }),
  ).rejects.toThrow("rejected");
  expect(summary.describe()).toBe(
    "1 existing object adopted, 1 changed. An adopted object is deleted with this stack",
  );
});
