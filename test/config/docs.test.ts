// The config files of docs/config-file.md, which have their names in their first lines. Those below one heading form
// one valid config.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { render } from "../../src/config/report/render";
import { ProjectFiles } from "../../src/config/source/project-files";
import { readSource } from "../../src/config/source/source-file";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources";

const page = readFileSync(join(__dirname, "../../docs/config-file.md"), "utf8");

const chapters = page.split(/^##? (?=[A-Z])/m).flatMap((chapter) => {
  const files = [...chapter.matchAll(/^```yaml\n# (\S+\.yaml)\n([^`]*)```$/gm)];
  const heading = chapter.split("\n")[0]!;
  return files.length === 0
    ? []
    : [{ heading, files: files.map(([, name = "", text = ""]) => ({ name, text })) }];
});

const config = Object.fromEntries(
  ["brand", "adsTag", "wifiPassword"].map((key) => [key, { value: "12345678", isSecret: key !== "brand" }]),
);

describe("docs/config-file.md", () => {
  test("names every example", () => {
    expect(chapters.flatMap(({ files }) => files)).toHaveLength(page.match(/^```yaml$/gm)!.length);
  });

  test.each(chapters)("$heading", ({ files }) => {
    const folder = mkdtempSync(join(tmpdir(), "docs-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const { name, text } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const result = readConfig(readSource(folder, join(folder, "link-management.yaml")), registry, {
      files: new ProjectFiles(folder),
      values: { environment: () => undefined, config: (key) => config[key] },
    });
    expect(render(result)).toBe("");
    expect(result.fileCount).toBe(files.length);
  });
});
