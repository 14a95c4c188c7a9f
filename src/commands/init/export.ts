// The objects of the account as a config.
import { configKinds } from "../config-kinds";
import type { Documents } from "../export/documents/documents";
import { exportAccount } from "../export/export-account";
import { Progress } from "../output/progress";
import type { Connection } from "./connection";
import { CONFIG_FILE } from "./project-files";

/**
 * One file.
 * @param exclude kinds, or globs for keys and names
 * @throws ApiError, NoMatchError, ConfigFileError
 */
export async function exportConfig({ session }: Connection, exclude: readonly string[]): Promise<Documents> {
  const progress = new Progress(process.stderr);
  progress.show("reading the account");
  progress.watch(session);
  try {
    return await exportAccount(session, {
      kinds: configKinds,
      file: CONFIG_FILE,
      isSplit: false,
      exclude,
      onRead: (objects) => progress.show(`${objects} objects read`),
    });
  } finally {
    progress.stop();
  }
}
