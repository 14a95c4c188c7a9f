// Which requests get a fault, by rule or by seed.
import { describe, expect, test } from "vitest";
import { FAULT_NAMES, type FaultName, type SeedOptions, startEmulator } from "../../../src/emulator/index";
import { type ApiClient, start } from "../support/api-client";
import { attempt } from "../support/attempt";

const loggedFaults = (api: ApiClient) => api.emulator.log.map(({ faults }) => faults.join("+"));

async function readAccount(api: ApiClient, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await attempt(api, "GET", "/api/account");
}

describe("a rule", () => {
  test("applies to every matching request until it is cleared", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "GET /api/acc*", fault: "tooManyRequests" });
    await readAccount(api, 2);
    await api.get("/api/channels");
    await api.put("/api/account/update", { email: "a@example.com" });
    api.emulator.faults.clear();
    await readAccount(api, 1);
    expect(loggedFaults(api)).toEqual(["tooManyRequests", "tooManyRequests", "", "", ""]);
  });

  test("starts after some requests, applies to every nth one, and ends after some", async () => {
    const api = await start();
    const fault = "tooManyRequests";
    api.emulator.faults.rule({ on: "*", fault, after: 2, every: 3, times: 2 });
    await readAccount(api, 10);
    expect(loggedFaults(api)).toEqual(["", "", fault, "", "", fault, "", "", "", ""]);
  });

  test("can match method, path, query and body", async () => {
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
    expect(loggedFaults(api)).toEqual(["", "tooManyRequests"]);
  });

  test("combines with other rules; the first one wins a conflict", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "*", fault: "staleList", ms: 1000 });
    api.emulator.faults.rule({ on: "*", fault: "badGatewayAfterCommit" });
    api.emulator.faults.rule({ on: "*", fault: "truncatedJson" });
    expect(await attempt(api, "GET", "/api/channels")).toMatchObject({ status: 502 });
    expect(loggedFaults(api)).toEqual(["staleList+badGatewayAfterCommit+truncatedJson"]);
  });

  test.each([
    [{ on: "*", fault: "nothing" }, /Unknown fault "nothing". Faults: refuseConnections, .*concurrentEditor/],
    [{ on: "*", fault: "toString" }, /Unknown fault "toString"/],
    [{ on: "/api/account", fault: "cutBody" }, /Invalid request pattern "\/api\/account"/],
    [{ on: "*", fault: "cutBody", times: 0 }, /times must be an integer of at least 1, not 0/],
    [{ on: "*", fault: "cutBody", after: -1 }, /after must be an integer of at least 0, not -1/],
    [{ on: "*", fault: "cutBody", every: 0.5 }, /every must be an integer of at least 1, not 0.5/],
    [{ on: "*", fault: "staleList", ms: 60_001 }, /ms must be a number from 1 to 60000, not 60001/],
  ])("%j is rejected", async (rule, message) => {
    const api = await start();
    expect(() => api.emulator.faults.rule(rule as { on: string; fault: FaultName })).toThrow(message);
  });
});

describe("a seed", () => {
  const kinds = FAULT_NAMES.filter((name) => name.startsWith("serverError") || name === "wrongJson");

  /** The faults of the creates, by the name of the object. */
  async function run(seed: number, names: readonly string[], options: SeedOptions = {}) {
    const api = await start();
    api.emulator.faults.seed(seed, { rate: 0.5, kinds, ...options });
    for (const name of names) await attempt(api, "POST", "/api/channel/add", { name });
    return Object.fromEntries(
      api.emulator.log.map(({ body, faults }) => [(body as { name: string }).name, faults]),
    );
  }

  const names = Array.from({ length: 20 }, (_, index) => `channel ${index}`);

  test("gives the same requests the same faults in any order", async () => {
    const first = await run(7, names);
    expect(await run(7, names)).toEqual(first);
    expect(await run(7, names.toReversed())).toEqual(first);
    expect(new Set(Object.values(first).flat()).size).toBeGreaterThan(1);
  });

  test("gives other faults than another seed", async () => {
    expect(await run(8, names)).not.toEqual(await run(7, names));
  });

  test("draws again for a repeated request", async () => {
    const api = await start();
    api.emulator.faults.seed(1, { rate: 0.5, kinds: ["serverErrorBeforeCommit"] });
    await readAccount(api, 40);
    const hit = loggedFaults(api).filter((fault) => fault !== "").length;
    expect(hit).toBeGreaterThan(8);
    expect(hit).toBeLessThan(32);
  });

  test("applies to no request at rate 0, to all at rate 1, and only to those that match", async () => {
    expect(Object.values(await run(7, names, { rate: 0 })).flat()).toEqual([]);
    expect(Object.values(await run(7, names, { rate: 1 })).flat()).toHaveLength(names.length);
    expect(Object.values(await run(7, names, { rate: 1, on: "GET *" })).flat()).toEqual([]);
  });

  test("gives faults of lists to lists only", async () => {
    const api = await start();
    api.emulator.faults.seed(1, { rate: 1, kinds: ["staleList"] });
    await api.post("/api/channel/add", { name: "Spring" });
    await api.get("/api/channels");
    expect(loggedFaults(api)).toEqual(["", "staleList"]);
  });

  test("injects series of 429 responses", async () => {
    const api = await start();
    api.emulator.faults.seed(3, { rate: 0.1, kinds: ["tooManyRequests"] });
    await readAccount(api, 100);
    const series =
      loggedFaults(api)
        .join(",")
        .match(/(tooManyRequests,?)+/g) ?? [];
    expect(Math.max(...series.map((part) => part.split(",").filter(Boolean).length))).toBeGreaterThan(1);
  });

  test("can be set from the start", async () => {
    const api = await start({ faults: { seed: 1, rate: 1, kinds: ["tooManyRequests"] } });
    expect((await api.get("/api/account")).status).toBe(429);
  });

  test.each([
    [{ seed: 0.5 }, /seed must be an integer, not 0.5/],
    [{ seed: 1, rate: 1.1 }, /rate must be a number from 0 to 1, not 1.1/],
    [{ seed: 1, rate: Number.NaN }, /rate must be a number from 0 to 1, not NaN/],
    [{ seed: 1, maxMs: 0 }, /maxMs must be a number from 1 to 60000, not 0/],
    [{ seed: 1, kinds: ["cut" as FaultName] }, /Unknown fault "cut"/],
    [{ seed: 1, on: "account" }, /Invalid request pattern "account"/],
  ])("%j is rejected", async (faults, message) => {
    await expect(startEmulator({ faults })).rejects.toThrow(message);
  });
});
