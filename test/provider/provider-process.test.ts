import { describe, expect, onTestFinished, test } from "vitest";
import type { LimiterStatus } from "../../src/api/session";
import { PartialError } from "../../src/kind/reported-error";
import { ProviderProcess } from "../../src/provider/provider-process";
import { rateLimitStatus } from "../../src/provider/running";

const SETTINGS: Readonly<Record<string, string>> = { apiKey: "key", baseUrl: "http://127.0.0.1:9" };

function newProcess(): ProviderProcess {
  return new ProviderProcess({ log: { info() {}, warn() {} }, env: {} });
}

describe("the status of the rate limit", () => {
  const status: LimiterStatus = { queued: 26, free: 0, limit: 30, resetAt: 42_000 };

  test("begins with the numbers", () => {
    expect(rateLimitStatus(status, 0)).toBe("rate limit: 42 s, 26 left");
  });

  test("rounds up, and is never 0 s", () => {
    expect(rateLimitStatus(status, 600)).toBe("rate limit: 42 s, 26 left");
    expect(rateLimitStatus(status, 41_900)).toBe("rate limit: 1 s, 26 left");
    expect(rateLimitStatus(status, 50_000)).toBe("rate limit: 1 s, 26 left");
  });

  test("is nothing if nothing waits, or the end of the wait is not known", () => {
    expect(rateLimitStatus({ ...status, queued: 0 }, 0)).toBeUndefined();
    expect(rateLimitStatus({ ...status, resetAt: undefined }, 0)).toBeUndefined();
  });
});

describe("the session", () => {
  test("is opened once for all handlers", async () => {
    const process = newProcess();
    process.configure((name) => SETTINGS[name]);
    onTestFinished(() => process.close());
    const session = await process.session();
    process.configure(() => undefined);
    expect(await process.session()).toBe(session);
  });

  test("waits for the configuration", async () => {
    const process = newProcess();
    onTestFinished(() => process.close());
    const waiting = process.session();
    process.configure((name) => SETTINGS[name]);
    expect(await waiting).toBe(await process.session());
  });

  test("reports an error in the configuration to every method", async () => {
    const process = newProcess();
    process.configure(() => undefined);
    for (let call = 0; call < 2; call++) await expect(process.session()).rejects.toThrow("no API key");
  });
});

describe("a claim", () => {
  test("belongs to one object of one type", () => {
    const process = newProcess();
    process.noteProgram();
    process.claim("Pixel", "1");
    expect(process.isClaimed("Pixel", "1")).toBe(true);
    expect(process.isClaimed("Pixel", "2")).toBe(false);
    expect(process.isClaimed("Channel", "1")).toBe(false);
  });

  test("counts only after the first check: before that, the engine refreshes", () => {
    const process = newProcess();
    process.claim("Pixel", "1");
    process.noteProgram();
    expect(process.isClaimed("Pixel", "1")).toBe(false);
  });
});

describe("the last messages", () => {
  test("are the adoption summary, and warnings from deletions", async () => {
    const process = newProcess();
    process.noteProgram();
    process.adoptions.plan("Pixel", "1", "pixels.a", false);
    process.shutdownMessages.push(
      () => undefined,
      () => ({ text: "ChannelItem 1/links/2: only left the state", urn: "urn:2" }),
    );
    expect(await process.lastMessages()).toEqual({
      info: [expect.stringMatching(/^1 existing object will be adopted/)],
      warnings: [{ text: "ChannelItem 1/links/2: only left the state", urn: "urn:2" }],
    });
  });

  test("include the estimate, unless a call has failed", async () => {
    const process = newProcess();
    process.configure((name) => SETTINGS[name]);
    onTestFinished(() => process.close());
    process.noteProgram();
    process.estimate.plan("new pixels.a", 1);
    const estimate = "apply: 1 request, no wait for the rate limit";
    expect((await process.lastMessages()).info).toEqual([estimate]);
    const failing = process.run({ name: "check of Pixel" }, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("check of Pixel: no");
    expect((await process.lastMessages()).info).toEqual([]);
  });

  test("name the provider, because each account has its own", async () => {
    const process = newProcess();
    const settings: Readonly<Record<string, string>> = { ...SETTINGS, "provider:name": "brand-b" };
    process.configure((name) => settings[name]);
    onTestFinished(() => process.close());
    process.noteProgram();
    process.adoptions.plan("Pixel", "1", "pixels.a", false);
    process.estimate.plan("new pixels.a", 1);
    expect((await process.lastMessages()).info).toEqual([
      expect.stringMatching(/^brand-b: 1 existing object will be adopted/),
      "brand-b: apply: 1 request, no wait for the rate limit",
    ]);
  });

  test("of a process that applies changes are about what it did", async () => {
    const process = newProcess();
    process.configure((name) => SETTINGS[name]);
    onTestFinished(() => process.close());
    process.noteProgram();
    process.adoptions.plan("Pixel", "1", "pixels.a", true);
    process.estimate.plan("new pixels.a", 1);
    process.noteApply();
    expect((await process.lastMessages()).info).toEqual([]);
    process.adoptions.adopted("Pixel", "1");
    expect((await process.lastMessages()).info).toEqual([
      expect.stringMatching(/^1 existing object adopted, 1 changed/),
    ]);
  });

  test("have no estimate if the engine stops the process in the middle", async () => {
    const process = newProcess();
    process.configure((name) => SETTINGS[name]);
    onTestFinished(() => process.close());
    process.noteProgram();
    process.estimate.plan("new pixels.a", 1);
    let end = () => {};
    const running = process.run(
      { name: "check of Pixel" },
      () => new Promise<void>((resolve) => (end = resolve)),
    );
    expect((await process.lastMessages()).info).toEqual([]);
    end();
    await running;
    expect((await process.lastMessages()).info).toHaveLength(1);
  });
});

test("passes the error of a pending create on to the engine", async () => {
  const pending = new PartialError("unclear", "undecided", {});
  const failing = newProcess().run({ name: "create of QrCode" }, () => Promise.reject(pending));
  await expect(failing).rejects.toBe(pending);
});
