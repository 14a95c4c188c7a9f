// The processes of a running CLI, from /proc: the engine, which is the CLI itself, and its descendants.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { TestContext } from "vitest";

export type Role = "engine" | "provider" | "program";

/** Command lines by role. */
const COMMANDS: Readonly<Record<Exclude<Role, "engine">, RegExp>> = {
  provider: /node\0.*cmd\/dynamic-provider/,
  program: /node\0.*cmd\/run\/index\.js/,
};

/** For tests that look for processes. */
export function skipWithoutProc({ skip }: TestContext): void {
  skip(!existsSync("/proc/self/stat"), "needs /proc to find the processes of a run");
}

/** The current processes of a role. @param engine id of the CLI process */
export function processesOf(engine: number, role: Role): number[] {
  if (role === "engine") return [engine];
  return descendants(engine).filter((pid) => COMMANDS[role].test(commandOf(pid)));
}

/** All processes that a process started, directly or indirectly. */
export function descendants(pid: number): number[] {
  const parents = new Map(processes().map(({ pid, parent }) => [pid, parent]));
  const found = [pid];
  for (const one of found) {
    for (const [child, parent] of parents) if (parent === one) found.push(child);
  }
  return found.slice(1);
}

/** Whether a process runs. A zombie does not. */
export function isAlive(pid: number): boolean {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat !== "" && stateOf(stat) !== "Z";
}

function processes(): { pid: number; parent: number }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOrEmpty(`/proc/${name}/stat`);
      return stat === "" ? [] : [{ pid: Number(name), parent: Number(fieldsOf(stat)[1]) }];
    });
}

const commandOf = (pid: number) => readOrEmpty(`/proc/${pid}/cmdline`);
const stateOf = (stat: string) => fieldsOf(stat)[0];

/** State, parent and so on. They follow the name, which may contain any character. */
const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(")") + 2).split(" ");

/** A process may end at any time. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
