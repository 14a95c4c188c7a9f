import { describe, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { RateLimit } from "../../src/emulator/rate-limit/rate-limiter";
import { start } from "./support/api-client";

const left = (reply: { headers: Headers }) => reply.headers.get("x-ratelimit-remaining");

describe("rate limit", () => {
  test("30 requests a minute pass by default, the next is refused until the window ends", async () => {
    const api = await start({ rateLimit: 30 });
    const first = await api.get("/api/account");
    expect([first.headers.get("x-ratelimit-limit"), left(first)]).toEqual(["30", "29"]);
    const replies = await Promise.all(Array.from({ length: 30 }, () => api.get("/api/account")));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(29);
    const [refused] = replies.filter(({ status }) => status === 429);
    expect(refused?.body).toEqual({ error: 1, message: "The rate limit is reached. Try again later." });
    expect(left(refused!)).toBe("0");
    expect(api.emulator.log.filter(({ rateLimited }) => rateLimited)).toHaveLength(1);

    api.clock.advance(59_999);
    expect((await api.get("/api/account")).status).toBe(429);
    api.clock.advance(1);
    expect((await api.get("/api/account")).status).toBe(200);
  });

  test("a refused request changes nothing", async () => {
    const api = await start({ rateLimit: 1 });
    await api.get("/api/account");
    await api.post("/api/channel/add", { name: "Spring" });
    expect(api.account.channels.size).toBe(0);
    expect(api.emulator.log.at(-1)).toMatchObject({ rateLimited: true, changes: false, account: "acme" });
  });

  test("failures count and carry the headers too", async () => {
    const api = await start({ rateLimit: 5 });
    expect(left(await api.get("/api/nothing"))).toBe("4");
    expect(left(await api.delete("/api/pixel/9/delete"))).toBe("3");
    expect(left(await api.send("POST", "/api/pixel/add", { body: "{" }))).toBe("2");
  });

  test("every key has a quota of its own; requests without a valid key share one", async () => {
    const api = await start({ rateLimit: 2, accounts: [{ username: "acme", keys: ["a", "b"] }] });
    expect(left(await api.as("a").get("/api/account"))).toBe("1");
    expect(left(await api.as("b").get("/api/account"))).toBe("1");
    expect(left(await api.as("x").get("/api/account"))).toBe("1");
    expect(left(await api.as("y").get("/api/account"))).toBe("0");
    expect((await api.as("z").get("/api/account")).status).toBe(429);
    expect((await api.as("a").get("/api/account")).status).toBe(200);
  });

  test("resetRateLimit gives the whole quota back", async () => {
    const api = await start({ rateLimit: 1 });
    await api.get("/api/account");
    api.emulator.resetRateLimit();
    expect((await api.get("/api/account")).status).toBe(200);
  });

  test("a window may have any length, and ends to the millisecond", async () => {
    const api = await start({ rateLimit: 1, windowMs: 50 });
    await api.get("/api/account");
    api.clock.advance(49);
    expect((await api.get("/api/account")).status).toBe(429);
    api.clock.advance(1);
    expect((await api.get("/api/account")).status).toBe(200);
  });

  test("without a clock of its own an emulator's windows begin by the system's", async () => {
    const emulator = await startEmulator({ windowMs: 50_000, dialect: { resetFormat: "epochMs" } });
    onTestFinished(() => emulator.close());
    const before = Date.now();
    const { headers } = await fetch(`${emulator.url}/api/account`);
    const begun = Number(headers.get("x-ratelimit-reset")) - 50_000;
    expect(begun).toBeGreaterThanOrEqual(before);
    expect(begun).toBeLessThanOrEqual(Date.now());
  });

  test("a clock that is set back opens a new window", () => {
    const rate = new RateLimit(1, 1000);
    rate.take("key", "fixed", 5000);
    expect(rate.take("key", "fixed", 1000)).toMatchObject({ allowed: true, resetAt: 2000 });
  });
});
