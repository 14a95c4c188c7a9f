// A reader that follows the standard gets back the value of every field. The readers here are written from the
// standards and share no code with the writers.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { content, contentText } from "../../../src/resources/qr-content";

const hard = [
  "\\",
  ";",
  ",",
  ":",
  '"',
  "%",
  "&",
  "+",
  "=",
  "?",
  "#",
  "@",
  " ",
  "A",
  "7",
  "ü",
  "北",
  "🍰",
  "'",
  "/",
];
const line = (most: number) =>
  fc.array(fc.constantFrom(...hard), { minLength: 1, maxLength: most }).map((letters) => letters.join(""));
const prose = fc
  .array(fc.constantFrom(...hard, "\n"), { minLength: 1, maxLength: 120 })
  .map((letters) => letters.join(""));

function textOf(given: unknown): string {
  expect(content().safeParse(given)).toMatchObject({ success: true });
  return contentText(given);
}

describe("wifi, by ZXing's rules", () => {
  /** A field ends at an unescaped semicolon. A backslash escapes the next character. */
  function read(text: string): Record<string, string> {
    const fields: Record<string, string> = {};
    const body = /^WIFI:(.*);$/s.exec(text)![1]!;
    for (const [, name, value] of body.matchAll(/([A-Z]):((?:\\.|[^\\;])*);/gsu)) {
      fields[name!] = value!.replace(/\\(.)/gsu, "$1");
    }
    return fields;
  }
  /** A name in double quotes is literal. Without quotes, hexadecimal digits are bytes. */
  const nameOf = (name: string) => (/^"[\da-f]+"$/i.test(name) ? name.slice(1, -1) : name);

  test("reads name and password", () => {
    const ssid = line(16).filter((name) => Buffer.byteLength(name) <= 32);
    fc.assert(
      fc.property(ssid, line(63), fc.boolean(), (name, password, hidden) => {
        const fields = read(textOf({ wifi: { ssid: name, password, hidden } }));
        expect({ ...fields, S: nameOf(fields.S!) }).toEqual({
          T: "WPA",
          S: name,
          P: password,
          ...(hidden && { H: "true" }),
        });
        expect(fields.S).not.toMatch(/^[\da-f]+$/i);
      }),
    );
  });
});

describe("vCard 3.0, by RFC 2426", () => {
  function read(text: string): Record<string, string> {
    const unfolded = text.replace(/\r\n[ \t]/g, "");
    const properties = unfolded.split("\r\n").filter((property) => property !== "");
    return Object.fromEntries(
      properties.map((property) => {
        const colon = property.indexOf(":");
        return [property.slice(0, colon), property.slice(colon + 1)];
      }),
    );
  }
  const plain = (value: string) =>
    value.replace(/\\(.)/gsu, (_all, letter) => (letter === "n" ? "\n" : letter));
  const parts = (value: string) => value.split(/(?<=(?<!\\)(?:\\\\)*);/).map(plain);

  test("reads name, organization, address and note", () => {
    fc.assert(
      fc.property(line(60), line(40), line(40), prose, (name, organization, street, note) => {
        const card = {
          name,
          givenName: organization,
          familyName: street,
          organization,
          address: { street },
          note,
        };
        const { FN, N, ORG, ADR, NOTE } = read(textOf({ vcard: card }));
        expect(plain(FN!)).toBe(name);
        expect(parts(N!)).toEqual([street, organization, "", "", ""]);
        expect(parts(ORG!)).toEqual([organization]);
        expect(parts(ADR!)).toEqual(["", "", street, "", "", "", ""]);
        expect(plain(NOTE!)).toBe(note);
      }),
    );
  });

  test("has lines of at most 75 octets that never split a character", () => {
    fc.assert(
      fc.property(prose, (note) => {
        const text = textOf({ vcard: { name: "Jane", note } });
        for (const one of text.split("\r\n")) {
          expect(Buffer.byteLength(one)).toBeLessThanOrEqual(75);
          expect(one).toBe(Buffer.from(one).toString());
        }
      }),
    );
  });
});

describe("mailto, by RFC 6068", () => {
  test("reads subject and text, with the line breaks of e-mails", () => {
    fc.assert(
      fc.property(line(60), prose, (subject, body) => {
        const { protocol, pathname, search } = new URL(
          textOf({ email: { to: "a+b@example.com", subject, body } }),
        );
        expect({ protocol, to: decodeURIComponent(pathname) }).toEqual({
          protocol: "mailto:",
          to: "a+b@example.com",
        });
        const headers = Object.fromEntries(
          search
            .slice(1)
            .split("&")
            .map((header) => header.split("=").map(decodeURIComponent)),
        );
        expect(headers).toEqual({ subject, body: body.replaceAll("\n", "\r\n") });
      }),
    );
  });
});
