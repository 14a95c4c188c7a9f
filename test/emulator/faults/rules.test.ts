// Which requests meet a fault: by rule, and by seed.
import { describe, expect, test } from "vitest";
import { FAULT_NAMES, type FaultName, type SeedOptions, startEmulator } from "../../../src/emulator/index";
import { type Api, start } from "../support/api-client";
import { outcome } from "../support/attempt";

const faultsOf = (api: Api) => api.emulator.log.map(({ faults }) => faults.join("+"));

async function askForAccount(api: Api, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await outcome(api, "GET", "/api/account");
}

describe("a rule", () => {
  test("befalls every request that fits until it is cleared", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "GET /api/acc*", fault: "tooManyRequests" });
    await askForAccount(api, 2);
    await api.get("/api/channels");
    await api.put("/api/account/update", { email: "a@example.com" });
    api.emulator.faults.clear();
    await askForAccount(api, 1);
    expect(faultsOf(api)).toEqual(["tooManyRequests", "tooManyRequests", "", "", ""]);
  });

  test("begins after some requests, takes one in so many, and ends after some", async () => {
    const api = await start();
    const fault = "tooManyRequests";
    api.emulator.faults.rule({ on: "*", fault, after: 2, every: 3, times: 2 });
    await askForAccount(api, 10);
    expect(faultsOf(api)).toEqual(["", "", fault, "", "", fault, "", "", "", ""]);
  });

  test("can ask the request's method, path, query and body", async () => {
    const api = await start();
    const seen: unknown[] = [];
    api.emulator.faults.rule({
      on: ({ method, path, query, body }) => seen.push([method, path, query.get("limit"), body]) === 2,
      fault: "tooManyRequests",
    });
    await api.get("/api/channels?limit=3");
    await api.post("/api/channel/add", { name: "Spring" });
    expect(seen).toEqual([
      ["GET", "/api/channels", "3", undefined],
      ["POST", "/api/channel/add", null, { name: "Spring" }],
    ]);
    expect(faultsOf(api)).toEqual(["", "tooManyRequests"]);
  });

  test("joins others as far as they go together; else the first one has its way", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "*", fault: "staleList", ms: 1000 });
    api.emulator.faults.rule({ on: "*", fault: "badGatewayAfterCommit" });
    api.emulator.faults.rule({ on: "*", fault: "truncatedJson" });
    expect(await outcome(api, "GET", "/api/channels")).toMatchObject({ status: 502 });
    expect(faultsOf(api)).toEqual(["staleList+badGatewayAfterCommit+truncatedJson"]);
  });

  test.each([
    [{ on: "*", fault: "nothing" }, /no fault "nothing"; it has refuseConnections, .*otherWriter/],
    [{ on: "*", fault: "toString" }, /no fault "toString"/],
    [{ on: "/api/account", fault: "cutBody" }, /"\/api\/account" is no method and path/],
    [{ on: "*", fault: "cutBody", times: 0 }, /times must be a whole number from 1, not 0/],
    [{ on: "*", fault: "cutBody", after: -1 }, /after must be a whole number from 0, not -1/],
    [{ on: "*", fault: "cutBody", every: 0.5 }, /every must be a whole number from 1, not 0.5/],
    [{ on: "*", fault: "staleList", ms: 60_001 }, /ms must be a number from 1 to 60000, not 60001/],
  ])("%j is refused", async (rule, message) => {
    const api = await start();
    expect(() => api.emulator.faults.rule(rule as { on: string; fault: FaultName })).toThrow(message);
  });
});

describe("a seed", () => {
  const kinds = FAULT_NAMES.filter((name) => name.startsWith("serverError") || name === "wrongJson");

  /** The faults of twenty creates, by the name of what was to be made. */
  async function run(seed: number, names: readonly string[], options: SeedOptions = {}) {
    const api = await start();
    api.emulator.faults.seed(seed, { rate: 0.5, kinds, ...options });
    for (const name of names) await outcome(api, "POST", "/api/channel/add", { name });
    return Object.fromEntries(
      api.emulator.log.map(({ body, faults }) => [(body as { name: string }).name, faults]),
    );
  }

  const names = Array.from({ length: 20 }, (_, index) => `channel ${index}`);

  test("gives the same requests the same faults, in whichever order they come", async () => {
    const first = await run(7, names);
    expect(await run(7, names)).toEqual(first);
    expect(await run(7, names.toReversed())).toEqual(first);
    expect(new Set(Object.values(first).flat()).size).toBeGreaterThan(1);
  });

  test("is another one than the next", async () => {
    expect(await run(8, names)).not.toEqual(await run(7, names));
  });

  test("gives a repeated request a draw of its own each time", async () => {
    const api = await start();
    api.emulator.faults.seed(1, { rate: 0.5, kinds: ["serverErrorBeforeCommit"] });
    await askForAccount(api, 40);
    const hit = faultsOf(api).filter((fault) => fault !== "").length;
    expect(hit).toBeGreaterThan(8);
    expect(hit).toBeLessThan(32);
  });

  test("spares everything at rate 0, nothing at rate 1, and what its pattern does not name", async () => {
    expect(Object.values(await run(7, names, { rate: 0 })).flat()).toEqual([]);
    expect(Object.values(await run(7, names, { rate: 1 })).flat()).toHaveLength(names.length);
    expect(Object.values(await run(7, names, { rate: 1, on: "GET *" })).flat()).toEqual([]);
  });

  test("gives lists what only lists can meet", async () => {
    const api = await start();
    api.emulator.faults.seed(1, { rate: 1, kinds: ["staleList"] });
    await api.post("/api/channel/add", { name: "Spring" });
    await api.get("/api/channels");
    expect(faultsOf(api)).toEqual(["", "staleList"]);
  });

  test("lets 429 come in rows", async () => {
    const api = await start();
    api.emulator.faults.seed(3, { rate: 0.1, kinds: ["tooManyRequests"] });
    await askForAccount(api, 100);
    const rows =
      faultsOf(api)
        .join(",")
        .match(/(tooManyRequests,?)+/g) ?? [];
    expect(Math.max(...rows.map((row) => row.split(",").filter(Boolean).length))).toBeGreaterThan(1);
  });

  test("can be there from the beginning", async () => {
    const api = await start({ faults: { seed: 1, rate: 1, kinds: ["tooManyRequests"] } });
    expect((await api.get("/api/account")).status).toBe(429);
  });

  test.each([
    [{ seed: 0.5 }, /seed must be a whole number, not 0.5/],
    [{ seed: 1, rate: 1.1 }, /rate must be a number from 0 to 1, not 1.1/],
    [{ seed: 1, rate: Number.NaN }, /rate must be a number from 0 to 1, not NaN/],
    [{ seed: 1, mostMs: 0 }, /mostMs must be a number from 1 to 60000, not 0/],
    [{ seed: 1, kinds: ["cut" as FaultName] }, /no fault "cut"/],
    [{ seed: 1, on: "account" }, /"account" is no method and path/],
  ])("%j is refused", async (faults, message) => {
    await expect(startEmulator({ faults })).rejects.toThrow(message);
  });
});
