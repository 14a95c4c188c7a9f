// Why the patches of src/pulumi/patches exist. A failure with another version of the SDK means: a patch may go, or must change.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));

test.each([
  [
    "cancel",
    "ignores that the engine cancels",
    /cancel\(call, callback\) \{\s*callback\(undefined, new \w+\.Empty\(\)\);\s*\}/,
  ],
  [
    "reported-error",
    "prints each error, with its stack",
    /console\.error\(`\$\{e\}: \$\{e\.stack\}`\);\s*callback\(e, undefined\)/,
  ],
])("%s: the SDK's provider process %s", (_patch, _what, code) => {
  expect(readFileSync(join(sdk, "cmd/dynamic-provider/index.js"), "utf8")).toMatch(code);
});

test("stack-traces: the SDK takes a stack trace of each promise", () => {
  const code = readFileSync(join(sdk, "runtime/debuggable.js"), "utf8");
  expect(code).toMatch(/_debugStackTrace.*new Error\(\)\.stack/);
});

test("sdk-modules: the SDK depends on what this package loads through it", () => {
  const { dependencies } = require("@pulumi/pulumi/package.json");
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(["@grpc/grpc-js", "google-protobuf"]));
});
