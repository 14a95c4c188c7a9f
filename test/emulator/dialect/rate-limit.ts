// Rate headers, windows and the answer above the limit. The emulator has 2 requests a minute.
import { expect } from "vitest";
import type { Api } from "../support/api-client";
import type { Statements } from "./knob-checks";

const headerNames = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

const rateHeaders = ({ headers }: { headers: Headers }) => headerNames.filter((name) => headers.has(name));

const reset = async (api: Api) => (await api.get("/api/account")).headers.get("x-ratelimit-reset");

const remaining = async (api: Api) => (await api.get("/api/account")).headers.get("x-ratelimit-remaining");

async function refused(api: Api) {
  await api.get("/api/account");
  await api.get("/api/account");
  return api.get("/api/account");
}

/** The clock of these tests stands at 250 ms after a full second. */
const SECOND = Date.UTC(2026, 2, 1, 12, 0, 0) / 1000;

export const rate = {
  rateHeaders: {
    present: [
      "every answer carries the rate headers",
      async (api) => expect(rateHeaders(await api.get("/api/account"))).toEqual(headerNames),
    ],
    absent: [
      "no answer carries rate headers, and the limit holds all the same",
      async (api) => {
        expect(rateHeaders(await api.get("/api/account"))).toEqual([]);
        expect((await refused(api)).status).toBe(429);
      },
    ],
  },
  rateHeadersOnFailure: {
    present: [
      "failures and the rate answer carry the rate headers",
      async (api) => {
        expect(rateHeaders(await api.get("/api/nothing"))).toEqual(headerNames);
        expect(rateHeaders(await refused(api))).toEqual(headerNames);
      },
    ],
    absent: [
      "only successes carry the rate headers",
      async (api) => {
        expect(rateHeaders(await api.get("/api/nothing"))).toEqual([]);
        expect(rateHeaders(await api.get("/api/account"))).toEqual(headerNames);
        expect(rateHeaders(await api.get("/api/account"))).toEqual([]);
      },
    ],
  },
  resetFormat: {
    epochSeconds: [
      "the reset is in seconds since 1970",
      async (api) => expect(await reset(api)).toBe(String(SECOND + 61)),
    ],
    epochMs: [
      "the reset is in milliseconds since 1970",
      async (api) => expect(await reset(api)).toBe(String(SECOND * 1000 + 60_250)),
    ],
    secondsLeft: [
      "the reset is in seconds from now",
      async (api) => {
        expect(await reset(api)).toBe("60");
        api.clock.advance(40_001);
        expect(await reset(api)).toBe("20");
      },
    ],
    httpDate: [
      "the reset is an HTTP date",
      async (api) => expect(await reset(api)).toBe("Sun, 01 Mar 2026 12:01:01 GMT"),
    ],
    isoDate: [
      "the reset is an ISO date",
      async (api) => expect(await reset(api)).toBe("2026-03-01T12:01:00.250Z"),
    ],
  },
  resetRounding: {
    up: [
      "a reset in whole seconds is never early",
      async (api) => expect(await reset(api)).toBe(String(SECOND + 61)),
    ],
    down: [
      "a reset in whole seconds may be early by a part of one",
      async (api) => expect(await reset(api)).toBe(String(SECOND + 60)),
    ],
  },
  windowKind: {
    fixed: [
      "a window begins with its first request",
      async (api) => {
        await api.get("/api/account");
        api.clock.advance(59_000);
        expect(await remaining(api)).toBe("0");
        api.clock.advance(1000);
        expect(await remaining(api)).toBe("1");
      },
    ],
    aligned: [
      "a window begins at a full minute",
      async (api) => {
        api.clock.advance(59_000);
        expect(await reset(api)).toBe(String(SECOND + 60));
        api.clock.advance(1000);
        expect(await remaining(api)).toBe("1");
      },
    ],
    sliding: [
      "a request stops counting a minute after it was made",
      async (api) => {
        await api.get("/api/account");
        api.clock.advance(30_000);
        await api.get("/api/account");
        api.clock.advance(29_999);
        const reply = await api.get("/api/account");
        expect([reply.status, reply.headers.get("x-ratelimit-reset")]).toEqual([429, String(SECOND + 61)]);
        api.clock.advance(1);
        expect(await remaining(api)).toBe("0");
      },
    ],
  },
  rateLimitAnswer: {
    "429": [
      "a request above the limit gets 429, whatever other failures get",
      async (api) => {
        api.emulator.setDialect({ statusCodes: "always200" });
        expect((await refused(api)).status).toBe(429);
      },
    ],
    "200WithError": [
      "a request above the limit gets 200 and an error",
      async (api) => expect(await refused(api)).toMatchObject({ status: 200, body: { error: 1 } }),
    ],
    "403": [
      "a request above the limit gets 403",
      async (api) => expect((await refused(api)).status).toBe(403),
    ],
  },
  retryAfter: {
    absent: [
      "a refusal does not tell when to retry",
      async (api) => expect((await refused(api)).headers.has("retry-after")).toBe(false),
    ],
    present: [
      "a refusal, and nothing else, tells in how many seconds to retry",
      async (api) => {
        expect((await api.get("/api/account")).headers.has("retry-after")).toBe(false);
        api.clock.advance(10_000);
        expect((await refused(api)).headers.get("retry-after")).toBe("50");
      },
    ],
  },
  dateHeader: {
    present: [
      "answers are dated by the emulator's clock",
      async (api) =>
        expect((await api.get("/api/account")).headers.get("date")).toBe("Sun, 01 Mar 2026 12:00:00 GMT"),
    ],
    absent: [
      "answers have no date",
      async (api) => expect((await api.get("/api/account")).headers.has("date")).toBe(false),
    ],
  },
} satisfies Partial<Statements>;
