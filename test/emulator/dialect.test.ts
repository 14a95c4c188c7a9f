import { describe, expect, test } from "vitest";
import { DEFAULT_DIALECT, DIALECT_KNOBS, type Dialect, startEmulator } from "../../src/emulator/index";
import { campaigns } from "./dialect/campaigns";
import { fields } from "./dialect/fields";
import type { KnobCheck, KnobChecks } from "./dialect/knob-check";
import { links } from "./dialect/links";
import { lists } from "./dialect/lists";
import { names } from "./dialect/names";
import { observed } from "./dialect/observed";
import { qrCodes } from "./dialect/qr-codes";
import { rateLimit } from "./dialect/rate-limit";
import { repeatedRequests } from "./dialect/repeated-requests";
import { responses } from "./dialect/responses";
import { start } from "./support/api-client";

// `satisfies` makes a knob or a value without a check a compile error.
const checks = {
  ...responses,
  ...lists,
  ...rateLimit,
  ...fields,
  ...campaigns,
  ...observed,
  ...links,
  ...qrCodes,
  ...names,
  ...repeatedRequests,
} satisfies KnobChecks;

describe.each(Object.entries(DIALECT_KNOBS))("knob %s", (knob, values) => {
  const checksByValue: Readonly<Record<string, KnobCheck>> = checks[knob as keyof Dialect];

  test.each(values.map((value) => [value, checksByValue[String(value)]?.[0]] as const))(
    "%j: %s",
    async (value) => {
      const api = await start({ dialect: { [knob]: value }, rateLimit: knob in rateLimit ? 2 : 10_000 });
      const [, check] = checksByValue[String(value)]!;
      await check(api);
    },
  );
});

describe("dialect", () => {
  test("defaults to the first value of every knob", async () => {
    const { emulator } = await start();
    for (const [knob, values] of Object.entries(DIALECT_KNOBS)) {
      expect([knob, emulator.dialect[knob as keyof Dialect]]).toEqual([knob, values[0]]);
    }
    expect(emulator.dialect).toEqual(DEFAULT_DIALECT);
  });

  test("can change while the emulator runs", async () => {
    const api = await start();
    api.emulator.setDialect({ idsAs: "string" });
    api.emulator.setDialect({ successErrorField: "string" });
    expect((await api.get("/api/account")).body).toMatchObject({ error: "0", data: { id: "1" } });
  });

  test.each([
    [{ nothing: 1 }, 'Unknown dialect knob "nothing"'],
    [{ toString: 1 }, 'Unknown dialect knob "toString"'],
    [{ idsAs: "roman" }, 'Use "number", "string"'],
    [{ pathOutsidePlan: "overlay" }, 'Use "none", "/api/overlay"'],
    [{ maxPageSize: 0 }, "Use an integer from 1"],
    [{ maxPageSize: 2.5 }, "Use an integer from 1"],
    [{ utcOffsetMinutes: 10_000 }, "Use an integer from -840 to 840"],
  ])("rejects %j", async (dialect, message) => {
    await expect(startEmulator({ dialect: dialect as Partial<Dialect> })).rejects.toThrow(message);
  });

  test("accepts numbers other than the samples", async () => {
    const api = await start({ dialect: { maxPageSize: 1 } });
    expect((await api.get("/api/splash")).body.data).toMatchObject({ perpage: 1, maxpage: 2 });
  });

  test("responds with 500 if the service itself fails", async () => {
    const api = await start();
    api.account.pixels.create({ type: "forum", name: "a", tag: "1", date: Number.NaN });
    expect(await api.get("/api/pixels")).toMatchObject({ status: 500, body: { error: 1 } });
  });
});
