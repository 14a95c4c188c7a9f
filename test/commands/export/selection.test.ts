// `--only` and `--exclude`.
import { expect, test } from "vitest";
import { Selection } from "../../../src/commands/export/selection";
import { registry } from "../../../src/resources/index";

const of = (only: string[], exclude: string[] = []) => new Selection(only, exclude, registry);

test.each([
  [[], [], true],
  [["channels"], [], true],
  [["pixels"], [], false],
  [["spring*"], [], true],
  [["Spring s?le"], [], true],
  [["{autumn,spring}-*"], [], true],
  [["channels.spring*"], [], true],
  [["pixels.spring*"], [], false],
  [["pixels", "*sale"], [], true],
  [[], ["channels"], false],
  [[], ["*sale"], false],
  [["channels"], ["spring*"], false],
  [[], ["channels.items"], true],
])("only %j, exclude %j: %s", (only, exclude, isWanted) => {
  expect(of(only, exclude).wants("channels", "spring-sale", "Spring sale")).toBe(isWanted);
});

test("a list is read only if something in it may be wanted", () => {
  expect(of([]).mayWant("channels")).toBe(true);
  expect(of([], ["channels"]).mayWant("channels")).toBe(false);
  expect(of(["pixels"]).mayWant("channels")).toBe(false);
  expect(of(["pixels.a*"]).mayWant("channels")).toBe(false);
  expect(of(["pixels", "a*"]).mayWant("channels")).toBe(true);
  expect(of([], ["channels.items"]).wantsList("channels", "items")).toBe(false);
  expect(of([]).wantsList("channels", "items")).toBe(true);
});

test("a pattern that matches nothing is most likely a typo. A kind without objects is none", () => {
  const selection = of(["pixel", "channels", "domains"], ["channels.items", "x*"]);
  selection.wants("channels", "spring", "Spring");
  expect(selection.problem()).toMatch(
    /^nothing on the account matches "pixel" and "x\*"\. Write a kind \(campaigns, .*\), or a glob for keys and names$/,
  );
  expect(of(["channels.items"]).problem()).toMatch(/^nothing on the account matches "channels.items"/);
});

test("an unsupported glob is an error", () => {
  expect(() => of(["{a,b"])).toThrow("{a,b} is not closed");
});
