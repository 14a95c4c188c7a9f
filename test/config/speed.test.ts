// About as fast as the bare parse, with errors as well as without. (The figures of 10,000 entries are the bench's.)
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { readConfig } from "../../src/config/read-config";
import { render } from "../../src/config/render";
import { Source } from "../../src/config/source";
import { registry } from "../../src/resources";

const COUNT = 1500;

const load = (text: string) => readConfig(new Source("f.yaml", text), registry).diagnostics;

/** Time that the processor spent, in ms: waiting for a busy machine does not count. */
function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Loading over the bare parse: in turn, so that both meet the same machine; the best of each counts. */
function overBareParse(text: string): number {
  const times = [1, 2, 3].map(() => [
    processorTime(() => render(load(text))),
    processorTime(() => parseDocument(text)),
  ]);
  return Math.min(...times.map(([load = 0]) => load)) / Math.min(...times.map(([, parse = 0]) => parse));
}

const lines = (line: (index: number) => string, count = COUNT) =>
  Array.from({ length: count }, (_, i) => line(i)).join("");

describe("thousands of entries", () => {
  test.each([0, 50, 500])("with %i mistakes among them", async (mistakes) => {
    const { largeConfig } = await import("../../bench/support/large-config.mjs");
    const text = largeConfig(COUNT, mistakes);
    expect(load(text)).toHaveLength(mistakes);
    expect(overBareParse(text)).toBeLessThan(2.5);
  });
});

// Each of these once cost far more than the parse in a large file.
describe("many mistakes of one sort", () => {
  const codes = lines((i) => `  code${i}: { type: link, data: x }\n`);
  test.each([
    [
      "references that lead nowhere",
      `qrCodes:\n${codes}channels:\n${lines((i) => `  c${i}: { name: "${i}", items: [{ qr: cude${i} }] }\n`)}`,
    ],
    ["unknown fields on one line", `channels: {${lines((i) => `c${i}: { name: "${i}", colour: 1 }, `)}}`],
    ["hidden secrets on one line", `qrCodes: {${lines((i) => `c${i}: { type: wifi, data: "x", x: 1 }, `)}}`],
    [
      "values left out",
      `channels: {${lines((i) => `c${i}: { name: "${i}" }, `, 2000)}${lines((i) => `d${i}, `, 2000)}}`,
    ],
  ])("%s", (_, text) => {
    expect(overBareParse(text)).toBeLessThan(5);
  });
});
