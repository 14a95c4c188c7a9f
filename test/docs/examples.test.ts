// Every config file in the README, the docs and the examples is valid.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Layout } from "../../src/config/schema/layout";
import type { Files } from "../../src/config/source/project-files";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources/index";

const root = join(__dirname, "../..");
const { keys } = new Layout(registry);

const pages = ["README.md", ...markdownIn("docs"), ...markdownIn("examples")];
const files = ["link-management.yaml", "examples/config-repo/link-management.yaml"];

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !path.includes("node_modules"))
    .map((path) => join(folder, path));
}

/** The YAML blocks of a page that contain a section of a config file, with their location. */
function configsIn(page: string): [location: string, text: string][] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```yaml\n(.*?)^```$/gms)]
    .map((match): [string, string] => [
      `${page}:${text.slice(0, match.index).split("\n").length + 1}`,
      match[1]!,
    ])
    .filter(([, config]) => Object.keys(parse(config) ?? {}).some((key) => keys.includes(key)));
}

/** Examples may include files that do not exist. */
const INCLUDED_FILES: Files = {
  canonicalName: (name) => name,
  matching: () => ["included.yaml"],
  read: (name) => new Source(name, "{}"),
};

const configs = [
  ...pages.flatMap(configsIn),
  ...files.map((file): [string, string] => [file, readFileSync(join(root, file), "utf8")]),
];

describe("is valid and raises no warning:", () => {
  test.each(configs)("%s", (location, text) => {
    const { diagnostics } = readConfig(new Source(location, text), registry, { files: INCLUDED_FILES });
    // A page may show one file of several that refers to an entry of another.
    const relevant = diagnostics.filter(({ message }) => !message.includes(" has no entry "));
    expect(relevant.map(({ message }) => message)).toEqual([]);
  });
});

test("finds examples of all kinds", () => {
  expect(configs.length).toBeGreaterThan(registry.length + files.length);
});
