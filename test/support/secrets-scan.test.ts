// The scan itself: a scan that finds nothing proves something only when it would have found it.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { SecretsScan } from "./secrets-scan";

const VALUE = 'gäste "only" & more';

const scanOf = (text: string) => {
  const scan = new SecretsScan({ wifi: VALUE });
  scan.text("here", text);
  return scan.leaks;
};

test.each([
  ["plain", `the password is ${VALUE}.`],
  ["JSON text", JSON.stringify({ data: VALUE })],
  ["JSON text in a JSON text", JSON.stringify({ plaintext: JSON.stringify(VALUE) })],
  ["JSON text without other than ASCII", '{"data":"g\\u00e4ste \\"only\\" & more"}'],
  ["URL", `?data=${encodeURIComponent(VALUE)}`],
  ["form", `data=${new URLSearchParams({ VALUE })}`],
  ["hex", Buffer.from(`x${VALUE}x`).toString("hex")],
  ["base64 (0)", Buffer.from(VALUE).toString("base64")],
  ["base64 (1)", Buffer.from(`x${VALUE}x`).toString("base64")],
  ["base64 (2)", Buffer.from(`xx${VALUE} and more`).toString("base64")],
])("it finds a secret as %s", (form, text) => {
  expect(scanOf(text)).toEqual([{ secret: "wifi", form, where: "here" }]);
});

test("it finds nothing in a text without the secret", () => {
  expect(scanOf('{"data":"[secret]","ciphertext":"v1:abc"}')).toEqual([]);
});

test("what it reports does not hold the secret", () => {
  expect(JSON.stringify(scanOf(VALUE))).not.toContain("gäste");
});

test("it looks into every file of a folder, packed ones too, and at their names", async () => {
  const folder = await mkdtemp(join(tmpdir(), "link-management-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "deep/er"), { recursive: true });
  await writeFile(join(folder, "deep/er/state.json"), JSON.stringify({ password: "hunter22" }));
  await writeFile(join(folder, "deep/packed"), gzipSync("hunter22"));
  await writeFile(join(folder, "hunter22.txt"), "nothing");
  const scan = new SecretsScan({ password: "hunter22" });
  await scan.folder(folder);
  expect(scan.leaks.map(({ where }) => where).sort()).toEqual([
    join(folder, "deep/er/state.json"),
    join(folder, "deep/packed"),
    `name of ${join(folder, "….txt")}`,
  ]);
});

test("it looks at nothing that is installed, nor at a source as long as it is as it was written", async () => {
  const folder = await mkdtemp(join(tmpdir(), "link-management-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "node_modules"));
  for (const path of ["node_modules/index.js", "links.yaml", "index.js"]) {
    await writeFile(join(folder, path), "hunter22");
  }
  const scan = new SecretsScan({ password: "hunter22" });
  await scan.folder(folder, {
    sources: new Map([
      ["links.yaml", "hunter22"],
      ["index.js", "hunter"],
    ]),
  });
  expect(scan.leaks.map(({ where }) => where)).toEqual([join(folder, "index.js")]);
});

test("what is known may stand in the place where it is known, and nowhere else", () => {
  const scan = new SecretsScan({ password: "hunter22", key: "key-4711" });
  scan.text("here", "hunter22 key-4711", new Set(["key-4711"]));
  scan.text("there", "key-4711");
  expect(scan.leaks.map(({ secret, where }) => `${secret} ${where}`)).toEqual(["password here", "key there"]);
});

test("a place that is named by a secret is named without it", () => {
  const scan = new SecretsScan({ password: "hunter22" });
  scan.text("output of login --password hunter22", "hunter22");
  expect(scan.leaks.map(({ where }) => where)).toEqual(["output of login --password …"]);
});

test("a secret that would be found by chance is no secret to look for", () => {
  expect(() => new SecretsScan({ pin: "1234" })).toThrow("too short");
});
