// Files are complete or do not exist.
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkWritable, WriteError, writeFiles } from "../../src/commands/write-files";

let folder: string;
const at = (name: string) => path.join(folder, name);
const read = (name: string) => fs.readFileSync(at(name), "utf8");
const filesIn = () => fs.readdirSync(folder, { recursive: true }).map(String).sort();

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "link-management-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const TWO = () =>
  new Map([
    [at("all/channels.yaml"), "channels"],
    [at("all.yaml"), "all"],
  ]);

test("writes all files and creates their folders", () => {
  checkWritable([...TWO().keys()], false);
  writeFiles(TWO(), false);
  expect([read("all/channels.yaml"), read("all.yaml")]).toEqual(["channels", "all"]);
  expect(filesIn()).toEqual(["all", "all.yaml", "all/channels.yaml"]);
});

test("overwrites a file only if it is asked to", () => {
  fs.writeFileSync(at("all.yaml"), "mine");
  expect(() => checkWritable([at("all.yaml")], false)).toThrow(/all\.yaml exists\. .* with --force$/);
  // It appears while the account is read.
  expect(() => writeFiles(TWO(), false)).toThrow(WriteError);
  expect(read("all.yaml")).toBe("mine");
  expect(filesIn().filter((name) => name.endsWith(".tmp"))).toEqual([]);
  checkWritable([...TWO().keys()], true);
  writeFiles(TWO(), true);
  expect(read("all.yaml")).toBe("all");
});

test("names all existing files at once, a link without a target included", () => {
  fs.writeFileSync(at("all.yaml"), "");
  fs.symlinkSync(at("nowhere"), at("link.yaml"));
  expect(() => checkWritable(["all.yaml", "link.yaml", "new.yaml"].map(at), false)).toThrow(
    /all\.yaml and \S*link\.yaml exist\. Choose another place, or overwrite them with --force$/,
  );
});

test("the advice about existing files may be another one", () => {
  fs.writeFileSync(at("all.yaml"), "mine");
  for (const check of [
    () => checkWritable([at("all.yaml")], false, "No."),
    () => writeFiles(TWO(), false, "No."),
  ])
    expect(check).toThrow(/all\.yaml exists\. No\.$/);
});

test("no file gets its name if another one cannot be written", () => {
  fs.writeFileSync(at("all"), "a file in place of the folder");
  const files = new Map([[at("first.yaml"), "first"], ...TWO()]);
  expect(() => checkWritable([...files.keys()], false)).toThrow(/all is not a folder$/);
  expect(() => writeFiles(files, false)).toThrow(/channels\.yaml cannot be written \((EEXIST|ENOTDIR)\)/);
  expect(filesIn()).toEqual(["all"]);
});

test("a folder in place of the file is an error, also without --force", () => {
  fs.mkdirSync(at("all.yaml"));
  expect(() => checkWritable([at("all.yaml")], false)).toThrow(/all\.yaml is a folder$/);
  expect(() => checkWritable([at("all.yaml")], true)).toThrow(/all\.yaml is a folder$/);
});

// Nothing is read-only for root.
test.skipIf(process.getuid?.() === 0)("a read-only folder is an error before anything is sent", () => {
  fs.chmodSync(folder, 0o500);
  expect(() => checkWritable([at("all.yaml")], false)).toThrow(/all\.yaml cannot be written \(EACCES\)/);
  fs.chmodSync(folder, 0o700);
});
