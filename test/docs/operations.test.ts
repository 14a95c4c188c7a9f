// docs/operations.md lists the settings of the package.
import { expect, test } from "vitest";
import { filesIn, readPage, tableUnder } from "./support/pages";

const VARIABLE = /LINK_MANAGEMENT_[A-Z_]+/g;

const sources = filesIn("src").filter((file) => !/^src\/(commands|emulator)\//.test(file));
const used = [...new Set(sources.flatMap((file) => readPage(file).match(VARIABLE) ?? []))].sort();
const settings = tableUnder("Settings", readPage("docs/operations.md"));

test("lists exactly the environment variables of the package", () => {
  expect(settings.flatMap(([variable = ""]) => variable.match(VARIABLE) ?? []).sort()).toEqual(used);
});

test("names the key of the stack config for each variable", () => {
  for (const [variable = "", key = ""] of settings) {
    const name = variable.replace(/`|LINK_MANAGEMENT_/g, "").toLowerCase();
    const camelCase = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    expect(key).toBe(`\`link-management:${camelCase}\``);
  }
});
