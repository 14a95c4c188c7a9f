// Writes files so that each is complete or does not exist.
import * as fs from "node:fs";
import * as path from "node:path";
import { CommandError } from "./command";

/**
 * Call it before anything is sent, so that nobody waits for files that cannot be written.
 * @param advice what to do about files that exist. `undefined` to overwrite them
 * @throws CommandError that names all existing files
 */
export function checkWritable(files: readonly string[], advice: string | undefined): void {
  const existing = files.filter((file) => fs.existsSync(file));
  const folder = existing.find((file) => fs.statSync(file).isDirectory());
  if (folder !== undefined) throw new CommandError(`${shown(folder)} is a folder. Name a file`);
  if (advice === undefined || existing.length === 0) return;
  const verb = existing.length === 1 ? "exists" : "exist";
  throw new CommandError(`${existing.map(shown).join(", ")} ${verb}. ${advice}`);
}

/**
 * All files are complete next to their targets before the first one gets its name. Missing folders are created.
 * @param files texts by path
 * @param advice as of `checkWritable`
 * @throws CommandError that names the files that are written. An earlier file of every other target is unchanged
 */
export function writeFiles(files: ReadonlyMap<string, string>, advice: string | undefined): void {
  // Meanwhile, somebody else may have written one.
  checkWritable([...files.keys()], advice);
  const complete = new Map<string, string>();
  const written: string[] = [];
  let current = "";
  try {
    for (const [file, text] of files) {
      current = file;
      fs.mkdirSync(path.dirname(file), { recursive: true });
      const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
      complete.set(temporary, file);
      fs.writeFileSync(temporary, text, { flag: "wx", flush: true });
    }
    for (const [temporary, file] of complete) {
      current = file;
      fs.renameSync(temporary, file);
      written.push(shown(file));
    }
  } catch (error) {
    for (const temporary of complete.keys()) fs.rmSync(temporary, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    const done = written.join(", ") || "nothing";
    throw new CommandError(
      `${shown(current)} cannot be written (${code}). Choose another folder. Written so far: ${done}`,
    );
  }
}

function shown(file: string): string {
  return path.relative(process.cwd(), file) || file;
}
