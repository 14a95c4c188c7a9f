// Random files: every result is a report.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { anyCharacter, caseCount } from "../support/case-count";
import { check, sections } from "./support/config";

describe("a random file is reported or accepted, without a control character and a secret", () => {
  const pieces = fc.constantFrom(
    ..."channels|pixels|account|name|tag|items|qr|options|expect|:|: |- |{|}|[|]|,|\n|\n  |\n    |&a |*a|!x |!!str ".split(
      "|",
    ),
    ...">\n~\"~'~#~?~<<~---\n~...\n~%YAML 1.1\n~\t~\r\n~\0~\u001b~\ufeff~1~true~${env:".split("~"),
  );
  const valid = stringify({
    account: { expect: { username: "acme" }, email: "a@example.com", password: "hunter2" },
    pixels: { ads: { type: "fbpixel", name: "Ads", tag: "1" } },
    qrCodes: {
      menu: { type: "wifi", data: ["x", { pass: "hunter2" }], foreground: "rgb(1,2,3)" },
      guests: { type: "wifi", content: { wifi: { ssid: "Acme", password: "hunter2" } } },
    },
    channels: { spring: { name: "Spring", color: "#22AA66", items: [{ qr: "menu" }, { link: 4711 }] } },
    campaigns: { launch: { name: "Launch", links: [1, 2], options: { protect: true } } },
  });
  const csv =
    "qrCodes,type,content.wifi.ssid,content.wifi.password,data,options.protect\n" +
    'guests,wifi,Acme,hunter2,,TRUE\nmenu,link,,,"https://example.com/""menu""",\n';
  const damaged = (all: string) =>
    fc
      .array(fc.tuple(fc.nat(all.length), fc.nat(12), pieces), { minLength: 1, maxLength: 4 })
      .map((cuts) =>
        cuts.reduce((text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone), all),
      );
  const section = fc.constantFrom(...sections, "__proto__");

  test.each<[string, fc.Arbitrary<string>, number]>([
    ["of pieces", fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")), 300],
    ["of bytes", fc.string({ unit: anyCharacter, maxLength: 60 }), 300],
    [
      "of any values",
      fc.dictionary(section, fc.object({ maxDepth: 3, maxKeys: 4 })).map((value) => stringify(value)),
      300,
    ],
    ["with damage", damaged(valid), 20_000],
    ["with damage, as a spreadsheet", damaged(csv), 20_000],
  ])("%s", { timeout: 1_800_000 }, (name, texts, all) => {
    fc.assert(
      fc.property(texts, (text) => {
        const isSpreadsheet = name.endsWith("spreadsheet");
        // In the column of keys, it is the name of the entry.
        fc.pre(!isSpreadsheet || !/^[^,\n]*hunter2/m.test(text));
        const file = isSpreadsheet ? "codes.csv" : "link-management.yaml";
        const { errorCount, resources, shown } = check(text, undefined, file);
        expect(resources === undefined).toBe(errorCount > 0);
        expect(shown).not.toContain("hunter2");
        expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\[object/);
      }),
      { numRuns: caseCount(all, 60) },
    );
  });
});
