// README.md: its files and commands are taken out of the text and used as they stand.
import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { annotationsOf } from "../../src/kind/annotations";
import { registry } from "../../src/resources/index";
import { exampleFiles, installFor, lock } from "./support/example";
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

/** The code block of a language under a heading; the one that `intro` announces where there are several. */
function block(heading: string, language: string, intro = ""): string {
  const [, section = ""] = readme.split(`## ${heading}\n`);
  const text = section.split("\n## ")[0] ?? "";
  const start = text.indexOf(intro);
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text.slice(start));
  if (start < 0 || !found?.[1]) throw new Error(`README.md has no ${language} under "${heading}" ${intro}`);
  return found[1];
}

const configRepo = () => ({
  "package.json": block("A config repo", "json"),
  "Pulumi.yaml": block("A config repo", "yaml", "`Pulumi.yaml`:"),
  "link-management.yaml": block("A config repo", "yaml", "`link-management.yaml`:"),
});

test("the config repo applies with the README's own commands", async () => {
  const at = await Project.create({ files: {} });
  onTestFinished(() => at.remove());
  await run(["rm", "-r", "node_modules"], at.folder, at.env);
  await at.write(configRepo());
  await lock(at.folder, packed);
  const { LINK_MANAGEMENT_BASE_URL: url = "", LINK_MANAGEMENT_API_KEY: key = "" } = at.env;
  const commands = block("A config repo", "sh", "Then:")
    .replace("file://~", `file://${at.folder}/.state`)
    .replace("https://links.example.com", url)
    .replace("LINK_MANAGEMENT_API_KEY=…", `LINK_MANAGEMENT_API_KEY=${key}`)
    // The CLI of this machine in the place of the download, and yes to what it asks.
    .replaceAll("npx pulumi", "pulumi")
    .replace("pulumi up", "pulumi up --yes");
  expect(commands).not.toMatch(/…|example\.com/);

  const { code, output } = await run(["bash", "-e", "-c", commands], at.folder, at.env);
  expect(code, output).toBe(0);
  const acme = at.emulator.store.account("acme");
  expect(acme.pixels.list()).toMatchObject([{ type: "fbpixel", name: "Shop ads" }]);
  expect(acme.channels.list().map(({ items }) => items.length)).toEqual([3]);
  expect(acme.campaigns.list()).toMatchObject([
    { name: "Launch", links: expect.arrayContaining([4711, 4712]) },
  ]);
});

test("the TypeScript example type-checks and applies in a project such as examples/typescript", async () => {
  const files = { ...(await exampleFiles("typescript")), "index.ts": block("In TypeScript", "ts") };
  const at = await Project.create({ files, modules: await installFor(files, folder.path, packed) });
  onTestFinished(() => at.remove());
  await npm(at.folder, "run", "typecheck");
  expect(await at.pulumi("up", "--yes")).toContain("address: ");
  const acme = at.emulator.store.account("acme");
  expect(acme.channels.list().map(({ items }) => items.length)).toEqual([1, 1]);
});

describe("the README's tables", () => {
  test("have a row for every kind, with its arguments and their marks", () => {
    const rows = table("Kinds");
    for (const { definition } of registry) {
      const row = rows.find((cells) => cells[1] === `\`${definition.type}\``);
      const { names, createOnly, writeOnly } = annotationsOf(definition);
      const mark = (name: string) =>
        `${name}${createOnly.has(name) ? "\\*" : ""}${writeOnly.has(name) ? "!" : ""}`;
      expect(row?.[2]?.split(", ").sort(), definition.type).toEqual(names.map(mark).sort());
    }
  });

  test("name every environment variable of the package, and no other", async () => {
    const sources = await readdir(join(packageRoot, "src"), { recursive: true });
    const used = new Set<string>();
    for (const path of sources.filter((one) => /^(api|config|engine)\/.*\.ts$/.test(one))) {
      for (const [name] of (await readText(join(packageRoot, "src", path))).matchAll(
        /LINK_MANAGEMENT_[A-Z_]+/g,
      )) {
        used.add(name);
      }
    }
    const told = table("Settings").flatMap((cells) => cells[0]?.match(/LINK_MANAGEMENT_[A-Z_]+/g) ?? []);
    expect(told.sort()).toEqual([...used].sort());
  });
});

/** The cells of a section's table, without its head. */
function table(heading: string): string[][] {
  const [, section = ""] = readme.split(`## ${heading}\n`);
  const lines = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test("every link of the README leads somewhere", async () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(2);
  for (const path of links) await expect(access(join(packageRoot, path)), path).resolves.toBeUndefined();
});
