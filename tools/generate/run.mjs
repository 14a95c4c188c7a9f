// `npm run generate`: writes the files that follow from the kinds. Node 20 cannot run TypeScript: this bundles it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "rolldown";

const input = "tools/generate/files.ts";
const { output } = await build({ input, platform: "node", output: { format: "cjs" }, write: false });
const files = {};
new Function("require", "exports", output[0].code)(createRequire(import.meta.url), files);
const generated = Object.entries(files.generatedFiles());
// Also the pages of removed kinds.
rmSync("docs/reference", { recursive: true, force: true });
mkdirSync("docs/reference");
for (const [path, text] of generated) writeFileSync(path, text);
