// The groups of rows take minutes, so that most run in no test: that they can be loaded, and that what they name of
// the build is there.
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

// In a process of their own: the tests' loader takes an import that does not exist for undefined.
test("every group can be loaded", async () => {
  const groups = files("bench/rows/*.mjs").map((file) => pathToFileURL(join(root, file)).href);
  expect(groups).not.toEqual([]);
  const load = `for (const url of ${JSON.stringify(groups)}) {
    const { name, measure } = await import(url);
    console.log(typeof name, typeof measure);
  }`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", load]);
  expect(stdout).toBe("string function\n".repeat(groups.length));
});

test("every name that the bench takes out of the build is in it", async () => {
  const code = files("bench/**/*.mjs").map((file) => readFileSync(join(root, file), "utf8"));
  const uses = code.flatMap((text) => [
    ...text.matchAll(/\{ (?<names>[\w, ]+) \} = dist\("(?<module>[^"]+)\.js"\)/g),
    ...text.matchAll(/dist\("(?<module>[^"]+)\.js"\)\.(?<names>\w+)/g),
  ]);
  // None in another form than these; the function itself and the word in its comment are no uses.
  expect(uses).toHaveLength(code.join("").match(/(?<!function |`)\bdist\(/g)!.length);
  for (const { groups } of uses) {
    const built = await import(join(root, "src", `${groups!.module}.ts`));
    expect(Object.keys(built), groups!.module).toEqual(expect.arrayContaining(groups!.names!.split(", ")));
  }
});
