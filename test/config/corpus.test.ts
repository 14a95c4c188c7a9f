// Wrong configs, as files and folders, each with the line, the column and the cause of every error in wrong/expected.txt. After
// a change, `npx vitest run --project unit test/config/corpus.test.ts -u` writes the table: review the diff.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFolder } from "./support/config";

const ROOT = join(__dirname, "wrong");
const names = readdirSync(ROOT).filter((name) => !/^\.|\.(txt|json)$/.test(name));

const OUTSIDE = {
  env: {
    NAME: "from-outside",
    EMPTY: "",
    TRUE: "true",
    NUMBER: "4711",
    MENU: "menu",
    CONTROL: "from-outside\u0007",
  },
  config: { password: { secret: "hunter2-a" }, number: { secret: "99887766" } },
};

const reports = names.map((name) => {
  const isFile = name.endsWith(".yaml");
  return { name, ...checkFolder(isFile ? ROOT : join(ROOT, name), OUTSIDE, isFile ? name : undefined) };
});

test("every error has its line, column and cause", async () => {
  const lines = reports.map(
    ({ name, sentences }) => `${name}\n${sentences.map((one) => `  ${one}\n`).join("")}`,
  );
  await expect(lines.join("")).toMatchFileSnapshot(join(ROOT, "expected.txt"));
});

test("errors stop the run, warnings do not, and no file is silent", () => {
  for (const { name, problems, errorCount, resources } of reports) {
    expect(problems, name).not.toEqual([]);
    expect(resources === undefined, name).toBe(errorCount > 0);
  }
});

test("no report shows a secret, a value from outside or a control character", () => {
  for (const { name, shown } of reports) {
    expect(shown, name).not.toMatch(/hunter2-[a-z]\b|12345678\b(?!9)|from-outside|99887766/);
    expect(shown, name).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  }
});
