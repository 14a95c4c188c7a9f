// Passwords in the wrong place, under the wrong name or without quotes. No format prints them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allFormats, configsWithSecrets, SECRET } from "./support/planted-secrets";

describe("does not print the password of", () => {
  test.each([
    "account: { email: a@example.com, password: !hunter2 }",
    "account:\n  email: a@example.com\n  password: !hunter2\n",
    "account:\n  password: !hunter2,more x\n  typo: 1\n",
    "account:\n  password: *hunter2\n",
    "account:\n  password: &hunter2\n",
    "account:\n  password: &hunter2 x\n  typo: 1\n",
    "account:\n  password: #hunter2\n",
    "account:\n  password: x #hunter2\n  password: y\n",
    "account:\n  password: @hunter2\n",
    "account:\n  password: |hunter2\n",
    "account:\n  password: `hunter2`\n",
    "account:\n  password: %hunter2\n",
    "account:\n  password: {{ hunter2 }}\n",
    "account:\n  password: { hunter2: 1, hunter2: 2 }\n",
    "account: { pass: hunter2 }",
    "account: { pwd: hunter2, pw: hunter2, passphrase: hunter2, secret: hunter2, geheim: hunter2 }",
    "account: { pwd=hunter2: 1 }",
    "account: { password:hunter2 }",
    "account: { password hunter2: 1 }",
    'account: { email: "a@example.com, password: hunter2", typo: 1 }',
    'account:\n  email: "a@example.com\n    password: hunter2"\n  typo: 1\n',
    "account: { expect: { password: hunter2 } }",
    "pixels: { ads: { type: fbpixel, psk: hunter2 } }",
    'pixels: { ads: { type: "fbpixel, key: hunter2", name: x } }',
    "teams: { psk: hunter2 }",
    "qrCodes: { a: { type: wifi, psk: hunter2 } }",
    "qrCodes: { a: { psk: hunter2 } }",
    'qrCodes: { a: { type: text, payload: "WIFI:S:cafe;P:hunter2;;" } }',
    'qrCodes: { a: { type: wifi, payload: "WIFI:S:cafe;P:hunter2;;" } }',
    'qrCodes: { "WIFI:S:cafe;P:hunter2;;": { type: wifi } }',
    "qrCodes: { b: { type: text, data: &x hunter2, typo: 1 }, a: { type: wifi, data: [*x] } }",
    "defaults: { password: hunter2 }",
    "include: { password: hunter2 }",
    "- password: hunter2",
    "account:\n  password:\n    12345: hunter2\n    hunter2: 1\n",
  ])("%j", (text) => {
    const shown = allFormats(text);
    expect(shown).toContain("file.yaml");
    expect(shown).not.toContain(SECRET);
  });
});

// planted-secrets.nightly.test.ts tries more.
test("prints no secret of a random file", () => {
  fc.assert(
    fc.property(configsWithSecrets, (text) => {
      expect(allFormats(text)).not.toContain(SECRET);
    }),
    { numRuns: 100 },
  );
});
