// Every config in the README, the docs and the examples is valid, and every link and every cited fact leads somewhere.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { globSync } from "tinyglobby";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { check, editorSchema } from "../config/support/config";

const ROOT = join(__dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const pages = globSync(["*.md", "{docs,examples,bench}/**/*.md", "!**/node_modules"], { cwd: ROOT }).sort();
const files = globSync(["link-management.yaml", "examples/many-accounts/{accounts,shared}/**/*.yaml"], {
  cwd: ROOT,
});
const keys = Object.keys(editorSchema().properties as object);

/** The YAML blocks of a page that contain a section of a config file. */
function configsIn(page: string): [place: string, text: string][] {
  const blocks = [...read(page).matchAll(/^```yaml\n(.*?)^```$/gms)];
  const configs = blocks.filter(([, text = ""]) =>
    Object.keys(parse(text) ?? {}).some((key) => keys.includes(key)),
  );
  return configs.map(({ 1: text = "", index }) => [
    `${page}:${read(page).slice(0, index).split("\n").length}`,
    text,
  ]);
}

describe("is a valid config without a warning:", () => {
  const configs = [...pages.flatMap(configsIn), ...files.map((file): [string, string] => [file, read(file)])];

  test.each(configs)("%s", (_, text) => {
    // A page may show one file of several.
    const sentences = check(text).sentences.filter((one) => !/include: |has no entry/.test(one));
    expect(sentences).toEqual([]);
  });

  test("there are some", () => expect(configs.length).toBeGreaterThan(10));
});

test("the README shows the config of the root", () => {
  expect(configsIn("README.md")[0]?.[1]).toBe(read("link-management.yaml"));
});

const LINK = /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g;

/** As GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...page.replace(/^ *```[\s\S]*?^ *```$/gm, "").matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  );
}

test.each(pages)("%s has no broken link", (page) => {
  const broken = [...read(page).matchAll(LINK)].filter(([, path = "", anchor]) => {
    const target = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** Such as `service.md 9`, `service.md 9, 10` and `service.md 56 to 64`. */
const CITATION = /service\.md (\d+(?:(?:, | and | to )\d+)*)/g;

test("facts of docs/service.md are consecutive, and those that are cited exist", () => {
  const page = read("docs/service.md");
  const facts = [...page.matchAll(/^\*\*(\d+)\.\*\* /gm)].map(([, number]) => number);
  expect(facts).toEqual(facts.map((_, index) => String(index + 1)));
  const inside = [...page.matchAll(/\((\d+)\)|fact (\d+)/g)].map(([, one, other]) => one ?? other);
  const citing = globSync(["{src,test,tools,bench,docs}/**/*.{ts,mjs,mts,md}", "*.md"], { cwd: ROOT });
  const cited = citing.flatMap((file) => [...read(file).matchAll(CITATION)]);
  expect(cited.length).toBeGreaterThan(20);
  const numbers = cited.flatMap(([, list = ""]) => list.split(/\D+/));
  expect([...inside, ...numbers].filter((number) => !facts.includes(number))).toEqual([]);
});
