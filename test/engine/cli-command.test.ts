import { expect, test } from "vitest";
import { isPartial } from "../../src/provider/cli-command";

test.for([
  ["destroy --yes", {}, false],
  ["refresh --stack target --message -t", {}, true],
  ["destroy --target urn:pulumi:test::a", {}, true],
  ["refresh --exclude=urn:pulumi:test::a", {}, true],
  ["up -t urn:pulumi:test::a", {}, true],
  ["destroy --exclude-protected", {}, true],
  ["import --file objects.json", {}, true],
  ["refresh --stack important", {}, false],
  ["refresh", { PULUMI_OPTION_TARGET: "urn:pulumi:test::a" }, true],
] as const)("`pulumi %s` with %j is about a part of the stack: %s", ([words, env, expected]) => {
  expect(isPartial(words.split(" "), env)).toBe(expected);
});
