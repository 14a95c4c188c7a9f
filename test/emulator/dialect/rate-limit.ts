// Rate limit headers, windows and responses. The limit of the emulator is 2 requests per minute.
import { expect } from "vitest";
import type { ApiClient } from "../support/api-client";
import type { KnobChecks } from "./knob-check";

const HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

const presentHeaders = ({ headers }: { headers: Headers }) => HEADERS.filter((name) => headers.has(name));

const resetHeader = async (api: ApiClient) =>
  (await api.get("/api/account")).headers.get("x-ratelimit-reset");

const remainingHeader = async (api: ApiClient) =>
  (await api.get("/api/account")).headers.get("x-ratelimit-remaining");

async function exceedLimit(api: ApiClient) {
  await api.get("/api/account");
  await api.get("/api/account");
  return api.get("/api/account");
}

/** The clock of these tests starts 250 ms after this time, in seconds since 1970. */
const START_SECONDS = Date.UTC(2026, 2, 1, 12, 0, 0) / 1000;

export const rateLimit = {
  rateLimitHeaders: {
    present: [
      "every response has the rate limit headers",
      async (api) => expect(presentHeaders(await api.get("/api/account"))).toEqual(HEADERS),
    ],
    absent: [
      "no response has rate limit headers, but the limit applies",
      async (api) => {
        expect(presentHeaders(await api.get("/api/account"))).toEqual([]);
        expect((await exceedLimit(api)).status).toBe(429);
      },
    ],
  },
  rateLimitHeadersOnFailure: {
    present: [
      "failures and rate-limited responses have the rate limit headers",
      async (api) => {
        expect(presentHeaders(await api.get("/api/nothing"))).toEqual(HEADERS);
        expect(presentHeaders(await exceedLimit(api))).toEqual(HEADERS);
      },
    ],
    absent: [
      "only successes have the rate limit headers",
      async (api) => {
        expect(presentHeaders(await api.get("/api/nothing"))).toEqual([]);
        expect(presentHeaders(await api.get("/api/account"))).toEqual(HEADERS);
        expect(presentHeaders(await api.get("/api/account"))).toEqual([]);
      },
    ],
  },
  rateLimitFigures: {
    real: [
      "the headers have the limit and what is left of it",
      async (api) => {
        const { headers } = await api.get("/api/account");
        expect(HEADERS.slice(0, 2).map((name) => headers.get(name))).toEqual(["2", "1"]);
      },
    ],
    zero: [
      "both figures are 0, but the limit applies",
      async (api) => {
        const { headers } = await api.get("/api/account");
        expect(HEADERS.slice(0, 2).map((name) => headers.get(name))).toEqual(["0", "0"]);
        expect((await exceedLimit(api)).status).toBe(429);
      },
    ],
  },
  resetFormat: {
    epochSeconds: [
      "X-RateLimit-Reset is in seconds since 1970",
      async (api) => expect(await resetHeader(api)).toBe(String(START_SECONDS + 61)),
    ],
    epochMs: [
      "X-RateLimit-Reset is in milliseconds since 1970",
      async (api) => expect(await resetHeader(api)).toBe(String(START_SECONDS * 1000 + 60_250)),
    ],
    secondsLeft: [
      "X-RateLimit-Reset is in seconds from now",
      async (api) => {
        expect(await resetHeader(api)).toBe("60");
        api.clock.advance(40_001);
        expect(await resetHeader(api)).toBe("20");
      },
    ],
    httpDate: [
      "X-RateLimit-Reset is an HTTP date",
      async (api) => expect(await resetHeader(api)).toBe("Sun, 01 Mar 2026 12:01:01 GMT"),
    ],
    isoDate: [
      "X-RateLimit-Reset is an ISO date",
      async (api) => expect(await resetHeader(api)).toBe("2026-03-01T12:01:00.250Z"),
    ],
  },
  resetRounding: {
    up: [
      "X-RateLimit-Reset in whole seconds is never early",
      async (api) => expect(await resetHeader(api)).toBe(String(START_SECONDS + 61)),
    ],
    down: [
      "X-RateLimit-Reset in whole seconds can be up to a second early",
      async (api) => expect(await resetHeader(api)).toBe(String(START_SECONDS + 60)),
    ],
  },
  rateLimitWindow: {
    fixed: [
      "a window starts with its first request",
      async (api) => {
        await api.get("/api/account");
        api.clock.advance(59_000);
        expect(await remainingHeader(api)).toBe("0");
        api.clock.advance(1000);
        expect(await remainingHeader(api)).toBe("1");
      },
    ],
    aligned: [
      "a window starts at a full minute",
      async (api) => {
        api.clock.advance(59_000);
        expect(await resetHeader(api)).toBe(String(START_SECONDS + 60));
        api.clock.advance(1000);
        expect(await remainingHeader(api)).toBe("1");
      },
    ],
    sliding: [
      "a request stops counting after a minute",
      async (api) => {
        await api.get("/api/account");
        api.clock.advance(30_000);
        await api.get("/api/account");
        api.clock.advance(29_999);
        const reply = await api.get("/api/account");
        expect([reply.status, reply.headers.get("x-ratelimit-reset")]).toEqual([
          429,
          String(START_SECONDS + 61),
        ]);
        api.clock.advance(1);
        expect(await remainingHeader(api)).toBe("0");
      },
    ],
  },
  rateLimitResponse: {
    "429": [
      "a request above the limit gets 429, whatever the status of other failures",
      async (api) => {
        api.emulator.setDialect({ statusCodes: "always200" });
        expect((await exceedLimit(api)).status).toBe(429);
      },
    ],
    "200WithError": [
      "a request above the limit gets 200 and an error",
      async (api) => expect(await exceedLimit(api)).toMatchObject({ status: 200, body: { error: 1 } }),
    ],
    "403": [
      "a request above the limit gets 403",
      async (api) => expect((await exceedLimit(api)).status).toBe(403),
    ],
  },
  rateLimitBody: {
    message: [
      "a rate-limited response is a failure like others",
      async (api) =>
        expect((await exceedLimit(api)).body).toEqual({
          error: 1,
          message: "The rate limit is reached. Try again later.",
        }),
    ],
    error429: [
      "its error is 429, whatever the status, and the body has Retry-After, in seconds",
      async (api) => {
        api.emulator.setDialect({ rateLimitResponse: "200WithError" });
        api.clock.advance(10_000);
        expect(await exceedLimit(api)).toMatchObject({
          status: 200,
          body: { error: 429, message: "The rate limit is reached. Try again later.", "Retry-After": 60 },
        });
      },
    ],
    errorOnly: [
      "its body has nothing but the error",
      async (api) => expect((await exceedLimit(api)).body).toEqual({ error: 1 }),
    ],
  },
  retryAfterHeader: {
    absent: [
      "a rate-limited response has no Retry-After",
      async (api) => expect((await exceedLimit(api)).headers.has("retry-after")).toBe(false),
    ],
    present: [
      "only rate-limited responses have Retry-After, in seconds",
      async (api) => {
        expect((await api.get("/api/account")).headers.has("retry-after")).toBe(false);
        api.clock.advance(10_000);
        expect((await exceedLimit(api)).headers.get("retry-after")).toBe("50");
      },
    ],
  },
  dateHeader: {
    present: [
      "the Date header comes from the emulator's clock",
      async (api) =>
        expect((await api.get("/api/account")).headers.get("date")).toBe("Sun, 01 Mar 2026 12:00:00 GMT"),
    ],
    absent: [
      "responses have no Date header",
      async (api) => expect((await api.get("/api/account")).headers.has("date")).toBe(false),
    ],
  },
} satisfies Partial<KnobChecks>;
