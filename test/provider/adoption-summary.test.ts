import { expect, test } from "vitest";
import { AdoptionSummary } from "../../src/provider/adoption";

test("says nothing if nothing is adopted", () => {
  expect(new AdoptionSummary().describe(true)).toBeUndefined();
  expect(new AdoptionSummary().describe(false)).toBeUndefined();
});

test("counts the adopted objects, and those that are updated", () => {
  const summary = new AdoptionSummary();
  expect(summary.plan("Pixel", "1", "pixels.a", false)).toBeUndefined();
  expect(summary.describe(true)).toBe(
    "1 existing object will be adopted, none changed (deleted with this stack)",
  );
  expect(summary.plan("Pixel", "2", "pixels.b", true)).toBeUndefined();
  expect(summary.plan("Channel", "1", "channels.a", false)).toBeUndefined();
  expect(summary.describe(true)).toBe(
    "3 existing objects will be adopted, 1 changed (deleted with this stack)",
  );
});

test("counts an object once if its entry is checked twice", () => {
  const summary = new AdoptionSummary();
  summary.plan("Pixel", "1", "pixels.a", true);
  expect(summary.plan("Pixel", "1", "pixels.a", false)).toBeUndefined();
  expect(summary.describe(true)).toMatch(/^1 existing object will be adopted, none changed/);
});

test("names the entry that adopts the object already", () => {
  const summary = new AdoptionSummary();
  summary.plan("Pixel", "1", "pixels.a", false);
  expect(summary.plan("Pixel", "1", "pixels.b", true)).toBe("pixels.a");
  expect(summary.describe(true)).toMatch(/^1 existing object will be adopted, none changed/);
});

test("counts only what an update has adopted", () => {
  const summary = new AdoptionSummary();
  for (const id of ["1", "2", "3"]) summary.plan("Pixel", id, `pixels.${id}`, true);
  expect(summary.describe(false)).toBeUndefined();
  summary.adopted("Pixel", "1");
  expect(summary.describe(false)).toBe("1 existing object adopted, 1 changed (deleted with this stack)");
});

test("a preview also counts the entries that find no object, and create one", () => {
  const summary = new AdoptionSummary();
  summary.planCreate("pixels.b");
  summary.planCreate("pixels.b");
  expect(summary.describe(true)).toBeUndefined();
  summary.plan("Pixel", "1", "pixels.a", false);
  summary.adopted("Pixel", "1");
  expect(summary.describe(true)).toBe(
    "1 existing object will be adopted, none changed (deleted with this stack), 1 missing will be created",
  );
  expect(summary.describe(false)).toBe("1 existing object adopted, none changed (deleted with this stack)");
});
