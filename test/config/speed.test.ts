// Loading takes little longer than the bare parse, with and without errors. The bench measures 10,000 entries.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { validateFile } from "../../src/commands/validate";
import { render } from "../../src/config/report/render";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources";
import { processorTime } from "../support/processor-time";

const COUNT = 1500;

const load = (text: string) => readConfig(new Source("f.yaml", text), registry);

/**
 * Expects that loading takes less than `limit` times as long as the bare parse. Both run in turn, and the best of each
 * counts. Garbage collection and other processes only ever slow down, so a ratio above the limit gets more rounds.
 */
function expectOverBareParse(
  limit: number,
  text: string,
  run: () => unknown = () => render(load(text)),
): void {
  let best = { load: Number.POSITIVE_INFINITY, parse: Number.POSITIVE_INFINITY };
  const ratio = () => best.load / best.parse;
  for (let round = 0; round < 7 || (round < 40 && ratio() >= limit); round++) {
    best = {
      load: Math.min(best.load, processorTime(run)),
      parse: Math.min(
        best.parse,
        processorTime(() => parseDocument(text)),
      ),
    };
  }
  expect(ratio()).toBeLessThan(limit);
}

const lines = (line: (index: number) => string, count = COUNT) =>
  Array.from({ length: count }, (_, i) => line(i)).join("");

describe("thousands of entries", () => {
  test.each([0, 50, 500])("with %i errors", async (errors) => {
    const { largeConfig } = await import("../../bench/support/large-config.mjs");
    const text = largeConfig(COUNT, errors);
    expect(load(text).diagnostics).toHaveLength(errors);
    expectOverBareParse(2.5, text);
  });
});

describe("link-management validate", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "speed-"));
    writeFileSync(join(folder, "Pulumi.yaml"), "name: test\n");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([0, 500])("with %i errors in one file", async (errors) => {
    const { largeConfig } = await import("../../bench/support/large-config.mjs");
    const text = largeConfig(COUNT, errors);
    writeFileSync(join(folder, "link-management.yaml"), text);
    const validate = () => validateFile(folder, undefined, { format: "text" });
    expect(validate().exitCode).toBe(errors === 0 ? 0 : 1);
    expectOverBareParse(2.5, text, validate);
  });

  test("with the maximum number of files and with expressions", () => {
    const files = Array.from({ length: 999 }, (_, file) =>
      lines((i) => `  c${file}-${i}: { name: "${file} ${i} \${env:HOME}" }\n`, 3),
    );
    for (const [index, entries] of files.entries()) {
      writeFileSync(join(folder, `part-${index}.yaml`), `channels:\n${entries}`);
    }
    writeFileSync(join(folder, "link-management.yaml"), "include: part-*.yaml\n");
    const validate = () => validateFile(folder, undefined, { format: "json", resolve: true });
    expect(validate().text).toContain('"errors": 0');
    // Opening a file costs about as much as parsing it.
    expectOverBareParse(5, `channels:\n${files.join("")}`, validate);
  });
});

// Each of these was once far slower than the parse of a large file.
describe("many errors of one sort", () => {
  const codes = lines((i) => `  code${i}: { type: link, data: x }\n`);
  test.each([
    [
      "missing references",
      `qrCodes:\n${codes}channels:\n${lines((i) => `  c${i}: { name: "${i}", items: [{ qr: cude${i} }] }\n`)}`,
    ],
    ["unknown fields on one line", `channels: {${lines((i) => `c${i}: { name: "${i}", colour: 1 }, `)}}`],
    ["masked secrets on one line", `qrCodes: {${lines((i) => `c${i}: { type: wifi, data: "x", x: 1 }, `)}}`],
    [
      "missing values",
      `channels: {${lines((i) => `c${i}: { name: "${i}" }, `, 2000)}${lines((i) => `d${i}, `, 2000)}}`,
    ],
  ])("%s", (_, text) => {
    expectOverBareParse(5, text);
  });
});
