// What is generated from the kinds is committed as it is generated.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";
import { generatedFiles } from "../../tools/generate/files";

const root = join(__dirname, "../..");

test("`npm run generate` changes nothing", () => {
  const files = generatedFiles();
  const committed = globSync("docs/reference/*", { cwd: root });
  const paths = [...new Set([...Object.keys(files), ...committed])];
  const stale = paths.filter(
    (path) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== files[path],
  );
  expect(stale, "run `npm run generate`").toEqual([]);
});
