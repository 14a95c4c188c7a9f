// Whether the command that started this process shows its progress live. The engine does not say: on a terminal an
// ephemeral line takes the place of the one before, everywhere else each of them stays. So the process looks at the
// command itself. What it cannot find out counts as no terminal.
import { execFile } from "node:child_process";
import { readlink } from "node:fs/promises";
import { promisify } from "node:util";
import { findCommand } from "./cli-command";

const run = promisify(execFile);

/** With these the CLI writes line by line on a terminal too. */
const PLAIN_OUTPUT = /^(--non-interactive|--diff|--json|-\w*j\w*)(=true)?$/;
const TERMINAL = /^\/dev\/(pts\/\d+|tty\w*|console)$/;

/** @param pid of a process below the command's, such as this one */
export async function showsProgressLive(pid: number, env: NodeJS.ProcessEnv): Promise<boolean> {
  // The CLI asks the same of its environment, and needs a terminal on both sides.
  if (env.CI || env.TERM === "dumb") return false;
  try {
    const engine = await findCommand(pid);
    if (!engine || engine.words.some((word) => PLAIN_OUTPUT.test(word))) return false;
    const files = await Promise.all([0, 1].map((descriptor) => fileOf(engine.pid, descriptor)));
    return files.every((file) => TERMINAL.test(file));
  } catch {
    return false;
  }
}

/** The path of an open file, from /proc where there is one. */
async function fileOf(pid: number, descriptor: number): Promise<string> {
  try {
    return await readlink(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    const { stdout } = await run("lsof", ["-a", "-p", String(pid), "-d", String(descriptor), "-F", "n"]);
    return /^n(.*)$/m.exec(stdout)?.[1] ?? "";
  }
}
