import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../src/api/redactor";
import { FakeService, fakeSession, refusal } from "./fake-service";

function masked(secret: unknown, text: string): string {
  const hidden = new Redactor();
  hidden.add(secret);
  return hidden.redact(text);
}

const SECRET = `gäste/"only" & 'more' <1>`;

describe("a hidden text", () => {
  it.each([
    ["as it is", `no: ${SECRET}!`],
    ["in JSON", `no: ${JSON.stringify(SECRET).slice(1, -1)}!`],
    ["in the JSON of PHP", "no: g\\u00e4ste\\/\\\"only\\\" & 'more' <1>!"],
    ["in HTML", "no: gäste/&quot;only&quot; &amp; &#039;more&#039; &lt;1&gt;!"],
    ["in HTML without quotes escaped", `no: gäste/"only" &amp; 'more' &lt;1&gt;!`],
    ["in a URL", `no: ${encodeURIComponent(SECRET)}!`],
  ])("is masked %s", (_, text) => {
    expect(masked(SECRET, text)).toBe("no: [secret]!");
  });

  it("is masked wherever it stands in a value", () => {
    expect(masked(["one-one", { psk: "two-two" }, 33333], "one-one two-two 33333")).toBe(
      "[secret] [secret] [secret]",
    );
  });

  it("is masked whole although another one is a part of it", () => {
    expect(masked(["guests", "guests-only"], "guests-only guests")).toBe("[secret] [secret]");
  });

  it("is masked as one with another that overlaps it, and shows nothing of either", () => {
    expect(masked(["guests-only", "only-members"], "to guests-only-members!")).toBe("to [secret]!");
    expect(masked(["guests-only-once", "only"], "to guests-only-once, only")).toBe("to [secret], [secret]");
  });

  it("leaves a message readable when it is too short to hide", () => {
    expect(masked(["a", "", "on"], "a pixel on an account")).toBe("a pixel on an account");
  });

  it("is in nothing that is shown, whatever stands around it", () => {
    const digits = (minLength: number) => fc.stringMatching(new RegExp(`^[0-9]{${minLength},8}$`));
    fc.assert(
      fc.property(fc.array(digits(3)), digits(0), digits(0), (secrets, before, after) => {
        const shown = masked(secrets, `${before}${secrets.join("")}${after}`);
        for (const secret of secrets) expect(shown).not.toContain(secret);
      }),
    );
  });
});

describe("thousands of hidden texts", () => {
  /** Processor time for a hundred messages beside so many secrets, which begin alike; the best of three. */
  function timeBeside(secrets: number): number {
    const hidden = new Redactor();
    for (let number = 0; number < secrets; number++) hidden.add(`WIFI:T:WPA;S:guests;P:pass-${number};;`);
    const message = "the data WIFI:T:WPA;S:guests;P:pass-17;; is too long for this plan ".repeat(4);
    const times = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      for (let count = 0; count < 100; count++) expect(hidden.redact(message)).not.toContain("pass-17");
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return Math.min(...times);
  }

  it("cost a message no more than a few", () => {
    timeBeside(20);
    // One after the other they would cost 200 times as much.
    expect(timeBeside(4000)).toBeLessThan(20 * timeBeside(20));
  });
});

describe("the messages of a session", () => {
  const refusing = (message: string) => fakeSession(() => refusal(message, 422)).session;

  it("hold neither the key nor what was hidden", async () => {
    const session = refusing("no: Bearer key-1 may not set hunter22");
    session.addSecret({ password: "hunter22" });
    await expect(session.send("PUT", "/api/account/update", {})).rejects.toThrow(
      "the service refused: no: Bearer [secret] may not set [secret] (status 422)",
    );
  });

  it("hold no beginning of a secret either where a long message is cut", async () => {
    const session = refusing(`${"x".repeat(295)}hunter22`);
    session.addSecret("hunter22");
    const message = await session.send("PUT", "/api/account/update", {}).then(String, String);
    expect(message).toContain("xxx");
    expect(message).not.toContain("hu");
  });

  it("do not hold a key that is refused", async () => {
    const service = new FakeService(() => refusal("no such key: key-1", 401));
    const { session } = fakeSession(() => refusal(), {}, { transport: service });
    await expect(session.account()).rejects.toThrow("no such key: [secret]");
  });
});
