// Which files a config is made of: the main file, and those that it includes. wrong/include-* has more errors.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfigFile } from "../../src/config/source/source-file";
import { CONFIG_FILE, checkFolder } from "./support/config";
import { Folder } from "./support/folder";

const channel = (key: string) => `channels: { ${key}: { name: Name of ${key} } }\n`;

/** The keys of the channels in a folder, in their order. */
function keysIn({ path }: Folder, file?: string): string[] {
  const { problems, resources } = checkFolder(path, undefined, file);
  expect(problems).toEqual([]);
  return Object.keys(resources!).map((name) => name.replace("Channel ", ""));
}

describe("the main file", () => {
  const findConfig = (folder: string, file?: string) => readConfigFile(folder, file).text;
  const project = () => new Folder().write({ "Pulumi.yaml": "name: test" });

  test("is in the nearest folder, up to that of Pulumi.yaml", () => {
    const folder = project().write({ [CONFIG_FILE]: "far", "src/deep/a": "" });
    expect(findConfig(folder.at("src/deep"))).toBe("far");
    folder.write({ [`src/${CONFIG_FILE}`]: "\ufeffnear" });
    expect(findConfig(folder.at("src/deep"))).toBe("near");
  });

  test("may have a path, also an absolute one or a link inside the project", () => {
    const folder = project().write({ "accounts/acme.yaml": "acme" });
    symlinkSync("acme.yaml", folder.at("accounts/link.yaml"));
    for (const file of ["accounts/acme.yaml", folder.at("accounts/acme.yaml"), "accounts/link.yaml"])
      expect(findConfig(folder.path, file)).toBe("acme");
  });

  test("is not above the project", () => {
    const folder = project();
    writeFileSync(join(folder.root, CONFIG_FILE), "s3cret");
    const outside = /outside the project folder/;
    expect(() => findConfig(folder.path)).toThrow(/no config file/);
    expect(() => findConfig(folder.path, `../${CONFIG_FILE}`)).toThrow(outside);
  });

  test("is an error if it is missing, a folder, too large or not UTF-8", () => {
    const folder = project();
    expect(() => findConfig(folder.path)).toThrow(/no config file/);
    mkdirSync(folder.at("folder"));
    expect(() => findConfig(folder.path, "folder")).toThrow(/is a folder/);
    folder.write({ [CONFIG_FILE]: Buffer.alloc(5 * 1024 * 1024 + 1, "#") });
    expect(() => findConfig(folder.path)).toThrow(/larger than 5 MiB/);
    folder.write({ [CONFIG_FILE]: Buffer.from("pixels: {}\n# caf\xe9\n", "latin1") });
    expect(() => findConfig(folder.path)).toThrow(/:2:6 .*UTF-8/);
  });
});

describe("include", () => {
  test("puts the main file first, then the others by name", () => {
    const folder = new Folder().write({
      [CONFIG_FILE]: `include: [z.yaml, brands/*.yaml]\n${channel("first")}`,
      "z.yaml": channel("z"),
      "brands/y.yaml": channel("y"),
      "brands/b.yaml": channel("b"),
    });
    expect(keysIn(folder)).toEqual(["first", "b", "y", "z"]);
  });

  test("is relative to its file, and allows references across files", () => {
    const folder = new Folder().write({
      [CONFIG_FILE]: "include: brands/acme/all.yaml\n",
      "brands/acme/all.yaml": "include: ../shared.yaml\nchannels: { a: { name: Aa, items: [{ qr: b }] } }",
      "brands/shared.yaml": "qrCodes: { b: { type: text, data: x } }",
    });
    expect(checkFolder(folder.path).problems).toEqual([]);
  });

  test("reads each file once: named twice, or in a cycle", () => {
    const folder = new Folder().write({
      [CONFIG_FILE]: `include: ["*.yaml", ./other.yaml]\n${channel("first")}`,
      "other.yaml": `include: [${CONFIG_FILE}, other.yaml]\n${channel("other")}`,
    });
    expect(keysIn(folder)).toEqual(["first", "other"]);
  });

  test("finds ** in folders, but not in hidden ones, node_modules and links", () => {
    const folder = new Folder().write({
      [CONFIG_FILE]: 'include: "**/*.yaml"\n',
      "a/b/c.yaml": channel("c"),
      ".hidden/d.yaml": channel("d"),
      "a/node_modules/f.yaml": channel("f"),
    });
    symlinkSync(folder.path, folder.at("a/round"));
    symlinkSync(tmpdir(), folder.at("a/out"));
    expect(keysIn(folder)).toEqual(["c"]);
  });

  test.each([
    ["a.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "Git LFS"],
    ["a.csv", "PK\x03\x04\x14\x00\x06\xb5", "workbook"],
    ["a.csv", "\xd0\xcf\x11\xe0\xa1\xb1", "workbook"],
    ["a.csv", "links,url,alias\nfr\xfchling,a,b\n", "CSV UTF-8"],
    ["a.yaml", "\0GITCRYPT\0abcdef\x80", "git-crypt"],
    ["a.yaml", "channels: {}\nsops:\n  mac: ENC[AES256_GCM,data:abc]\n  version: 3.9.0\n", "SOPS"],
  ])("the file %s of %j is named for what it is", (file, bytes, word) => {
    const folder = new Folder().write({
      [CONFIG_FILE]: `include: ${file}\n`,
      [file]: Buffer.from(bytes, "latin1"),
    });
    const { problems, shown } = checkFolder(folder.path);
    expect(problems).toEqual(["1:10"]);
    expect(shown).toContain(word);
  });

  test("works in a project folder with the letters of a pattern", () => {
    const folder = new Folder("[a] {b,c}").write({
      [CONFIG_FILE]: 'include: "parts/{on,}?.yaml"\n',
      "parts/one.yaml": channel("one"),
    });
    expect(keysIn(folder)).toEqual(["one"]);
  });
});
