// Runs the files and commands in README.md unchanged.
import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { annotationsOf } from "../../src/kind/annotations";
import { registry } from "../../src/resources/index";
import { exampleFiles, installExample, writeLockFile } from "./support/example";
import { npm, type Packed, pack, temporaryFolder } from "./support/package";
import { Project, packageRoot, readText, run } from "./support/project";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let packed: Packed;
let readme: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  packed = await pack(folder.path);
  readme = await readText(join(packageRoot, "README.md"));
});

afterAll(() => folder.remove());

/** The first code block of a language under a heading, or the first after `intro`. */
function block(heading: string, language: string, intro = ""): string {
  const text = section(heading);
  const start = text.indexOf(intro);
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text.slice(start));
  if (start < 0 || !found?.[1])
    throw new Error(`README.md has no ${language} block under "${heading}" ${intro}`);
  return found[1];
}

const configRepo = () => ({
  "package.json": block("A config repo", "json"),
  "Pulumi.yaml": block("A config repo", "yaml", "`Pulumi.yaml`:"),
  "link-management.yaml": block("A config repo", "yaml", "`link-management.yaml`:"),
});

test("applies the config repo with the README's commands", async () => {
  const project = await Project.create({ files: {} });
  onTestFinished(() => project.remove());
  await run(["rm", "-r", "node_modules"], project.folder, project.env);
  await project.write(configRepo());
  await writeLockFile(project.folder, packed);
  const { LINK_MANAGEMENT_BASE_URL: url = "", LINK_MANAGEMENT_API_KEY: key = "" } = project.env;
  const commands = block("A config repo", "sh", "Then:")
    .replace("file://~", `file://${project.folder}/.state`)
    .replace("https://links.example.com", url)
    .replace("LINK_MANAGEMENT_API_KEY=…", `LINK_MANAGEMENT_API_KEY=${key}`)
    // Uses the installed CLI and confirms its prompt.
    .replaceAll("npx pulumi", "pulumi")
    .replace("pulumi up", "pulumi up --yes");
  expect(commands).not.toMatch(/…|example\.com/);

  const { code, output } = await run(["bash", "-e", "-c", commands], project.folder, project.env);
  expect(code, output).toBe(0);
  const acme = project.emulator.store.account("acme");
  expect(acme.pixels.list()).toMatchObject([{ type: "fbpixel", name: "Shop ads" }]);
  expect(acme.channels.list().map(({ items }) => items.length)).toEqual([3]);
  expect(acme.campaigns.list()).toMatchObject([
    { name: "Launch", links: expect.arrayContaining([4711, 4712]) },
  ]);
});

test("type-checks and applies the TypeScript example in a project such as examples/typescript", async () => {
  const files = { ...(await exampleFiles("typescript")), "index.ts": block("In TypeScript", "ts") };
  const project = await Project.create({ files, modules: await installExample(files, folder.path, packed) });
  onTestFinished(() => project.remove());
  await npm(project.folder, "run", "typecheck");
  expect(await project.pulumi("up", "--yes")).toContain("address: ");
  const acme = project.emulator.store.account("acme");
  expect(acme.channels.list().map(({ items }) => items.length)).toEqual([1, 1]);
});

describe("the README's tables", () => {
  test("list every kind with its arguments, create-only (*) and write-only (!)", () => {
    const rows = table("Kinds");
    for (const { definition } of registry) {
      const row = rows.find((cells) => cells[1] === `\`${definition.type}\``);
      const { names, createOnly, writeOnly } = annotationsOf(definition);
      const withMarks = (name: string) =>
        `${name}${createOnly.has(name) ? "\\*" : ""}${writeOnly.has(name) ? "!" : ""}`;
      expect(row?.[2]?.split(", ").sort(), definition.type).toEqual(names.map(withMarks).sort());
    }
  });

  test("list exactly the environment variables of the package", async () => {
    const sources = await readdir(join(packageRoot, "src"), { recursive: true });
    const files = sources.filter((file) => file.endsWith(".ts") && !/^(commands|emulator)\//.test(file));
    const texts = await Promise.all(files.map((file) => readText(join(packageRoot, "src", file))));
    const used = new Set(texts.join("\n").match(/LINK_MANAGEMENT_[A-Z_]+/g));
    const documented = table("Settings").flatMap(
      (cells) => cells[0]?.match(/LINK_MANAGEMENT_[A-Z_]+/g) ?? [],
    );
    expect(documented.sort()).toEqual([...used].sort());
  });
});

/** The text under a heading. */
function section(heading: string): string {
  const [, text = ""] = readme.split(`## ${heading}\n`);
  return text.split("\n## ")[0] ?? "";
}

/** The cells of a section's table, without its head. */
function table(heading: string): string[][] {
  const lines = section(heading)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test("every relative link points to an existing file", async () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(2);
  for (const path of links) await expect(access(join(packageRoot, path)), path).resolves.toBeUndefined();
});
