// A clean scan proves something only if the scan finds secrets.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { SecretsScan } from "./secrets-scan";

const SECRET = 'gäste "only" & more';

const leaksIn = (text: string) => {
  const scan = new SecretsScan({ wifi: SECRET });
  scan.text("here", text);
  return scan.leaks;
};

test.each([
  ["plain", `the password is ${SECRET}.`],
  ["JSON", JSON.stringify({ data: SECRET })],
  ["nested JSON", JSON.stringify({ plaintext: JSON.stringify(SECRET) })],
  ["ASCII JSON", '{"data":"g\\u00e4ste \\"only\\" & more"}'],
  ["URL", `?data=${encodeURIComponent(SECRET)}`],
  ["form", `data=${new URLSearchParams({ SECRET })}`],
  ["hex", Buffer.from(`x${SECRET}x`).toString("hex")],
  ["base64 (0)", Buffer.from(SECRET).toString("base64")],
  ["base64 (1)", Buffer.from(`x${SECRET}x`).toString("base64")],
  ["base64 (2)", Buffer.from(`xx${SECRET} and more`).toString("base64")],
])("finds a secret as %s", (form, text) => {
  expect(leaksIn(text)).toEqual([{ secret: "wifi", form, where: "here" }]);
});

test("finds nothing in a text without the secret", () => {
  expect(leaksIn('{"data":"[secret]","ciphertext":"v1:abc"}')).toEqual([]);
});

test("does not report the secret itself", () => {
  expect(JSON.stringify(leaksIn(SECRET))).not.toContain("gäste");
});

test("scans every file of a folder, also gzipped ones, and their names", async () => {
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

test("skips installed packages and unchanged sources", async () => {
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

test("accepts an allowed secret only where it is allowed", () => {
  const scan = new SecretsScan({ password: "hunter22", key: "key-4711" });
  scan.text("here", "hunter22 key-4711", new Set(["key-4711"]));
  scan.text("there", "key-4711");
  expect(scan.leaks.map(({ secret, where }) => `${secret} ${where}`)).toEqual(["password here", "key there"]);
});

test("redacts secrets in the location of a leak", () => {
  const scan = new SecretsScan({ password: "hunter22" });
  scan.text("output of login --password hunter22", "hunter22");
  expect(scan.leaks.map(({ where }) => where)).toEqual(["output of login --password …"]);
});

test("rejects secrets that are short enough to match by chance", () => {
  expect(() => new SecretsScan({ pin: "1234" })).toThrow("too short");
});
