// src/resources/classes.ts matches the definitions. `npm run docs` regenerates it.
import { join } from "node:path";
import { expect, test } from "vitest";
import { definitions } from "../../src/resources/definitions";
import { classesFile } from "../../tools/docs/classes";

test("classes.ts is up to date", async () => {
  const file = join(__dirname, "../../src/resources/classes.ts");
  await expect(classesFile(definitions)).toMatchFileSnapshot(file);
});
