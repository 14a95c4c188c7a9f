// The code blocks of README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "./project";

const readme = readFileSync(join(packageRoot, "README.md"), "utf8");

/** The first code block of a language after a text of a section. */
export function block(heading: string, language: string, intro = ""): string {
  const [, section = ""] = readme.split(`## ${heading}\n`);
  const [text = ""] = section.split("\n## ");
  const start = text.indexOf(intro);
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text.slice(start));
  if (start < 0 || !found?.[1])
    throw new Error(`README.md has no ${language} block in "${heading}" ${intro}`);
  return found[1];
}
