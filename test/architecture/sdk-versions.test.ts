// A file that uses the Pulumi SDK may depend on its internals. Its header names the versions that it was tested with.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { describe, expect, test } from "vitest";

const ROOT = join(__dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const { devDependencies, peerDependencies } = JSON.parse(read("package.json"));
const newest: string = devDependencies["@pulumi/pulumi"];
const oldest: string = /^>=(\S+)/.exec(peerDependencies["@pulumi/pulumi"])![1]!;

/** Imports, and modules that are loaded at run time. */
const usesSdk = (path: string) => /["'`]@pulumi\/pulumi[/"'`]/.test(withoutComments(read(path)));
const withoutComments = (text: string) => text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
/** The comment at the beginning of a file. */
const headerOf = (path: string) => /^(\/\/.*\n)*/.exec(read(path))![0];

const files = globSync("src/**/*.ts", { cwd: ROOT }).sort().filter(usesSdk);

test("only src/pulumi uses the SDK", () => {
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((path) => !path.startsWith("src/pulumi/"))).toEqual([]);
});

describe("the header names the tested versions of the SDK", () => {
  test.each(files)("%s", (path) => {
    expect(headerOf(path)).toContain(`// Tested with @pulumi/pulumi ${oldest} to ${newest}`);
  });
});
