// The pages of the repository, and the text in them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(__dirname, "../../..");

/** The files below a folder, as paths relative to the repository. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

const TOP_PAGES = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md"];

/** All Markdown pages for readers. */
export const pages: readonly string[] = [
  ...TOP_PAGES.filter((page) => existsSync(join(root, page))),
  ...["docs", "examples", "bench"].flatMap(filesIn).filter((file) => file.endsWith(".md")),
];

export function readPage(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

export const CODE_BLOCK = /^ *```[\s\S]*?^ *```$/gm;

/** The cells of the table under a heading, without the header. */
export function tableUnder(heading: string, page: string): string[][] {
  const [, section = ""] = page.split(`## ${heading}\n`);
  const [text = ""] = section.split("\n## ");
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map(cellsOf);
}

function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The sentences of a page. Code blocks are left out. Headings, list items and table cells end a sentence. */
export function sentencesOf(page: string): string[] {
  const text = page.replace(CODE_BLOCK, "").replace(/<!--[\s\S]*?-->/g, "");
  const lines = text.split("\n").flatMap((line) => {
    if (/^\|[\s|:-]*$/.test(line)) return [""];
    if (line.startsWith("|")) return cellsOf(line).flatMap((cell) => [cell, ""]);
    return /^(#|\s*([-*]|\d+\.) )/.test(line) ? ["", line] : [line];
  });
  const paragraphs = lines.join("\n").split(/\n\s*\n/);
  return paragraphs
    .map((paragraph) => paragraph.replace(/^\s*(#+|[-*]|\d+\.) /, "").replace(/\s+/g, " "))
    .map((paragraph) => paragraph.replace(/\]\([^)]*\)/g, "]").replace(/`[^`]*`/g, "`code`"))
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?][)*]*) /))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}
