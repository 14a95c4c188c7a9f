// Runs of the real CLI that are interrupted at a moment of the emulator's log: when a certain change arrives, before or
// after it takes effect.
import { setTimeout as wait } from "node:timers/promises";
import type { FaultTarget } from "../../../src/emulator/index";
import { Child } from "../support/child";
import type { Project } from "../support/project";
import { descendants, isAlive, processesOf, type Role } from "./processes";

export interface Moment {
  /** Which of the changing requests of the run it is, counted from 1. */
  readonly nth: number;
  /** Whether that request takes effect; an answer never comes. */
  readonly timing: "before" | "after";
  readonly victims: readonly Role[];
}

export interface InterruptedRun {
  readonly output: string;
  /** When the processes were killed, ms since 1970; undefined where the run had fewer changes. */
  readonly killedAt: number | undefined;
}

/**
 * Runs a command and kills processes of it with SIGKILL at the moment. When it returns, the provider has ended by itself,
 * or the run would not have ended.
 */
export async function runAndKill(
  project: Project,
  args: readonly string[],
  { nth, timing, victims }: Moment,
): Promise<InterruptedRun> {
  let killing: Killing | undefined;
  atChange(project, nth, timing === "before" ? "hangBeforeHandling" : "hangAfterCommit", () => {
    killing = kill(child, victims);
  });
  const child = begin(project, args);
  await child.ended();
  await killing?.ended();
  project.emulator.faults.clear();
  return { output: child.output, killedAt: killing?.at };
}

export interface Killing {
  /** ms since 1970. */
  readonly at: number;
  /** Resolves when provider and program, which were not necessarily killed, have ended. */
  ended(): Promise<void>;
}

/** Kills processes of a run with SIGKILL, now. */
export function kill(run: Child, victims: readonly Role[]): Killing {
  const end = ["provider", "program"] as const;
  const toEnd = end.flatMap((role) => processesOf(run.pid, role));
  const started = descendants(run.pid);
  const targets = victims.flatMap((role) => processesOf(run.pid, role));
  for (const pid of targets) process.kill(pid, "SIGKILL");
  const at = Date.now();
  return {
    at,
    async ended() {
      // The end of processes that are nobody's children any more shows only where one looks.
      while (toEnd.some(isAlive)) await wait(10);
      // The language host looks for its engine once in minutes.
      for (const pid of started.filter(isAlive)) process.kill(pid, "SIGKILL");
    },
  };
}

/** Starts a command of the CLI. */
export function begin(project: Project, args: readonly string[]): Child {
  const command = ["pulumi", ...args, "--non-interactive", "--color", "never"];
  return new Child(command, { cwd: project.folder, env: project.env });
}

/** Does something when the nth changing request arrives, which meets the fault. */
export function atChange(
  { emulator }: Project,
  nth: number,
  fault: "hangBeforeHandling" | "hangAfterCommit" | "slowBody" | "dropThenCommit",
  act: (change: FaultTarget) => void,
): void {
  let changes = 0;
  const on = (target: FaultTarget) => {
    if (target.method === "GET" || ++changes !== nth) return false;
    act(target);
    return true;
  };
  emulator.faults.rule({ on, fault, times: 1, ms: 100 });
}
