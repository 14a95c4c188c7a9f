// About as fast as the bare parse, with errors as well as without, whatever the number of entries.
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { readConfig } from "../../src/config/read-config";
import { render } from "../../src/config/render";
import { Source } from "../../src/config/source";
import { registry } from "../../src/resources";

const entries = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("");
const pixels = (count: number, type: string) =>
  `pixels:\n${entries(count, (i) => `  k${i}: { type: ${type}, name: Pixel ${i}, tag: "${i}" }\n`)}`;

/** The best of three: whatever else the machine does is no matter. */
function time(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe("1,000 entries", () => {
  test.each([
    ["good ones", pixels(1000, "fbpixel")],
    ["all wrong", pixels(1000, "fbpixl")],
    [
      "references that lead nowhere",
      `qrCodes:\n${entries(500, (i) => `  code${i}: { type: link, data: x }\n`)}channels:\n${entries(500, (i) => `  c${i}: { name: "${i}", items: [{ qr: cude${i} }] }\n`)}`,
    ],
  ])("%s", (_, text) => {
    const bare = time(() => parseDocument(text));
    const ours = time(() => {
      const { diagnostics } = readConfig(new Source("f.yaml", text), registry);
      render(diagnostics);
    });
    expect(ours / bare).toBeLessThan(2.5);
  });
});
