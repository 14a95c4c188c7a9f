// The command of the CLI under which this process runs. The engine tells its providers nothing of it.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
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

const commandOf = (pid: number) => fromProc(pid).catch(() => fromPs(pid));

/** Where it is, as on Linux: small images have no `ps`. */
async function fromProc(pid: number): Promise<Command> {
  const files = ["stat", "cmdline"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8"));
  const [stat = "", line = ""] = await Promise.all(files);
  // The parent stands after the name, which may hold anything, and the state.
  const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { pid, parent: Number(parent), words: line.split("\0").slice(0, -1) };
}

async function fromPs(pid: number): Promise<Command> {
  const { stdout } = await run("ps", ["-o", "ppid=,args=", "-p", String(pid)]);
  const [parent, ...words] = stdout.trim().split(/\s+/);
  return { pid, parent: Number(parent), words };
}

/**
 * Whether a command is about a part of the stack only, since its words or the environment in their place name what it
 * is about or what not, or since it imports.
 */
export function isPartial(words: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return (
    words.some((word) => /^(?:--(?:target|exclude)(?:[-=]|$)|-t|import$)/.test(word)) ||
    Boolean(env.PULUMI_OPTION_TARGET || env.PULUMI_OPTION_EXCLUDE)
  );
}
