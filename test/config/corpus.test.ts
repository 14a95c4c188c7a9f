// Wrong files and exactly what is said about each. `npx vitest run test/config -u` writes the expected texts anew;
// read the difference before it is kept.
import * as fs from "node:fs";
import * as path from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/read-config";
import { render } from "../../src/config/render";
import { Source } from "../../src/config/source";
import { registry } from "../../src/resources";

const folder = path.join(__dirname, "wrong");
const files = fs.readdirSync(folder).filter((name) => name.endsWith(".yaml"));

describe("wrong files", () => {
  test.each(files)("%s", async (name) => {
    const source = new Source(name, fs.readFileSync(path.join(folder, name), "utf8"));
    const { plan, diagnostics } = readConfig(source, registry);
    const text = render(diagnostics);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(plan === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
    expect(text).not.toMatch(/hunter2-[a-z]\b|5551234567|12345678\b(?!9)/);
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    await expect(`${text}\n`).toMatchFileSnapshot(path.join(folder, name.replace(/\.yaml$/, ".txt")));
  });
});
