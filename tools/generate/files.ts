// The files that follow from the kinds: classes, schema of editors, pages of the docs.
// `npm run generate` writes them.
import { FileSchema } from "../../src/config/schema/file-schema";
import { definitions, listedKinds } from "../../src/resources/definitions";
import { vcard } from "../../src/resources/qr-content/vcard";
import { wifi } from "../../src/resources/qr-content/wifi";
import { otherQueries } from "../../src/resources/queries";
import { classesFile, contentsFile, readsFile } from "./classes";
import { described } from "./described";
import { pluginSchema } from "./plugin-schema";
import { referencePages } from "./reference";

/** What every build writes, by path. */
export function classFiles(): Record<string, string> {
  return {
    "src/resources/generated/classes.ts": classesFile(definitions),
    "src/resources/generated/contents.ts": contentsFile({ WifiFields: wifi(), VcardFields: vcard() }),
    "src/resources/generated/reads.ts": readsFile(listedKinds, otherQueries),
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
