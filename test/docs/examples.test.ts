// Every config file in the README, the docs and the examples is one that the loader takes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { render } from "../../src/config/report/render";
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
  const found = readdirSync(join(root, folder), { recursive: true }).map(String);
  return found
    .filter((path) => path.endsWith(".md") && !path.includes("node_modules"))
    .map((path) => join(folder, path));
}

/** The YAML of a page that has a section of a config file, with its place. */
function configsIn(page: string): [place: string, text: string][] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```yaml\n(.*?)^```$/gms)]
    .map((match): [string, string] => [
      `${page}:${text.slice(0, match.index).split("\n").length + 1}`,
      match[1]!,
    ])
    .filter(([, config]) => Object.keys(parse(config) ?? {}).some((key) => keys.includes(key)));
}

/** What an example includes stands elsewhere. */
const ELSEWHERE: Files = {
  canonicalName: (name) => name,
  matching: () => ["elsewhere.yaml"],
  read: (name) => new Source(name, "{}"),
};

const configs = [
  ...pages.flatMap(configsIn),
  ...files.map((file): [string, string] => [file, readFileSync(join(root, file), "utf8")]),
];

describe("is right, and raises no warning:", () => {
  test.each(configs)("%s", (place, text) => {
    const { diagnostics } = readConfig(new Source(place, text), registry, { files: ELSEWHERE });
    // A page may show one file of several, and refer to an entry of another.
    const told = diagnostics.filter(({ message }) => !message.includes(" has no entry "));
    expect(render(told)).toBe("");
  });
});

test("pages of all kinds have examples", () => {
  expect(configs.length).toBeGreaterThan(registry.length + files.length);
});
