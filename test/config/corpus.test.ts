// Wrong files, and folders of files, and exactly what is said about each. `npx vitest run test/config -u` writes the
// expected texts anew; read the difference before it is kept.
import * as fs from "node:fs";
import * as path from "node:path";
import { describe, expect, test } from "vitest";
import { render } from "../../src/config/report/render";
import { ProjectFiles } from "../../src/config/source/project-files";
import { readSource } from "../../src/config/source/source-file";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources";

const ROOT = path.join(__dirname, "wrong");
const files = fs.readdirSync(ROOT).filter((name) => name.endsWith(".yaml"));
const folders = fs
  .readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** No message shows any of these. */
const OUTSIDE = {
  environment: {
    NAME: "from-outside",
    ALMOST: "fbpixl",
    EMPTY: "",
    TRUE: "true",
    NUMBER: "4711",
    MENU: "menu",
    CONTROL: "from-outside\u0007",
  } as Readonly<Record<string, string>>,
  config: { password: "hunter2-a", number: "99887766" } as Readonly<Record<string, string>>,
};
const values = {
  environment: (name: string) => OUTSIDE.environment[name],
  config: (key: string) => {
    const value = OUTSIDE.config[key];
    return value === undefined ? undefined : { value, isSecret: true };
  },
};

async function expectToldAs(expected: string, folder: string, file = "link-management.yaml"): Promise<void> {
  const source = readSource(folder, path.join(folder, file));
  const { plan, diagnostics } = readConfig(source, registry, { files: new ProjectFiles(folder), values });
  const text = render(diagnostics);
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(plan === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
  expect(text).not.toMatch(/hunter2-[a-z]\b|5551234567|12345678\b(?!9)|from-outside|99887766/);
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  await expect(`${text}\n`).toMatchFileSnapshot(path.join(ROOT, `${expected}.txt`));
}

describe("wrong files", () => {
  test.each(files)("%s", (name) => expectToldAs(name.replace(/\.yaml$/, ""), ROOT, name));
});

describe("wrong folders", () => {
  test.each(folders)("%s", (name) => expectToldAs(name, path.join(ROOT, name)));
});
