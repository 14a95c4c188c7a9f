import { describe, expect, test } from "vitest";
import { flag, text } from "../../../src/kind/field";
import { isEqual, mayBeCreatedWithin } from "../../../src/kind/lifecycle/match-created";

const fields = { name: text("name"), starred: flag("starred"), data: text("data", { writeOnly: true }) };

describe("a new item matches the arguments of a create", () => {
  test("if every field that it shows is equal in meaning", () => {
    expect(isEqual({ name: "Ads", starred: true, data: "x" }, { name: "Ads", starred: "1" }, fields)).toBe(
      true,
    );
    expect(isEqual({ name: "Ads", starred: true }, { name: "Ads", starred: false }, fields)).toBe(false);
    expect(isEqual({ name: "Ads" }, { name: "Other" }, fields)).toBe(false);
  });

  test("also if the service rewrote a value", () => {
    expect(isEqual({ name: " Ads " }, { name: "ads" }, fields)).toBe(true);
  });

  test("and if it shows none of them: nothing differs", () => {
    expect(isEqual({ data: "x" }, { name: "Ads" }, fields)).toBe(true);
  });
});

describe("the date of an item", () => {
  const from = Date.parse("2026-03-01T12:00:00Z");
  const attempt = { from, to: from + 10_000 };
  const exact = { min: 0, max: 0 };
  const isWithin = (date: unknown, offset: { min: number; max: number } | undefined = exact) =>
    mayBeCreatedWithin(date, attempt, offset);

  test.each([
    "2026-03-01 12:00:00",
    "2026-03-01 12:00:10",
    // Rounding and tolerance.
    "2026-03-01 11:59:58",
    "2026-03-01 12:00:11",
  ])("%s is within the attempt", (date) => expect(isWithin(date)).toBe(true));

  test.each(["2026-03-01 11:59:57", "2026-03-01 12:00:12", "2026-03-01 12:07:00"])(
    "%s is not within the attempt",
    (date) => expect(isWithin(date)).toBe(false),
  );

  test.each(["2026-03-01 17:45:05", "2026-03-01 04:30:05", "2026-02-28 23:00:05"])(
    "%s may be within the attempt, in another time zone",
    (date) => expect(isWithin(date)).toBe(true),
  );

  test("is compared with the clock of the service", () => {
    const ahead = { min: 60_000, max: 61_000 };
    expect(isWithin("2026-03-01 12:01:05", ahead)).toBe(true);
    expect(isWithin("2026-03-01 12:00:05", ahead)).toBe(false);
  });

  test("proves nothing if it, or the clock of the service, is unknown", () => {
    for (const date of [undefined, null, 5, "", "yesterday", "2026-99-99 99:99:99"])
      expect(isWithin(date)).toBe(true);
    expect(mayBeCreatedWithin("2026-03-01 12:07:00", attempt, undefined)).toBe(true);
  });
});
