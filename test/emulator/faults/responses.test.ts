// Answers that are cut off, wrong, slow or not the service's own.
import { describe, expect, test } from "vitest";
import { FAULT_NAMES } from "../../../src/emulator/index";
import { VirtualClock } from "../../support/virtual-clock";
import { start } from "../support/api-client";
import { addChannel, outcome } from "../support/attempt";

/** An emulator whose first request that creates something meets the fault. */
async function startWith(fault: (typeof FAULT_NAMES)[number], options: Parameters<typeof start>[0] = {}) {
  const api = await start(options);
  api.emulator.faults.rule({ on: "POST /api/*/add", fault, times: 1 });
  return api;
}

describe("an answer that is cut", () => {
  test("ends with its connection before its length is reached", async () => {
    const api = await startWith("cutBody");
    expect(await addChannel(api)).toEqual({ status: 200, code: "UND_ERR_SOCKET" });
    expect(api.account.channels.size).toBe(1);
  });

  test("or is complete by its length, with half of the JSON", async () => {
    const api = await startWith("truncatedJson");
    const reply = await addChannel(api);
    expect(reply).toMatchObject({ status: 200, type: "application/json; charset=utf-8" });
    const { text = "" } = reply as { text?: string };
    expect(text.startsWith('{"error":0,')).toBe(true);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(api.account.channels.size).toBe(1);
  });

  test("or is JSON of another form, a new one each time", async () => {
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

  test("or is JSON of another form, which says of no failure that it is a success", async () => {
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
    "%s: a page in HTML with %i and no rate headers, %i channels made",
    async (fault, status, made) => {
      const api = await startWith(fault);
      const reply = await addChannel(api);
      expect(reply).toMatchObject({
        status,
        type: "text/html",
        text: expect.stringContaining(`<h1>${status} `),
      });
      expect([...(reply as { headers: Headers }).headers.keys()]).not.toContain("x-ratelimit-remaining");
      expect(api.account.channels.size).toBe(made);
      expect(api.emulator.log).toMatchObject([{ changes: made === 1, remaining: 10_000 - made }]);
    },
  );
});

describe("a service that breaks down", () => {
  test.each([
    ["serverErrorBeforeCommit", 0],
    ["serverErrorAfterCommit", 1],
  ] as const)("%s: 500 with truthful rate headers, %i channels made", async (fault, made) => {
    const api = await startWith(fault, { dialect: { statusCodes: "always200" } });
    const reply = await addChannel(api);
    expect(reply).toMatchObject({ status: 500, text: '{"error":1,"message":"Internal server error."}' });
    expect((reply as { headers: Headers }).headers.get("x-ratelimit-remaining")).toBe("9999");
    expect(api.account.channels.size).toBe(made);
    expect(api.emulator.log).toMatchObject([
      { status: 500, ok: false, changes: made === 1, faults: [fault] },
    ]);
  });

  test.each([
    ["tooManyRequests", 10_000],
    ["tooManyRequestsCounted", 9999],
  ] as const)("%s: 429 though %i requests remain", async (fault, remaining) => {
    const api = await startWith(fault);
    const reply = await addChannel(api);
    expect(reply).toMatchObject({ status: 429, type: "application/json; charset=utf-8" });
    expect((reply as { headers: Headers }).headers.get("x-ratelimit-remaining")).toBe(String(remaining));
    expect(api.account.channels.size).toBe(0);
    expect(api.emulator.log).toMatchObject([{ status: 429, remaining, rateLimited: false }]);
  });
});

test("a slow body takes its time by the clock and is whole", async () => {
  const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
  const api = await startWith("slowBody", { clock });
  expect(await addChannel(api)).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^\{.*"Spring".*\}$/),
  });
  expect(clock.slept).toEqual([500, 500, 500, 500]);
});

test("every fault befalls its request once and leaves the emulator whole", async () => {
  const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
  for (const fault of FAULT_NAMES.filter((name) => !name.startsWith("hang"))) {
    const api = await start({ clock });
    api.emulator.faults.rule({ on: "GET /api/channels", fault, times: 1, ms: 10 });
    await outcome(api, "GET", "/api/channels");
    await api.emulator.faults.settled();
    expect(await outcome(api, "GET", "/api/channels")).toMatchObject({ status: 200 });
    expect(api.emulator.log.map(({ faults }) => faults)).toEqual([[fault], []]);
    await api.emulator.close();
  }
});
