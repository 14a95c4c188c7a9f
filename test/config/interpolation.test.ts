// `${env:…}` and `${config:…}`, with and without values. wrong/expressions-* has more errors.
import { describe, expect, test } from "vitest";
import { argsOf, check, resourcesOf } from "./support/config";

const OUTSIDE = {
  env: { NAME: "Top", STAR: "true", ID: "7", KEY: "menu", EMPTY: "", TRICKY: "${env:NAME} $${ ' \" : #" },
  config: { title: "From config", "other:title": "From another", tag: { secret: "s3cret" } },
};

const nameOf = (written: string) => argsOf(`channels:\n  a:\n   name: ${written}\n`, OUTSIDE).a?.name;

describe("fills in text", () => {
  test.each([
    ['"a ${env:NAME} b${env:ID}"', "a Top b7"],
    ['"${config:title}"', "From config"],
    ['"${config:other:title}"', "From another"],
    ['"${env:EMPTY:-x}"', "x"],
    ['"${env:constructor:-x}"', "x"],
    ['"${config:unset:-{a: b}}"', "{a: b}"],
    ['"${env:NAME:-{a}}"', "Top"],
    ['"$${ $ $$ {} ${env:NAME}"', "${ $ $$ {} Top"],
    ['"${env:TRICKY}"', OUTSIDE.env.TRICKY],
    ["|\n    x\n    ${env:NAME}", "x\nTop\n"],
  ])("%s", (written, expected) => {
    expect(nameOf(written)).toBe(expected);
  });
});

test("a structured value is an error that does not show it, and a text in brackets is a value", () => {
  const text = 'channels: { a: { name: "${config:brand}" } }';
  for (const secret of ['{"name":"Acme"}', '["Acme"]']) {
    const { problems, shown } = check(text, { config: { brand: { secret } } });
    expect(problems).toEqual(["1:25"]);
    expect(shown).toContain("brand is not one value");
    expect(shown).not.toContain("Acme");
  }
  expect(argsOf(text, { config: { brand: "[Acme]" } }).a?.name).toBe("[Acme]");
});

test("converts a value to the type of its field", () => {
  const { resources } = check(
    `
qrCodes: { menu: { type: text, data: x } }
channels:
  a:
    name: "\${env:ID}"
    starred: "\${env:STAR}"
    items: [{ qr: "\${env:KEY}" }, { link: "\${env:ID}" }]
    options: { protect: "\${env:STAR}" }
`,
    OUTSIDE,
  );
  expect(resources?.["Channel a"]).toEqual({
    args: { name: "7", starred: true },
    options: { protect: true },
  });
  expect(resources?.["ChannelItem a/qr/menu"]?.args.item).toBe("qrCodes.menu");
  expect(resources?.["ChannelItem a/link/7"]?.args.item).toBe(7);
});

test("an argument with a part from secret config is secret, a default is not", () => {
  const pixel = (tag: string) =>
    resourcesOf(`pixels: { a: { type: fbpixel, name: A, tag: "${tag}" } }`, OUTSIDE)["Pixel a"]?.args.tag;
  expect(pixel("x${config:tag}y")).toBe("[secret]");
  expect(pixel("${config:unset:-1}")).toBe("1");
  const contact = "qrCodes: { a: { type: vcard, content: { vcard: { name: '${config:tag}' } } } }";
  const code = "qrCodes: { a: { type: vcard, data: { to: [a, '${config:tag}'], subject: x } } }";
  for (const text of [contact, code])
    expect(resourcesOf(text, OUTSIDE)["QrCode a"]?.args).toEqual({ type: "vcard", data: "[secret]" });
});

test("a secret field with a value from plain config is a warning that says how to store it", () => {
  const code = (data: string) => check(`qrCodes: { a: { type: wifi, data: "${data}" } }`, OUTSIDE);
  expect(code("${config:title}").shown).toContain("--secret title");
  expect(code("${config:tag}").shown).not.toContain("--secret");
});

describe("without values", () => {
  test.each([
    'pixels: { a: { type: "${env:X}", name: "${env:X}", tag: "${config:x}", options: { protect: "${env:X}" } } }',
    'channels: { a: { name: "${env:X}", starred: "${env:X}" }, b: { name: "${env:X}" } }',
    'channels: { a: { name: Spring, items: [{ qr: "${env:X}" }, { link: "${env:X}" }], renamedFrom: "${env:X}" } }',
    'qrCodes: { a: { type: link, data: "${env:X}" }, b: { type: link, data: "${env:Y}" } }',
    'account: { email: "${env:X}", password: "${config:x}", expect: { id: "${env:X}" } }',
    'defaults: { onExisting: "${env:X}" }',
  ])("accepts %s", (text) => expect(check(text).problems).toEqual([]));

  test("reports what does not depend on them", () => {
    const text = `
domains:
  a: { domain: "\${env:X}", redirectRoot: 7, redirectRot: x }
  b: { redirectRoot: "\${env:X}" }
`;
    expect(check(text).problems).toEqual(["3:42", "3:45", "4:3"]);
  });
});

test("values that are not known yet are no duplicates", () => {
  const text =
    'channels: { a: { name: A, items: [{ link: "${env:A}" }, { link: "${env:B}" }] } }\n' +
    'pixels: { a: { type: fbpixel, name: A, tag: "1", options: { onExisting: { id: "${env:A}" } } },\n' +
    '  b: { type: fbpixel, name: B, tag: "2", options: { onExisting: { id: "${env:B}" } } } }\n';
  expect(check(text).problems).toEqual([]);
});
