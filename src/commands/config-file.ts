// Reads a config as `pulumi up` does. Without the classes of the kinds, which load the SDK: `npx` may have installed none.
import { FileSchema } from "../config/schema/file-schema";
import type { Source } from "../config/source/source";
import { projectFolder } from "../config/source/source-file";
import { type ReadOptions, type ReadResult, readConfig } from "../config/validate/read-config";
import { definitions } from "../resources/definitions";

/** Reads a config with everything that it includes. @param values those of `${…}`. @default they stay unknown */
export function readProjectConfig(source: Source, values?: ReadOptions["values"]): ReadResult {
  const folder = projectFolder(process.cwd());
  return readConfig(source, new FileSchema(definitions), { folder, ...(values && { values }) });
}
