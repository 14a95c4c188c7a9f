// Configs with errors or warnings, as files and folders, each with its exact report. After a change of messages,
// `npx vitest run --project unit test/config/corpus.test.ts -u` writes the reports; review the diff.
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

/** No message shows these values. */
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

/** The sections of all kinds, which the reports show as `{sections}`: another kind changes no report. */
const SECTIONS = [...new Set(registry.map(({ definition }) => definition.yaml.section))].join(", ");

async function expectReport(report: string, folder: string, file = "link-management.yaml"): Promise<void> {
  const source = readSource(folder, path.join(folder, file));
  const result = readConfig(source, registry, { files: new ProjectFiles(folder), values });
  const { plan, diagnostics } = result;
  const text = render(result);
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(plan === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
  expect(text).not.toMatch(/hunter2-[a-z]\b|5551234567|12345678\b(?!9)|from-outside|99887766/);
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  const anySections = text.replaceAll(SECTIONS, "{sections}");
  await expect(`${anySections}\n`).toMatchFileSnapshot(path.join(ROOT, `${report}.txt`));
}

describe("reports the errors of a file", () => {
  test.each(files)("%s", (name) => expectReport(name.replace(/\.yaml$/, ""), ROOT, name));
});

describe("reports the errors of a folder", () => {
  test.each(folders)("%s", (name) => expectReport(name, path.join(ROOT, name)));
});
