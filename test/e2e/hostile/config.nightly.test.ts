// `link-management validate` on hostile files. Each runs in its own process, whose memory and time are compared with
// those of a harmless file.
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { packageRoot } from "../support/package-root";
import { run } from "../support/project";
import { type Measured, measured } from "./measured";

/**
 * More than the harmless file. The largest allowed config, half a million YAML tokens, takes up to 320 MiB with an
 * error in every entry.
 */
const MAX_MIB = 450;
const MAX_SECONDS = 15;

const MAX_BYTES = 5 * 1024 * 1024;
const fill = (piece: string, start = "", end = "") =>
  start + piece.repeat(Math.floor((MAX_BYTES - start.length - end.length) / piece.length)) + end;
const lines = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => line(number)).join("");

/** Each file with a part of its error. */
const FILES: Record<string, readonly [text: string, error: string]> = {
  "as many lists as a file can have": [fill("[],", "a: [", "]"), "the config is too large"],
  "nested lists in a list": [fill("- - - - a\n"), "the config is too large"],
  "folded lines": [fill("x\n", "a: >\n"), "the config is too large"],
  comments: [fill("#\n"), "the config is too large"],
  documents: [fill("a: 1\n---\n"), "the config is too large"],
  "lists in lists": [fill("[{"), "nested more than 100 levels"],
  "control characters": [fill("\0"), "the character U+0000"],
  "one long line": [fill("x", "a: "), "unknown section"],
  "expressions in one text": [fill(`\${env:A}`, 'pixels: { a: { name: "', '"}}'), "fields"],
  "invalid expressions in one text": [fill("${x}", 'pixels: { a: { name: "', '"}}'), "… and "],
  "invalid expressions with escape sequences": [fill("\\x24{x}", 'pixels: { a: { name: "', '"}}'), "… and "],
  "the same key": [lines(110_000, () => "a:\n"), "duplicate key"],
  "the same key of an entry": [`pixels:\n${lines(60_000, () => " a: {}\n")}`, "duplicate key"],
  "entries without fields": [`pixels:\n${lines(95_000, (n) => ` k${n}:\n`)}`, "missing fields"],
  "unknown sections": [lines(110_000, (n) => `k${n}:\n`), "unknown section"],
  "the same object many times": [
    `domains:\n${lines(25_000, (n) => `  k${n}: { domain: https://a.example.com }\n`)}`,
    "is the same object as",
  ],
  "invalid values in one list": [
    `campaigns: { a: { name: x, links: [${lines(20_000, () => "x,")}] } }`,
    "must be a number",
  ],
  "a list that is too long": [
    `campaigns: { a: { name: x, links: [${lines(160_000, () => "x,")}] } }`,
    "more than 20000 values",
  ],
  "aliases of aliases": [
    lines(30, (n) => `k${n}: &a${n} [${n === 0 ? 1 : `*a${n - 1}, *a${n - 1}`}]\n`),
    "with its aliases (*) expanded",
  ],
  "a long text by aliases": [
    `qrCodes:\n a: { type: text, data: &a "${"x".repeat(4_000_000)}" }\n` +
      lines(1000, (n) => ` k${n}: { type: text, data: *a }\n`),
    "with its aliases (*) expanded",
  ],
  "thousands of globs": [`include: [${lines(10_000, () => '"a*.yaml",')}]`, "100 globs"],
  "a glob that can match in many ways": [`include: "${"*a".repeat(30)}b"`, "no file matches"],
  "a glob with a group": ['include: "(a+)+b"', '"(" is not supported'],
  "a glob through endless folders": [`include: "${"**/a/".repeat(30)}b"`, "no file matches"],
};

let folder: string;
let harmless: Measured;

const validate = () => measured([join(packageRoot, "dist/commands/main.js"), "validate"], folder);
const write = (name: string, text: string) => writeFile(join(folder, name), text);

async function setUp(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "hostile-"));
  await write("Pulumi.yaml", "name: test\n");
}

const cleanUp = () => rm(folder, { recursive: true });

beforeAll(async () => {
  await setUp();
  await write("link-management.yaml", 'pixels: { ads: { type: fbpixel, name: Shop ads, tag: "1" } }\n');
  harmless = await validate();
  expect(harmless.code).toBe(0);
  await cleanUp();
});
beforeEach(setUp);
afterEach(cleanUp);

async function expectError(error: string, exitCode = 1): Promise<void> {
  const { code, output, peakMiB, seconds } = await validate();
  expect(output).toContain(error);
  expect(output).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\n\s+at /);
  expect(code).toBe(exitCode);
  expect(peakMiB - harmless.peakMiB).toBeLessThan(MAX_MIB);
  expect(seconds - harmless.seconds).toBeLessThan(MAX_SECONDS);
}

test.each(Object.entries(FILES))("%s", async (_, [text, error]) => {
  // A name that a glob can match in many ways.
  await write(`${"a".repeat(200)}.yaml`, "{}");
  await write("link-management.yaml", text);
  await expectError(error);
});

test("files that are too large together", async () => {
  await write("link-management.yaml", "include: parts/*.yaml\n");
  await mkdir(join(folder, "parts"));
  for (let number = 0; number < 40; number++) {
    await write(
      `parts/${number}.yaml`,
      `channels:\n${lines(2000, (n) => `  k${number}-${n}: { name: ${number}-${n} }\n`)}`,
    );
  }
  await expectError("the config is too large");
});

test("aliases in many files that are too large together", async () => {
  await write("link-management.yaml", "include: parts/*.yaml\n");
  await mkdir(join(folder, "parts"));
  for (let number = 0; number < 100; number++) {
    await write(
      `parts/${number}.yaml`,
      `qrCodes: { k${number}: { type: vcard, data: [&a [${lines(200, () => "{x: 1},")}1], ` +
        `${lines(200, () => "*a,")}${number}] } }`,
    );
  }
  await expectError("with its aliases (*) expanded");
});

async function makePipe(file: string): Promise<void> {
  const { code, output } = await run(["mkfifo", file], folder, process.env);
  expect(code, output).toBe(0);
}

test.each([
  ["a pipe", "is not a file", 2, makePipe],
  ["endless zeros", "outside the project", 2, (file: string) => symlink("/dev/zero", file)],
  [
    "a file of 100 GB",
    "is larger than 5 MiB",
    1,
    async (file: string) => {
      await writeFile(file, "");
      await truncate(file, 1e11);
    },
  ],
] as const)("%s", async (_, error, exitCode, make) => {
  await make(join(folder, "link-management.yaml"));
  await expectError(error, exitCode);
});

test("includes of a pipe, endless zeros and a folder outside the project", async () => {
  await makePipe(join(folder, "pipe.yaml"));
  await symlink("/dev/zero", join(folder, "zero.yaml"));
  await symlink("/", join(folder, "root"));
  for (const [glob, error] of [
    ["pipe.yaml", 'no file matches "pipe.yaml"'],
    ["zero.yaml", 'no file matches "zero.yaml"'],
    ["root/**/*.yaml", "the path leaves the project folder"],
    ["../*.yaml", "the path leaves the project folder"],
  ] as const) {
    await write("link-management.yaml", `include: ${glob}\n`);
    await expectError(error);
  }
});
