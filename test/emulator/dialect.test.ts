import { describe, expect, test } from "vitest";
import { DEFAULT_DIALECT, DIALECT_KNOBS, type Dialect, startEmulator } from "../../src/emulator/index";
import { campaigns } from "./dialect/campaigns";
import type { Statement, Statements } from "./dialect/knob-checks";
import { lists } from "./dialect/lists";
import { rate } from "./dialect/rate-limit";
import { answers } from "./dialect/responses";
import { writes } from "./dialect/writes";
import { start } from "./support/api-client";

// `satisfies` has the compiler count: a knob or a value without a statement does not build.
const statements = { ...answers, ...lists, ...rate, ...writes, ...campaigns } satisfies Statements;

describe.each(Object.entries(DIALECT_KNOBS))("knob %s", (knob, values) => {
  const ofKnob: Readonly<Record<string, Statement>> = statements[knob as keyof Dialect];

  test.each(values.map((value) => [value, ofKnob[String(value)]?.[0]] as const))("%j: %s", async (value) => {
    const rateLimit = knob in rate ? 2 : 10_000;
    const api = await start({ dialect: { [knob]: value }, rateLimit });
    const [, check] = ofKnob[String(value)]!;
    await check(api);
  });
});

describe("dialect", () => {
  test("is the first value of every knob by default", async () => {
    const { emulator } = await start();
    for (const [knob, values] of Object.entries(DIALECT_KNOBS)) {
      expect([knob, emulator.dialect[knob as keyof Dialect]]).toEqual([knob, values[0]]);
    }
    expect(emulator.dialect).toEqual(DEFAULT_DIALECT);
  });

  test("can be changed while the emulator runs", async () => {
    const api = await start();
    api.emulator.setDialect({ idsAs: "string" });
    api.emulator.setDialect({ errorValue: "string" });
    expect((await api.get("/api/account")).body).toMatchObject({ error: "0", data: { id: "1" } });
  });

  test.each([
    [{ nothing: 1 }, 'has no knob "nothing"'],
    [{ toString: 1 }, 'has no knob "toString"'],
    [{ idsAs: "roman" }, 'takes "number", "string"'],
    [{ pageCap: 0 }, "takes whole numbers from 1"],
    [{ pageCap: 2.5 }, "takes whole numbers from 1"],
    [{ dateOffsetMinutes: 10_000 }, "takes whole numbers from -840 to 840"],
  ])("%j is refused", async (dialect, problem) => {
    await expect(startEmulator({ dialect: dialect as Partial<Dialect> })).rejects.toThrow(problem);
  });

  test("numbers other than the samples are taken", async () => {
    const api = await start({ dialect: { pageCap: 1 } });
    expect((await api.get("/api/splash")).body.data).toMatchObject({ perpage: 1, maxpage: 2 });
  });

  test("a failure inside the service is answered as a failure", async () => {
    const api = await start();
    api.account.pixels.create({ type: "forum", name: "a", tag: "1", date: Number.NaN });
    expect(await api.get("/api/pixels")).toMatchObject({ status: 500, body: { error: 1 } });
  });
});
