// The limit of requests: windows and headers.
import { expect, test } from "vitest";
import type { EmulatorOptions } from "../../src/emulator/index";
import { type Api, start } from "./support/api";

const get = (api: Api) => api.call("GET /api/account");

async function statuses(api: Api, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n++) all.push((await get(api)).status);
  return all;
}

test("by default: 30 requests per minute, counted down in the headers", async () => {
  const api = await start({ rateLimit: 30 });
  const { headers } = await get(api);
  expect(headers.get("X-RateLimit-Limit")).toBe("30");
  expect(headers.get("X-RateLimit-Remaining")).toBe("29");
  expect(headers.get("X-RateLimit-Reset")).toBe(String(Math.floor((api.clock.time + 60_000) / 1000)));
  expect(headers.get("Date")).toBe("Sun, 01 Mar 2026 12:00:00 GMT");
});

test("a window starts with its first request", async () => {
  const api = await start({ rateLimit: 3, windowMs: 10_000 });
  expect(await statuses(api, 4)).toEqual([200, 200, 200, 429]);
  api.clock.time += 9_999;
  expect(await statuses(api, 1)).toEqual([429]);
  api.clock.time += 1;
  expect(await statuses(api, 4)).toEqual([200, 200, 200, 429]);
});

test("each key has a limit of its own, invalid keys share one, and rejected requests have no effect", async () => {
  const accounts: EmulatorOptions["accounts"] = [
    { username: "acme", keys: ["demo-key"] },
    { username: "brand", keys: ["brand-key"] },
  ];
  const api = await start({ rateLimit: 1, accounts });
  await get(api);
  const add = await api.call("POST /api/channel/add", { name: "Spring" });
  expect([add.status, add.body]).toEqual([429, { error: 1, message: expect.any(String) }]);
  expect(api.emulator.account().channels.list()).toEqual([]);
  expect(api.emulator.log.map(({ limited }) => limited)).toEqual([false, true]);
  const withKey = async (key: string) =>
    (await api.call("GET /api/account", undefined, { Authorization: `Bearer ${key}` })).status;
  expect([await withKey("brand-key"), await withKey("x"), await withKey("y")]).toEqual([200, 401, 429]);
});
