// Reads a config as `pulumi up` does. Without the classes of the kinds, which load the SDK: `npx` may have installed none.
import { FileSchema } from "../config/schema/file-schema";
import type { Source } from "../config/source/source";
import { projectFolder } from "../config/source/source-file";
import { type ReadResult, readConfig } from "../config/validate/read-config";
import type { ExternalValues } from "../config/yaml/expressions";
import { definitions } from "../resources/definitions";

/** Reads a config with everything that it includes. @param values those of `${…}`. @default they stay unknown */
export function readProjectConfig(source: Source, values?: ExternalValues): ReadResult {
  return readConfig(source, new FileSchema(definitions), projectFolder(process.cwd()), values);
}
