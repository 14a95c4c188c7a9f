// No message has what the process knows as secret, however it is spelled.
import { describe, expect, test } from "vitest";
import { Secrets } from "../../src/api/secrets";

function say(secret: unknown, message: string): string {
  const secrets = new Secrets();
  secrets.add(secret);
  return secrets.say(message);
}

describe("a secret is hidden", () => {
  const PASSWORD = `Fish & "Chips" 'n' <more>/'s`;

  test.each([
    ["plain", PASSWORD],
    ["JSON", JSON.stringify(PASSWORD).slice(1, -1)],
    ["HTML", "Fish &amp; &quot;Chips&quot; &#039;n&#39; &lt;more&gt;/&#x27;s"],
    ["an address", "Fish%20%26%20%22Chips%22%20'n'%20%3Cmore%3E%2F's"],
  ])("%s", (_, echoed) => {
    expect(say(PASSWORD, `the text (${echoed}) is too short`)).toBe("the text (***) is too short");
  });

  test.each<[unknown, string, string]>([
    [
      " Grüße an Zoë 😀\n ",
      "(Grüße an Zoë 😀) (Gr%C3%BC%C3%9Fe%20an%20Zo%C3%AB%20%F0%9F%98%80)",
      "(***) (***)",
    ],
    [12345678, "P:12345678;", "P:***;"],
    [{ ssid: "Guests", pass: "hunter22" }, "not hunter22!", "not ***!"],
    // One contains another one, and overlaps with a third one.
    [
      ["battery", "battery staple", "staples are"],
      "a battery staple, battery and staples are",
      "a ***, *** and ***",
    ],
    // A short one is a whole word, and no word is damaged.
    ["a-b/c", "a-b/c, xa-b/c, a-b/cd", "***, xa-b/c, a-b/cd"],
    ["x", "maxDeletions of x", "maxDeletions of ***"],
    ["", "nothing", "nothing"],
  ])("%j in %j", (secret, message, shown) => expect(say(secret, message)).toBe(shown));

  test.each([
    ["`postgres://me:p@ss/4@db/x`: no answer", "`postgres://me:***@db/x`: no answer"],
    [
      "postgres://db/x?user=me&password=pass-4&sslmode=off",
      "postgres://db/x?user=me&password=***&sslmode=off",
    ],
    [
      "https://example.com/a:b, https://other.example/c@d",
      "https://example.com/a:b, https://other.example/c@d",
    ],
  ])("in an address that this process does not know: %s", (message, shown) => {
    expect(say([], message)).toBe(shown);
  });
});

test("what the environment has is secret", () => {
  const secrets = Secrets.of({
    LINK_MANAGEMENT_API_KEY: "key-1",
    PULUMI_CONFIG_PASSPHRASE: "phrase-2",
    PULUMI_ACCESS_TOKEN: "pul-3",
  });
  expect(secrets.say("key-1 phrase-2 pul-3")).toBe("*** *** ***");
});

test("no line is a command to the runner of a pipeline", () => {
  expect(say([], "at https://a\n::error::no\n  ::add-mask::x, std::map ##[group]y")).toBe(
    "at https://a\n: :error::no\n  : :add-mask::x, std::map # #[group]y",
  );
});

test("control and direction characters are visible, and an endless line is cut", () => {
  expect(say([], "a\u001b[31m\u202eb\nc")).toBe("a\\u001b[31m\\u202eb\nc");
  expect(say([], "a".repeat(100_480)).length).toBeLessThan(50_000);
});
