import { expect, onTestFinished, test } from "vitest";
import { Folder } from "../config/support/folder";

const FILE = "../../src/pulumi/program-folder";

/** What a program in a folder is told that the engine has started. */
async function problemIn({ path }: Folder): Promise<string | undefined> {
  const before = { main: process.mainModule, folder: process.cwd() };
  onTestFinished(() => {
    process.mainModule = before.main;
    process.chdir(before.folder);
  });
  process.mainModule = { filename: "/x/@pulumi/pulumi/cmd/run/index.js" } as NodeJS.Module;
  process.chdir(path);
  // A module of its own, which is loaded now.
  const { whyProviderIsMissing } = await import(/* @vite-ignore */ `${FILE}?${path}`);
  return whyProviderIsMissing();
}

const OWN = "node_modules/pulumi-link-management";

test.each<[string, Record<string, string>, RegExp | undefined]>([
  ["a missing dependency", {}, /does not depend on .*npm install/],
  [
    "a dependency",
    { [`${OWN}/package.json`]: '{"exports":{"./provider":"./p.js"}}', [`${OWN}/p.js`]: "" },
    undefined,
  ],
  ["a damaged one, which Node reports", { [`${OWN}/package.json`]: '{"exports":{}}' }, undefined],
])("the folder of a program with %s", async (_, files, problem) => {
  const found = await problemIn(new Folder().write(files));
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});
