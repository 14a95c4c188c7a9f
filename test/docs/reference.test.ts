// docs/reference matches the definitions. `npm run docs` regenerates it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { definitions } from "../../src/resources/definitions";
import { referencePages } from "../../tools/docs/reference";

const folder = join(__dirname, "../../docs/reference");
const pages = referencePages(definitions.map((definition) => ({ definition })));

test.each(Object.entries(pages))("%s is up to date", async (name, text) => {
  await expect(text).toMatchFileSnapshot(join(folder, name));
});

test("there is no page of a removed kind, and none is missing", () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(pages).sort());
});
