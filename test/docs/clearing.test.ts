// docs/clearing.md lists the fields that can be cleared.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registry } from "../../src/resources/index";

test("docs/clearing.md lists exactly the fields that the API can clear", () => {
  const page = readFileSync(join(__dirname, "../../docs/clearing.md"), "utf8");
  const [, listed] = /<!-- clearable -->\n\n([\s\S]*?)\n\n<!-- \/clearable -->/.exec(page) ?? [];
  const lines = registry.flatMap(({ definition }) => {
    const names = Object.keys(definition.fields).filter((name) => definition.fields[name]?.clearable);
    return names.length === 0
      ? []
      : [`- \`${definition.type}\`: ${names.map((name) => `\`${name}\``).join(", ")}`];
  });
  expect(listed?.split("\n")).toEqual(lines);
});
