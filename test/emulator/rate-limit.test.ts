import { describe, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { RateLimiter } from "../../src/emulator/rate-limit/rate-limiter";
import { start } from "./support/api-client";

const remaining = (response: { headers: Headers }) => response.headers.get("x-ratelimit-remaining");

describe("rate limit", () => {
  test("allows 30 requests per minute by default", async () => {
    const api = await start({ rateLimit: 30 });
    const first = await api.get("/api/account");
    expect([first.headers.get("x-ratelimit-limit"), remaining(first)]).toEqual(["30", "29"]);
    const responses = await Promise.all(Array.from({ length: 30 }, () => api.get("/api/account")));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(29);
    const [rejected] = responses.filter(({ status }) => status === 429);
    expect(rejected?.body).toEqual({ error: 1, message: "The rate limit is reached. Try again later." });
    expect(remaining(rejected!)).toBe("0");
    expect(api.emulator.log.filter(({ rateLimited }) => rateLimited)).toHaveLength(1);

    api.clock.advance(59_999);
    expect((await api.get("/api/account")).status).toBe(429);
    api.clock.advance(1);
    expect((await api.get("/api/account")).status).toBe(200);
  });

  test("changes nothing in a rejected request", async () => {
    const api = await start({ rateLimit: 1 });
    await api.get("/api/account");
    await api.post("/api/channel/add", { name: "Spring" });
    expect(api.account.channels.size).toBe(0);
    expect(api.emulator.log.at(-1)).toMatchObject({ rateLimited: true, changes: false, account: "acme" });
  });

  test("counts failures, which have the headers, too", async () => {
    const api = await start({ rateLimit: 5 });
    expect(remaining(await api.get("/api/nothing"))).toBe("4");
    expect(remaining(await api.delete("/api/pixel/9/delete"))).toBe("3");
    expect(remaining(await api.send("POST", "/api/pixel/add", { body: "{" }))).toBe("2");
  });

  test("counts each valid key separately, and all invalid keys together", async () => {
    const api = await start({ rateLimit: 2, accounts: [{ username: "acme", keys: ["a", "b"] }] });
    expect(remaining(await api.withKey("a").get("/api/account"))).toBe("1");
    expect(remaining(await api.withKey("b").get("/api/account"))).toBe("1");
    expect(remaining(await api.withKey("x").get("/api/account"))).toBe("1");
    expect(remaining(await api.withKey("y").get("/api/account"))).toBe("0");
    expect((await api.withKey("z").get("/api/account")).status).toBe(429);
    expect((await api.withKey("a").get("/api/account")).status).toBe(200);
  });

  test("can be reset", async () => {
    const api = await start({ rateLimit: 1 });
    await api.get("/api/account");
    api.emulator.resetRateLimit();
    expect((await api.get("/api/account")).status).toBe(200);
  });

  test("has windows of any length, exact to the millisecond", async () => {
    const api = await start({ rateLimit: 1, windowMs: 50 });
    await api.get("/api/account");
    api.clock.advance(49);
    expect((await api.get("/api/account")).status).toBe(429);
    api.clock.advance(1);
    expect((await api.get("/api/account")).status).toBe(200);
  });

  test("uses the system clock by default", async () => {
    const emulator = await startEmulator({ windowMs: 50_000, dialect: { resetFormat: "epochMs" } });
    onTestFinished(() => emulator.close());
    const before = Date.now();
    const { headers } = await fetch(`${emulator.url}/api/account`);
    const windowStart = Number(headers.get("x-ratelimit-reset")) - 50_000;
    expect(windowStart).toBeGreaterThanOrEqual(before);
    expect(windowStart).toBeLessThanOrEqual(Date.now());
  });

  test("starts a new window if the clock is set back", () => {
    const rateLimiter = new RateLimiter(1, 1000);
    rateLimiter.take("key", "fixed", 5000);
    expect(rateLimiter.take("key", "fixed", 1000)).toMatchObject({ allowed: true, resetAt: 2000 });
  });
});
