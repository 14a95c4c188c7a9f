// Writes files so that each is complete or does not exist.
import * as fs from "node:fs";
import * as path from "node:path";
import { CommandError } from "./command";

/**
 * Call it before anything is sent, so that nobody waits for files that cannot be written.
 * @param advice what to do about files that exist
 * @throws CommandError that names them
 */
export function checkNew(files: readonly string[], advice: string): void {
  const existing = files.filter((file) => fs.existsSync(file)).map(shown);
  if (existing.length > 0) throw new CommandError(`there is already ${existing.join(", ")}. ${advice}`);
}

/** Missing folders are created. @throws CommandError that names a file that cannot be written */
export function writeFile(file: string, text: string): void {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(temporary, text, { flag: "wx", flush: true });
    fs.renameSync(temporary, file);
  } catch (error) {
    if (fs.existsSync(temporary)) fs.rmSync(temporary);
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${shown(file)} cannot be written (${code}). Choose another folder`);
  }
}

function shown(file: string): string {
  return path.relative(process.cwd(), file) || file;
}
