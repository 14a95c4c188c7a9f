import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";

const root = join(__dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const facts = [...read("docs/service.md").matchAll(/^\*\*(\d+)\.\*\* /gm)].map(([, number]) =>
  Number(number),
);
const files = globSync(["{src,test,tools,bench,examples,templates,docs}/**/*.{ts,mjs,mts,md,yaml}", "*.md"], {
  cwd: root,
  ignore: ["test/docs/service.test.ts", "**/node_modules/**"],
});

/** Such as `service.md 9`, `service.md 9, 10` and `service.md 56 to 64`. */
const CITATION = /service\.md (\d+(?:(?:, | and | to )\d+)*)/g;

test("the numbers of facts are consecutive", () => {
  expect(facts).toEqual(facts.map((_, index) => index + 1));
});

test("facts and files name facts that exist", () => {
  const named = [...read("docs/service.md").matchAll(/\((\d+)\)|fact (\d+)/g)].map(([, one, other]) => ({
    file: "docs/service.md",
    number: Number(one ?? other),
  }));
  const cited = files.flatMap((file) =>
    [...read(file).matchAll(CITATION)].flatMap(([, numbers = ""]) =>
      numbers.split(/\D+/).map((number) => ({ file, number: Number(number) })),
    ),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(cited.length).toBeGreaterThan(20);
  expect([...named, ...cited].filter(({ number }) => !facts.includes(number))).toEqual([]);
});

test("no file cites what the repository does not have", () => {
  expect(files.filter((file) => /\b(api|observed)\.md\b/.test(read(file)))).toEqual([]);
});
