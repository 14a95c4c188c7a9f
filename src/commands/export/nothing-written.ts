// Errors of the commands that write the config of an account, before the first file.
import { ApiError } from "../../api/errors";
import { ConfigFileError } from "../../config/source/config-file-error";
import { PREFIX, USAGE_ERROR } from "../usage-errors";
import { WriteError } from "../write-files";
import { NoMatchError } from "./export-account";

/**
 * @returns the exit code
 * @throws what is a defect
 */
export function reportNothingWritten(error: unknown): number {
  const isUsage = error instanceof WriteError || error instanceof ConfigFileError;
  if (!(isUsage || error instanceof ApiError || error instanceof NoMatchError)) throw error;
  process.stderr.write(`${PREFIX}${error.message.replace(/\.$/, "")}. Nothing was written\n`);
  return isUsage ? USAGE_ERROR : 1;
}
