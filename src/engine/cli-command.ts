// The command of the CLI under which this process runs. The engine tells its providers nothing of it.
import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Command {
  readonly pid: number;
  readonly parent: number;
  readonly words: readonly string[];
}

/** The engine, a language host, two shells and what may come between them. */
const MOST_ANCESTORS = 8;

/**
 * @param pid of a process below the command's, such as this one
 * @throws Error where processes cannot be listed
 */
export async function findCommand(pid: number): Promise<Command | undefined> {
  let command = await commandOf(pid);
  for (let steps = 0; steps < MOST_ANCESTORS && command.parent > 0; steps++) {
    if (basename(command.words[0] ?? "") === "pulumi") return command;
    command = await commandOf(command.parent);
  }
  return undefined;
}

async function commandOf(pid: number): Promise<Command> {
  const { stdout } = await run("ps", ["-o", "ppid=,args=", "-p", String(pid)]);
  const [parent, ...words] = stdout.trim().split(/\s+/);
  return { pid, parent: Number(parent), words };
}
