// The processes of a running CLI, from /proc.
import { readdirSync, readFileSync } from "node:fs";

export interface Process {
  readonly pid: number;
  readonly command: string;
}

/** All processes that a process started, directly or indirectly. */
export function descendants(pid: number): Process[] {
  const pids = readdirSync("/proc").map(Number).filter(Boolean);
  const parents = new Map(pids.map((one) => [one, Number(statOf(one)[1])]));
  const found = [pid];
  for (const parent of found) found.push(...pids.filter((one) => parents.get(one) === parent));
  return found.slice(1).map((one) => ({ pid: one, command: read(one, "cmdline") }));
}

/** A zombie has ended. */
export function isAlive({ pid }: Process): boolean {
  const [state = "Z"] = statOf(pid);
  return state !== "Z";
}

export function kill(process_: Process): void {
  if (isAlive(process_)) process.kill(process_.pid, "SIGKILL");
}

/** State, parent and so on. They follow the name, which may contain any character. */
function statOf(pid: number): string[] {
  const stat = read(pid, "stat");
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** A process may end at any time. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
