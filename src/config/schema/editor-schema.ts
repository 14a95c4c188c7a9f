// The JSON Schema of the config file, as editors read it: what zod makes. Only the loader knows `${…}`, merge keys, references
// and rules across fields.
import type { FileSchema } from "./file-schema";
import { IGNORED } from "./loader-fields";
import type { JsonSchema } from "./pointer";

export function editorSchema({ json }: FileSchema): JsonSchema {
  const description = "Ignored. A place for anchors (&) of values that several entries use.";
  return { ...json, patternProperties: { [`^${IGNORED}`]: { description } } };
}
