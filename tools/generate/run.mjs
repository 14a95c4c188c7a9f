// `npm run generate`: writes the files that follow from the kinds. It needs no build: that needs the classes.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "rolldown";

const root = join(import.meta.dirname, "../..");
// Node 20 cannot run TypeScript.
const bundle = await build({
  input: join(import.meta.dirname, "files.ts"),
  platform: "node",
  output: { format: "cjs" },
  write: false,
});
const files = {};
new Function("require", "exports", bundle.output[0].code)(createRequire(import.meta.url), files);
// Also the pages of removed kinds.
rmSync(join(root, "docs/reference"), { recursive: true });
mkdirSync(join(root, "docs/reference"));
for (const [path, text] of Object.entries(files.generatedFiles())) writeFileSync(join(root, path), text);
