// Writes the files that follow from the kinds: `npm run generate` what people read, which is committed, and every build
// the classes (`--classes`). Node 20 cannot run TypeScript: this bundles it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "rolldown";

const input = "tools/generate/files.ts";
const { output } = await build({ input, platform: "node", output: { format: "cjs" }, write: false });
const files = {};
new Function("require", "exports", output[0].code)(createRequire(import.meta.url), files);
const isBuild = process.argv.includes("--classes");
// Also the pages of removed kinds.
const folder = isBuild ? "src/resources/generated" : "docs/reference";
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const written = isBuild ? files.classFiles() : files.generatedFiles();
for (const [path, text] of Object.entries(written)) writeFileSync(path, text);
