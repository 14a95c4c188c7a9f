// Responses that are cut, wrong, slow or from a gateway.
import { describe, expect, test } from "vitest";
import { FAULT_NAMES } from "../../../src/emulator/index";
import { VirtualClock } from "../../support/virtual-clock";
import { start } from "../support/api-client";
import { attempt, tryToAddChannel } from "../support/attempt";

/** Starts an emulator that injects the fault into the first create. */
async function startWith(fault: (typeof FAULT_NAMES)[number], options: Parameters<typeof start>[0] = {}) {
  const api = await start(options);
  api.emulator.faults.rule({ on: "POST /api/*/add", fault, times: 1 });
  return api;
}

describe("a broken response", () => {
  test("ends before its Content-Length if the connection is cut", async () => {
    const api = await startWith("cutBody");
    expect(await tryToAddChannel(api)).toEqual({ status: 200, code: "UND_ERR_SOCKET" });
    expect(api.account.channels.size).toBe(1);
  });

  test("has the right Content-Length but half of the JSON if truncated", async () => {
    const api = await startWith("truncatedJson");
    const response = await tryToAddChannel(api);
    expect(response).toMatchObject({ status: 200, contentType: "application/json; charset=utf-8" });
    const { text = "" } = response as { text?: string };
    expect(text.startsWith('{"error":0,')).toBe(true);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(api.account.channels.size).toBe(1);
  });

  test("is JSON in a different wrong form each time", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "GET /api/*", fault: "wrongJson" });
    const texts = new Set<unknown>();
    for (let count = 0; count < 5; count++) {
      const { body } = await api.get("/api/channels");
      expect(Array.isArray(body?.data?.channels)).toBe(false);
      texts.add(JSON.stringify(body));
    }
    expect(texts.size).toBe(5);
  });

  test("never turns a failure into a success", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "DELETE /api/*", fault: "wrongJson" });
    for (let count = 0; count < 5; count++) {
      const { body } = await api.delete("/api/channel/1/delete");
      expect(body?.error).toBeUndefined();
    }
  });
});

describe("a gateway", () => {
  test.each([
    ["badGatewayBeforeHandling", 502, 0],
    ["badGatewayAfterCommit", 502, 1],
    ["gatewayTimeoutBeforeHandling", 504, 0],
    ["gatewayTimeoutAfterCommit", 504, 1],
  ] as const)(
    "%s responds with an HTML page, %i and no rate limit headers, and creates %i channels",
    async (fault, status, created) => {
      const api = await startWith(fault);
      const response = await tryToAddChannel(api);
      expect(response).toMatchObject({
        status,
        contentType: "text/html",
        text: expect.stringContaining(`<h1>${status} `),
      });
      expect([...(response as { headers: Headers }).headers.keys()]).not.toContain("x-ratelimit-remaining");
      expect(api.account.channels.size).toBe(created);
      expect(api.emulator.log).toMatchObject([{ changes: created === 1, remaining: 10_000 - created }]);
    },
  );
});

describe("a failing service", () => {
  test.each([
    ["serverErrorBeforeCommit", 0],
    ["serverErrorAfterCommit", 1],
  ] as const)(
    "%s responds with 500 and correct rate limit headers, and creates %i channels",
    async (fault, created) => {
      const api = await startWith(fault, { dialect: { statusCodes: "always200" } });
      const response = await tryToAddChannel(api);
      expect(response).toMatchObject({ status: 500, text: '{"error":1,"message":"Internal server error."}' });
      expect((response as { headers: Headers }).headers.get("x-ratelimit-remaining")).toBe("9999");
      expect(api.account.channels.size).toBe(created);
      expect(api.emulator.log).toMatchObject([
        { status: 500, ok: false, changes: created === 1, faults: [fault] },
      ]);
    },
  );

  test.each([
    ["tooManyRequests", 10_000],
    ["tooManyRequestsCounted", 9999],
  ] as const)("%s responds with 429 although %i requests remain", async (fault, remaining) => {
    const api = await startWith(fault);
    const response = await tryToAddChannel(api);
    expect(response).toMatchObject({ status: 429, contentType: "application/json; charset=utf-8" });
    expect((response as { headers: Headers }).headers.get("x-ratelimit-remaining")).toBe(String(remaining));
    expect(api.account.channels.size).toBe(0);
    expect(api.emulator.log).toMatchObject([{ status: 429, remaining, rateLimited: false }]);
  });
});

test("a slow body takes as long as the fault, and is complete", async () => {
  const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
  const api = await startWith("slowBody", { clock });
  expect(await tryToAddChannel(api)).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^\{.*"Spring".*\}$/),
  });
  expect(clock.slept).toEqual([500, 500, 500, 500]);
});

test("the emulator works after every fault", async () => {
  const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
  for (const fault of FAULT_NAMES.filter((name) => !name.startsWith("hang"))) {
    const api = await start({ clock });
    api.emulator.faults.rule({ on: "GET /api/channels", fault, times: 1, ms: 10 });
    await attempt(api, "GET", "/api/channels");
    await api.emulator.faults.settled();
    expect(await attempt(api, "GET", "/api/channels")).toMatchObject({ status: 200 });
    expect(api.emulator.log.map(({ faults }) => faults)).toEqual([[fault], []]);
    await api.emulator.close();
  }
});
