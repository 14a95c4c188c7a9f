import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../../src/api/redaction/redactor";
import { processorTime } from "../../support/processor-time";
import { FakeService, fakeSession, rejection } from "../support/fake-service";

function redact(secret: unknown, text: string): string {
  const redactor = new Redactor();
  redactor.add(secret);
  return redactor.redact(text);
}

const SECRET = `gäste/"only" & 'more' <1>`;

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

describe("a secret", () => {
  it.each([
    ["as it is", `no: ${SECRET}!`],
    ["in JSON", `no: ${JSON.stringify(SECRET).slice(1, -1)}!`],
    ["in the JSON of PHP", "no: g\\u00e4ste\\/\\\"only\\\" & 'more' <1>!"],
    ["in HTML", "no: gäste/&quot;only&quot; &amp; &#039;more&#039; &lt;1&gt;!"],
    ["in HTML without escaped quotes", `no: gäste/"only" &amp; 'more' &lt;1&gt;!`],
    ["in HTML of another kind", "no: g&auml;ste/&#34;only&#x22; &#38; &#x27;more&apos; &LT;1&gt;!"],
    ["in a URL", `no: ${encodeURIComponent(SECRET)}!`],
    ["in a URL with lower-case codes", `no: ${encodeURIComponent(SECRET).toLowerCase()}!`],
    ["in a URL of Latin-1", `no: ${encodeURIComponent(SECRET).replace("%C3%A4", "%e4")}!`],
    ["in a form", `no: ${new URLSearchParams({ v: SECRET }).toString().slice(2)}!`],
    [
      "in JSON with codes of ASCII",
      `no: ${inJson(SECRET).replaceAll("&", "\\u0026").replace("<", "\\u003C")}!`,
    ],
    ["in JSON in JSON", `no: ${inJson(inJson(SECRET))}!`],
    ["in JSON in JSON in HTML", `no: ${inJson(inJson(SECRET)).replaceAll('"', "&quot;")}!`],
    ["in JSON in a URL in a URL", `no: ${encodeURIComponent(encodeURIComponent(inJson(SECRET)))}!`],
    ["in upper case", `no: ${SECRET.toUpperCase()}!`],
    ["with other white space", `no: ${SECRET.replaceAll(" ", "\r\n\t")}!`],
    ["with colors and invisible characters", `no: ${SECRET.split("").join("\u001b[1m\u200b")}!`],
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

describe("a secret with an encoded character", () => {
  it.each([
    ["a terminal escape", "hunt\u001b[31mer22", "hunter22"],
    ["a terminal escape, in JSON", "hunt\u001b[31mer22", "hunt\\u001b[31mer22"],
    ["a title of the terminal", "hunt\u001b]0;er22", "hunt\u001b]0;er22"],
    ["a title of the terminal, sanitized", "hunter22\u001b]0;!", "hunter22"],
    ["a percent sign", "100%25 sure", "100%25 sure"],
    ["a percent sign, in a URL", "100%25 sure", "100%2525+sure"],
    ["a backslash", "c:\\new\\u0041", "c:\\new\\u0041"],
    ["a backslash, in JSON", "c:\\new\\u0041", "c:\\\\new\\\\u0041"],
    ["a backslash and an entity, in JSON", "a\\b&amp;c", "a\\\\b&amp;c"],
    ["a plus sign", "one+two", "one\\u002Btwo"],
    ["a plus sign, in a URL", "one+two", "one%2btwo"],
  ])("is masked: %s", (_, secret, text) => {
    expect(redact(secret, `no: ${text}!`)).toBe("no: [secret]!");
  });

  it("is masked in any chain of encodings", () => {
    const encodings = fc.constantFrom(
      inJson,
      (text: string) => text.replace(/[^a-z]/g, (unit) => `\\u${hex(unit).padStart(4, "0")}`),
      (text: string) => inJson(text).replaceAll("/", "\\/"),
      (text: string) => encodeURIComponent(text),
      (text: string) => new URLSearchParams({ v: text }).toString().slice(2),
      (text: string) => text.replace(/[^a-z0-9;]/gi, (unit) => `&#x${hex(unit)};`),
      (text: string) => text.replace(/[^a-z0-9;]/gi, (unit) => `&#${unit.charCodeAt(0)};`),
    );
    const secrets = fc.stringMatching(/^[a-c]{2}[ -~äß\n]{4,20}[a-c]$/);
    fc.assert(
      fc.property(secrets, fc.array(encodings, { maxLength: 3 }), (secret, chain) => {
        const text = chain.reduce((encoded, encode) => encode(encoded), `in <${secret}>`);
        expect(redact(secret, text)).toContain("[secret]");
        expect(redact(secret, text).length).toBeLessThanOrEqual(text.length + 20);
      }),
      { numRuns: 2000 },
    );
  });
});

const hex = (unit: string) => unit.charCodeAt(0).toString(16);

describe("what is shown of a long text", () => {
  const redactor = new Redactor();
  for (let number = 0; number < 300; number++) redactor.add(`WIFI:T:WPA;S:guests;P:pass-${number};;`);
  const SIZE = 16 * 1024 * 1024;

  it.each([
    ["a repeated secret", "WIFI:T:WPA;S:guests;P:pass-17;;"],
    ["the beginning of secrets", "WIFI:T:WPA;S:guests;P:pass-"],
    ["the beginning of escapes", "\\u00%&#"],
    ["escapes of the terminal", "\u001b]\u001b["],
  ])("is found at once: %s", (_, piece) => {
    const text = piece.repeat(SIZE / piece.length);
    const before = performance.now();
    expect(redactor.show(text)).not.toContain("pass-17");
    expect(performance.now() - before).toBeLessThan(500);
  });

  it("contains no beginning of a secret where the text breaks off", () => {
    for (let padding = 0; padding < 60; padding++) {
      for (const encode of [String, inJson, encodeURIComponent, (text: string) => inJson(inJson(text))]) {
        const text = `${"x".repeat(padding)}${encode('"hunt/er22 ä" is it.').repeat(70)}`;
        const one = new Redactor();
        one.add('"hunt/er22 ä" is it.');
        expect(one.show(text)).not.toMatch(/hu/);
      }
    }
  });

  it("is masked by patterns, too", () => {
    const one = new Redactor();
    one.addPattern(/wifi:[a-z]:.*?(?:;;|$)/g);
    expect(one.redact("no WIFI:T:WPA;S:a;P:b;; here, WIFI\\u003aS:a")).toBe("no [secret] here, [secret]");
    expect(one.redact("content: wifi: must be")).toBe("content: wifi: must be");
  });
});

describe("a very long message", () => {
  it("takes time in proportion to its length", () => {
    const redactor = new Redactor();
    for (let number = 0; number < 300; number++) redactor.add(`WIFI:T:WPA;S:guests;P:pass-${number};;`);
    const before = performance.now();
    redactor.redact("WIFI:T:WPA;S:guests;P:pass-".repeat(40_000));
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe("thousands of secrets", () => {
  /** CPU time to redact 100 messages with this number of secrets, which have a common prefix. The best of three. */
  function timeWith(secrets: number): number {
    const redactor = new Redactor();
    for (let number = 0; number < secrets; number++) redactor.add(`WIFI:T:WPA;S:guests;P:pass-${number};;`);
    const message = "the data WIFI:T:WPA;S:guests;P:pass-17;; is too long for this plan ".repeat(4);
    const redactAll = () => {
      for (let count = 0; count < 100; count++) expect(redactor.redact(message)).not.toContain("pass-17");
    };
    return Math.min(...[1, 2, 3].map(() => processorTime(redactAll)));
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
