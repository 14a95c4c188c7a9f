// The standard texts of a wifi and of a contact. A reader that follows the standard gets back the value of every field.
// The readers here are written from the standards, and share no code with the writers.
import * as pulumi from "@pulumi/pulumi";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vcardText, type WifiFields, wifiText } from "../../../src/index";
import { caseCount } from "../../support/case-count";

const HARD = [..."\\;,:\"%&+=?#@ A7ü北'/", "🍰"];
const line = (length: number) =>
  fc.array(fc.constantFrom(...HARD), { minLength: 1, maxLength: length }).map((letters) => letters.join(""));
const prose = fc
  .array(fc.constantFrom(...HARD, "\n"), { minLength: 1, maxLength: 120 })
  .map((letters) => letters.join(""));
const runs = { numRuns: caseCount(200) };

/** A backslash escapes the next character. */
const plain = (written: string) =>
  written.replace(/\\(.)/gsu, (_, letter) => (letter === "n" ? "\n" : letter));

describe("a wifi, by ZXing's rules", () => {
  test("gives name and password back", () => {
    fc.assert(
      fc.property(line(16), line(63), fc.boolean(), (ssid, password, hidden) => {
        const [, body] = /^WIFI:(.*);$/s.exec(wifiText({ ssid, password, hidden }))!;
        // A field ends at an unescaped semicolon.
        const fields = [...body!.matchAll(/([A-Z]):((?:\\.|[^\\;])*);/gsu)];
        const values = fields.map(([, name, value]) => [name, value!.replace(/\\(.)/gsu, "$1")]);
        const expected = { T: "WPA", S: ssid, P: password, ...(hidden && { H: "true" }) };
        expect(Object.fromEntries(values)).toEqual(expected);
        // Phones take quotes as a part of the name.
        expect(body).not.toContain('S:"');
      }),
      { ...runs, examples: [["7A", '"7A"', false]] },
    );
  });

  test.each([
    [{ ssid: "Acme guests", password: "correct horse" }, "WIFI:T:WPA;S:Acme guests;P:correct horse;;"],
    [{ ssid: "Open", encryption: "nopass" }, "WIFI:T:nopass;S:Open;;"],
    [{ ssid: "Cafe", password: "deadbeef", encryption: "WEP" }, "WIFI:T:WEP;S:Cafe;P:deadbeef;;"],
  ])("%j", (wifi, text) => expect(wifiText(wifi as WifiFields)).toBe(text));

  test.each([
    [{ password: "x" }, "ssid:"],
    [{ ssid: "Acme", password: "x", encryption: "nopass" }, "nopass"],
    [{ ssid: "Acme", password: "a\nb" }, "password:"],
    [{ ssid: "Acme", password: pulumi.output("x") }, "apply(wifiText)"],
    [pulumi.output({ ssid: "Acme" }), "apply(wifiText)"],
  ])("%j is wrong", (wifi, problem) => expect(() => wifiText(wifi as never)).toThrow(problem));
});

describe("a contact, as vCard 3.0 by RFC 2426", () => {
  const parts = (value: string) => value.split(/(?<=(?<!\\)(?:\\\\)*);/).map(plain);

  test("gives names, organization, address and note back", () => {
    fc.assert(
      fc.property(line(60), line(40), line(40), prose, (name, organization, street, note) => {
        const names = { name, givenName: organization, familyName: street };
        const text = vcardText({ ...names, organization, address: { street }, note });
        const read = (property: string) => text.split(`\r\n${property}:`)[1]!.split("\r\n")[0]!;
        expect([read("FN"), read("NOTE")].map(plain)).toEqual([name, note]);
        expect(parts(read("N"))).toEqual([street, organization, "", "", ""]);
        expect(parts(read("ORG"))).toEqual([organization]);
        expect(parts(read("ADR"))).toEqual(["", "", street, "", "", "", ""]);
      }),
      runs,
    );
  });

  test("has every field", () => {
    const text = vcardText({
      name: "Dr. Jane Doe",
      givenName: "Jane",
      familyName: "Doe",
      organization: "Acme; Sons",
      title: "Head of QR",
      phone: "+43 (1) 234-567",
      mobile: "+43 660 1234567",
      email: "jane@example.com",
      website: "https://example.com/a,b;c",
      address: { street: "Ring 1, Top 2", city: "Wien", region: "Wien", postalCode: "1010", country: "AT" },
      note: "Door 2;\nring twice",
    });
    expect(text.split("\r\n")).toEqual([
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Doe;Jane;;;",
      "FN:Dr. Jane Doe",
      "ORG:Acme\\; Sons",
      "TITLE:Head of QR",
      "TEL;TYPE=VOICE:+431234567",
      "TEL;TYPE=CELL:+436601234567",
      "EMAIL;TYPE=INTERNET:jane@example.com",
      "URL:https://example.com/a,b;c",
      "ADR:;;Ring 1\\, Top 2;Wien;Wien;1010;AT",
      "NOTE:Door 2\\;\\nring twice",
      "END:VCARD",
      "",
    ]);
  });

  test.each([
    ["name", { name: undefined }],
    ["website", { website: "https://example.com/a b" }],
    ["email", { email: "jane@example" }],
    ["email", { email: "a@b.c, d@e.f" }],
    ["phone", { phone: "+43 (0)1 234" }],
    ["note", { note: "" }],
  ])("the %s of %j is wrong", (field, fields) => {
    expect(() => vcardText({ name: "Jane", ...fields } as never)).toThrow(`vcardText: ${field}:`);
  });
});
