// src/resources/classes matches the definitions. `npm run docs` regenerates it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { definitions } from "../../src/resources/definitions";
import { classFiles } from "../../tools/docs/classes";

const folder = join(__dirname, "../../src/resources/classes");
const files = classFiles(definitions);

test.each(Object.entries(files))("%s is up to date", async (name, text) => {
  await expect(text).toMatchFileSnapshot(join(folder, name));
});

test("there is no class of a removed kind, and none is missing", () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(files).sort());
});
