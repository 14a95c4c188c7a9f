// `link-management validate` on files that nobody writes by mistake: one process each, whose memory and time are
// compared with those of one for a harmless file.
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { packageRoot } from "../support/package-root";
import { run } from "../support/project";
import { type Measured, measured } from "./measured";

/**
 * Over the harmless file. What is allowed in all, half a million words of YAML, takes up to 320 MiB with an error in
 * every entry.
 */
const MOST_MIB = 450;
const MOST_SECONDS = 15;

const LARGEST = 5 * 1024 * 1024;
const fill = (piece: string, start = "", end = "") =>
  start + piece.repeat(Math.floor((LARGEST - start.length - end.length) / piece.length)) + end;
const lines = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => line(number)).join("");

/** One file each, with a part of the error. */
const FILES: Record<string, readonly [text: string, error: string]> = {
  "lists as far as they may go": [fill("[],", "a: [", "]"), "holds too much"],
  "lists of lists below one another": [fill("- - - - a\n"), "holds too much"],
  "folded lines": [fill("x\n", "a: >\n"), "holds too much"],
  comments: [fill("#\n"), "holds too much"],
  documents: [fill("a: 1\n---\n"), "holds too much"],
  "lists in lists": [fill("[{"), "nested more than 100 levels"],
  "control characters": [fill("\0"), "the character U+0000"],
  "one long line": [fill("x", "a: "), "unknown section"],
  "expressions in one text": [fill(`\${env:A}`, 'pixels: { a: { name: "', '"}}'), "fields"],
  "the same key": [lines(110_000, () => "a:\n"), "stands here a second time"],
  "the same key of an entry": [`pixels:\n${lines(60_000, () => " a: {}\n")}`, "stands here a second time"],
  "entries without fields": [`pixels:\n${lines(95_000, (n) => ` k${n}:\n`)}`, "are missing"],
  "unknown sections": [lines(110_000, (n) => `k${n}:\n`), "unknown section"],
  "one object again and again": [
    `domains:\n${lines(25_000, (n) => `  k${n}: { domain: https://a.example.com }\n`)}`,
    "is the same object as",
  ],
  "wrong values in one list": [
    `campaigns: { a: { name: x, links: [${lines(20_000, () => "x,")}] } }`,
    "must be a number",
  ],
  "a list that is too long": [
    `campaigns: { a: { name: x, links: [${lines(160_000, () => "x,")}] } }`,
    "more than 20000 values",
  ],
  "aliases of aliases": [
    lines(30, (n) => `k${n}: &a${n} [${n === 0 ? 1 : `*a${n - 1}, *a${n - 1}`}]\n`),
    "when its aliases (*) are written out",
  ],
  "a long text by aliases": [
    `qrCodes:\n a: { type: text, data: &a "${"x".repeat(4_000_000)}" }\n` +
      lines(1000, (n) => ` k${n}: { type: text, data: *a }\n`),
    "when its aliases (*) are written out",
  ],
  "globs by the thousand": [`include: [${lines(10_000, () => '"a*.yaml",')}]`, "1000 globs"],
  "a glob that can match in countless ways": [`include: "${"*a".repeat(30)}b"`, "no more than 3 stars"],
  "a glob through folders without end": [`include: "${"**/a/".repeat(30)}b"`, "no more than 3 times **"],
};

let folder: string;
let harmless: Measured;

const validate = () => measured([join(packageRoot, "dist/commands/main.js"), "validate"], folder);
const write = (name: string, text: string) => writeFile(join(folder, name), text);

async function begin(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "hostile-"));
  await write("Pulumi.yaml", "name: test\n");
}

/** What lies there is nothing to read through. */
const end = () => rm(folder, { recursive: true });

beforeAll(async () => {
  await begin();
  await write("link-management.yaml", 'pixels: { ads: { type: fbpixel, name: Shop ads, tag: "1" } }\n');
  harmless = await validate();
  expect(harmless.code).toBe(0);
  await end();
});
beforeEach(begin);
afterEach(end);

async function expectError(error: string): Promise<void> {
  const { code, output, peakMiB, seconds } = await validate();
  expect(output).toContain(error);
  expect(output).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\n\s+at /);
  expect(code).toBe(1);
  expect(peakMiB - harmless.peakMiB).toBeLessThan(MOST_MIB);
  expect(seconds - harmless.seconds).toBeLessThan(MOST_SECONDS);
}

test.each(Object.entries(FILES))("%s", async (_, [text, error]) => {
  // What a name matches in countless ways.
  await write(`${"a".repeat(200)}.yaml`, "{}");
  await write("link-management.yaml", text);
  await expectError(error);
});

test("files that hold too much together", async () => {
  await write("link-management.yaml", "include: parts/*.yaml\n");
  await mkdir(join(folder, "parts"));
  for (let number = 0; number < 40; number++) {
    await write(
      `parts/${number}.yaml`,
      `channels:\n${lines(2000, (n) => `  k${number}-${n}: { name: ${number}-${n} }\n`)}`,
    );
  }
  await expectError("holds too much");
});

test("aliases that unfold in many files together", async () => {
  await write("link-management.yaml", "include: parts/*.yaml\n");
  await mkdir(join(folder, "parts"));
  for (let number = 0; number < 100; number++) {
    await write(
      `parts/${number}.yaml`,
      `qrCodes: { k${number}: { type: vcard, data: [&a [${lines(200, () => "{x: 1},")}1], ` +
        `${lines(200, () => "*a,")}${number}] } }`,
    );
  }
  await expectError("when its aliases (*) are written out");
});

async function makePipe(file: string): Promise<void> {
  const { code, output } = await run(["mkfifo", file], folder, process.env);
  expect(code, output).toBe(0);
}

test.each([
  ["a pipe", "is no file", makePipe],
  ["zeros without end", "outside of the project", (file: string) => symlink("/dev/zero", file)],
  [
    "a file of 100 GB",
    "is larger than 5 MiB",
    async (file: string) => {
      await writeFile(file, "");
      await truncate(file, 1e11);
    },
  ],
])("%s", async (_, error, make) => {
  await make(join(folder, "link-management.yaml"));
  await expectError(error);
});

test("a pipe, zeros without end and a folder outside as included files", async () => {
  await makePipe(join(folder, "pipe.yaml"));
  await symlink("/dev/zero", join(folder, "zero.yaml"));
  await symlink("/", join(folder, "root"));
  for (const [glob, error] of [
    ["pipe.yaml", 'there is no file "pipe.yaml"'],
    ["zero.yaml", 'there is no file "zero.yaml"'],
    ["root/**/*.yaml", "leads out of the project's folder"],
    ["../*.yaml", "leads out of the project's folder"],
  ] as const) {
    await write("link-management.yaml", `include: ${glob}\n`);
    await expectError(error);
  }
});
