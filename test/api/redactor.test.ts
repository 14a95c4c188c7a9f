import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../src/api/redactor";
import { FakeService, fakeSession, rejection } from "./support/fake-service";

function redact(secret: unknown, text: string): string {
  const redactor = new Redactor();
  redactor.add(secret);
  return redactor.redact(text);
}

const SECRET = `gäste/"only" & 'more' <1>`;

describe("a secret", () => {
  it.each([
    ["as it is", `no: ${SECRET}!`],
    ["in JSON", `no: ${JSON.stringify(SECRET).slice(1, -1)}!`],
    ["in the JSON of PHP", "no: g\\u00e4ste\\/\\\"only\\\" & 'more' <1>!"],
    ["in HTML", "no: gäste/&quot;only&quot; &amp; &#039;more&#039; &lt;1&gt;!"],
    ["in HTML without escaped quotes", `no: gäste/"only" &amp; 'more' &lt;1&gt;!`],
    ["in a URL", `no: ${encodeURIComponent(SECRET)}!`],
  ])("is masked %s", (_, text) => {
    expect(redact(SECRET, text)).toBe("no: [secret]!");
  });

  it("is masked at any depth of a value", () => {
    expect(redact(["one-one", { psk: "two-two" }, 33333], "one-one two-two 33333")).toBe(
      "[secret] [secret] [secret]",
    );
  });

  it("is masked completely if another one is a part of it", () => {
    expect(redact(["guests", "guests-only"], "guests-only guests")).toBe("[secret] [secret]");
  });

  it("gets one mask together with another one that overlaps it", () => {
    expect(redact(["guests-only", "only-members"], "to guests-only-members!")).toBe("to [secret]!");
    expect(redact(["guests-only-once", "only"], "to guests-only-once, only")).toBe("to [secret], [secret]");
  });

  it("is not masked if it is too short: messages stay readable", () => {
    expect(redact(["a", "", "on"], "a pixel on an account")).toBe("a pixel on an account");
  });

  it("is never shown, whatever precedes and follows it", () => {
    const digits = (minLength: number) => fc.stringMatching(new RegExp(`^[0-9]{${minLength},8}$`));
    fc.assert(
      fc.property(fc.array(digits(3)), digits(0), digits(0), (secrets, before, after) => {
        const shown = redact(secrets, `${before}${secrets.join("")}${after}`);
        for (const secret of secrets) expect(shown).not.toContain(secret);
      }),
    );
  });
});

describe("thousands of secrets", () => {
  /** CPU time to redact 100 messages with this number of secrets, which have a common prefix. The best of three. */
  function timeWith(secrets: number): number {
    const redactor = new Redactor();
    for (let number = 0; number < secrets; number++) redactor.add(`WIFI:T:WPA;S:guests;P:pass-${number};;`);
    const message = "the data WIFI:T:WPA;S:guests;P:pass-17;; is too long for this plan ".repeat(4);
    const times = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      for (let count = 0; count < 100; count++) expect(redactor.redact(message)).not.toContain("pass-17");
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return Math.min(...times);
  }

  it("take hardly more time than a few", () => {
    timeWith(20);
    // A search for one after the other would take 200 times as long.
    expect(timeWith(4000)).toBeLessThan(20 * timeWith(20));
  });
});

describe("the messages of a session", () => {
  const rejecting = (message: string) => fakeSession(() => rejection(message, 422)).session;

  it("contain neither the key nor another secret", async () => {
    const session = rejecting("no: Bearer key-1 may not set hunter22");
    session.addSecret({ password: "hunter22" });
    await expect(session.send("PUT", "/api/account/update", {})).rejects.toThrow(
      "the service rejected the request: no: Bearer [secret] may not set [secret] (status 422)",
    );
  });

  it("contain no beginning of a secret at the end of a truncated message", async () => {
    const session = rejecting(`${"x".repeat(295)}hunter22`);
    session.addSecret("hunter22");
    const message = await session.send("PUT", "/api/account/update", {}).then(String, String);
    expect(message).toContain("xxx");
    expect(message).not.toContain("hu");
  });

  it("do not contain a rejected key", async () => {
    const service = new FakeService(() => rejection("no such key: key-1", 401));
    const { session } = fakeSession(() => rejection(), {}, { transport: service });
    await expect(session.account()).rejects.toThrow("no such key: [secret]");
  });
});
