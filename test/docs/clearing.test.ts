// docs/config-file.md lists the fields that can be cleared. `npm run docs` writes the list.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { definitions } from "../../src/resources/definitions";

const LIST = /(?<=<!-- clearable: written by `npm run docs` -->\n\n)[\s\S]*?(?=\n\n<!-- \/clearable -->)/;

const clearable = definitions
  .map(({ type, fields }) => ({
    type,
    names: Object.keys(fields).filter((name) => fields[name]?.clearable),
  }))
  .filter(({ names }) => names.length > 0);

test("the list of docs/config-file.md is up to date", async () => {
  const file = join(__dirname, "../../docs/config-file.md");
  const page = readFileSync(file, "utf8");
  expect(page).toMatch(LIST);
  const lines = clearable.map(
    ({ type, names }) => `- \`${type}\`: ${names.map((n) => `\`${n}\``).join(", ")}`,
  );
  await expect(page.replace(LIST, () => lines.join("\n"))).toMatchFileSnapshot(file);
});
