// Most suites are too slow for the tests. This checks that they load and that the build exports what they use.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const files = (pattern: string) => globSync(pattern, { cwd: root }).sort();

// In a separate process: vitest's module loader turns a missing import into undefined.
test("every suite loads", async () => {
  const suites = files("bench/suites/*.mjs").map((file) => pathToFileURL(join(root, file)).href);
  expect(suites).not.toEqual([]);
  const load = `for (const url of ${JSON.stringify(suites)}) console.log(typeof (await import(url)).measure);`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", load]);
  expect(stdout).toBe("function\n".repeat(suites.length));
});

test("the build exports every name that the bench uses", async () => {
  const code = files("bench/**/*.mjs").map((file) => readFileSync(join(root, file), "utf8"));
  const uses = code.flatMap((text) => [
    ...text.matchAll(/\{ (?<names>[\w, ]+) \} = dist\("(?<module>[^"]+)\.js"\)/g),
    ...text.matchAll(/dist\("(?<module>[^"]+)\.js"\)\.(?<names>\w+)/g),
  ]);
  // All calls have one of these two forms.
  expect(uses).toHaveLength(code.join("").match(/(?<!function )\bdist\(/g)!.length);
  for (const { groups } of uses) {
    const built = await import(join(root, "src", `${groups!.module}.ts`));
    expect(Object.keys(built), groups!.module).toEqual(expect.arrayContaining(groups!.names!.split(", ")));
  }
});
