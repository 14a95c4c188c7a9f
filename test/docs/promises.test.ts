import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const TESTS = join(__dirname, "..");

interface Reference {
  readonly file: string;
  readonly title: string | undefined;
}

// The last cell of each row: `file: title; title; file`.
function references(): Reference[] {
  const rows = readFileSync(join(TESTS, "PROMISES.md"), "utf8").matchAll(
    /^\| (?!rule \||---).* \| (.+) \|$/gm,
  );
  return [...rows].flatMap(([, cell = ""]) => {
    let file = "";
    return cell.split("; ").map((text): Reference => {
      const named = /^(\w+(?:\/[\w.-]+)+)(?:: (.+))?$/.exec(text);
      file = named?.[1] ?? file;
      return { file, title: named === null ? text : named[2] };
    });
  });
}

function problemOf({ file, title }: Reference): string | undefined {
  const path = join(TESTS, `${file}.test.ts`);
  if (!existsSync(path)) {
    return `${file} (${title}): no such file`;
  }
  const found =
    title === undefined ||
    ['"', "`", "'"].some((quote) => readFileSync(path, "utf8").includes(quote + title));
  return found ? undefined : `${file}: no title begins with "${title}"`;
}

test("each promise names tests that exist", () => {
  const all = references();
  expect(all.length).toBeGreaterThan(100);
  expect(all.map(problemOf).filter((problem) => problem !== undefined)).toEqual([]);
});
