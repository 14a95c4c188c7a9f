// About as fast as the bare parse, with errors as well as without. (The figures of 10,000 entries are the bench's.)
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { readConfig } from "../../src/config/read-config";
import { render } from "../../src/config/render";
import { Source } from "../../src/config/source";
import { registry } from "../../src/resources";

const COUNT = 3000;

const entries = (line: (index: number) => string) =>
  Array.from({ length: COUNT }, (_, i) => line(i)).join("");

/** The best of two: whatever else the machine does is no matter. */
function time(run: () => void): number {
  const times = [1, 2].map(() => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function load(text: string): void {
  render(readConfig(new Source("f.yaml", text), registry).diagnostics);
}

describe("thousands of entries", () => {
  test.each(["fbpixel", "fbpixl"])("of type %s", (type) => {
    const text = `pixels:\n${entries((i) => `  k${i}: { type: ${type}, name: Pixel ${i}, tag: "${i}" }\n`)}`;
    expect(time(() => load(text)) / time(() => parseDocument(text))).toBeLessThan(2.5);
  });

  test("of which none finds the one that it refers to", () => {
    const codes = entries((i) => `  code${i}: { type: link, data: x }\n`);
    const channels = entries((i) => `  c${i}: { name: "${i}", items: [{ qr: cude${i} }] }\n`);
    expect(time(() => load(`qrCodes:\n${codes}channels:\n${channels}`))).toBeLessThan(5000);
  });
});
