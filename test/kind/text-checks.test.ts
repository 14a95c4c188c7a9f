// The table of text checks: each row finds its example, in every kind of text that it names.
import { expect, test } from "vitest";
import { TEXT_CHECKS, type TextKind, textFinding } from "../../src/kind/text-checks";

const textWarning = (text: string, kind: TextKind) => textFinding(text, kind)?.message;

/** In the order of the table, with a word of its message. */
const EXAMPLES: readonly (readonly [text: string, word: string])[] = [
  ["x".repeat(2954), "2,953 bytes"],
  ["<script>fbq('init', '1234');</script>", "snippet"],
  ["4711.0", ".0"],
  ["{{ name }}", "template"],
  ["GrÃ¼n", "encoding"],
  ["img/logo.png", "file here"],
  ["https://exam\u200bple.com", "invisible character"],
  ["https://example.com\n", "line break"],
  ["https://example.com/a b", "%20"],
  ["example.com:8080/menu", "no scheme"],
  ["htps://example.com", "opens nothing"],
  ["https://example.com:99999", "nothing can open"],
  ["https://ex\u0430mple.com", "several scripts"],
  ["http://localhost:3000/menu", "public address"],
  ["https://example.com/?a=1&amp;b=2", "entity"],
  ["https://example.com/#top?utm_source=mail", "utm_"],
  ["https://go.example.com:8443", "port or *"],
  ["Summer", "a-z"],
  ["ü".repeat(17), "32 bytes"],
  ["hunter2", "8 to 63"],
];
const rows = TEXT_CHECKS.map(({ kinds }, row) => [...EXAMPLES[row]!, kinds] as const);

test.each(rows)("%j is found by %j, and not quoted", (text, word, kinds) => {
  for (const kind of kinds) {
    const message = textWarning(text, kind);
    expect(message, kind).toContain(word);
    expect(message).not.toContain(text);
    expect(message).toMatch(/^(contains|has|is|leads|looks|must|starts|was) /);
  }
});

test.each<[string, TextKind, string]>([
  ["https://https://example.com", "address", "scheme"],
  ["https://exam,ple.com", "address", "nothing can open"],
  ["https://example.com/\u200e", "address", "invisible"],
  ["G-XXXXXXXXXX", "tag", "placeholder"],
  ["https://user@127.0.0.1:8080/a", "address", "public address"],
  ["https://xn--exmple-4nf.com", "address", "several scripts"],
  [" Guests", "text", "space"],
])("%j in a text of kind %s is found", (text, kind, word) => {
  expect(textWarning(text, kind)).toContain(word);
});

test.each([
  "https://example.com/a?b=c#d",
  "myapp://open/7",
  "mailto:a@example.com",
  "https://bücher.example",
  "https://localhost.example/localhost:80",
])("%s is quiet", (text) => expect(textWarning(text, "address")).toBeUndefined());

// Node 20 has a fast path of `URL.canParse` that is wrong for such letters.
test("an address with an umlaut stays one, however many were checked before", () => {
  for (let n = 0; n < 100_000; n++) textWarning(`https://example.com/${n % 7}`, "address");
  expect(textWarning("https://bücher.example", "address")).toBeUndefined();
});
