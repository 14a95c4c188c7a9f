// The files that follow from the kinds: classes, schema of editors, pages of the docs.
// `npm run generate` writes them.
import { FileSchema } from "../../src/config/schema/file-schema";
import { definitions, listedKinds } from "../../src/resources/definitions";
import { classesFile, listsFile } from "./classes";
import { described } from "./described";
import { pluginSchema } from "./plugin-schema";
import { referencePages } from "./reference";

/** What every build writes, by path. */
export function classFiles(): Record<string, string> {
  return {
    "src/resources/generated/classes.ts": classesFile(definitions),
    "src/resources/generated/lists.ts": listsFile(listedKinds),
  };
}

/** What people read, and what is committed, by path. */
export function generatedFiles(): Record<string, string> {
  return {
    "link-management.schema.json": `${JSON.stringify(new FileSchema(definitions, described).json, null, 2)}\n`,
    "plugin/schema.json": pluginSchema(definitions),
    ...referencePages(definitions),
  };
}
