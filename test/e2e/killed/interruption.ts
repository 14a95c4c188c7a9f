// Runs of the real CLI that are interrupted at a moment of the emulator's log: when a certain request arrives, before or
// after it takes effect, or once it is answered.
import { setTimeout as wait } from "node:timers/promises";
import type { FaultName, FaultTarget } from "../../../src/emulator/index";
import { Child } from "../support/child";
import type { Project } from "../support/project";
import { descendants, isAlive, processesOf, type Role } from "./processes";

/** What befalls the request in whose moment a run is killed. */
const FAULTS = {
  before: "hangBeforeHandling",
  after: "hangAfterCommit",
  late: "dropThenCommit",
  answered: undefined,
} as const satisfies Record<string, FaultName | undefined>;

export interface Moment {
  /** Which of the requests it is, counted from 1. */
  readonly nth: number;
  /** Requests that are counted. @default "changes" */
  readonly among?: "changes" | "requests";
  /** Whether it takes effect, while its answer never comes, or comes to an end like any other. */
  readonly timing: keyof typeof FAULTS;
  /** How late it takes effect, or how long after its answer the kill comes. */
  readonly ms?: number;
  readonly victims: readonly Role[];
}

export interface InterruptedRun {
  readonly output: string;
  /** When the processes were killed, ms since 1970; undefined where the run had fewer such requests. */
  readonly killedAt: number | undefined;
}

/**
 * Runs a command and kills processes of it with SIGKILL at the moment. When it returns, the provider has ended by itself,
 * or the run would not have ended.
 */
export async function runAndKill(
  project: Project,
  args: readonly string[],
  { nth, among = "changes", timing, ms = 0, victims }: Moment,
): Promise<InterruptedRun> {
  let killing: Killing | undefined;
  const counts = among === "changes" ? isChange : () => true;
  atRequest(project, { nth, counts, fault: FAULTS[timing], ms }, () => {
    const fire = aim(child, victims);
    const act = () => {
      killing = fire();
    };
    if (timing === "answered") setTimeout(act, ms);
    else act();
  });
  const child = begin(project, args);
  await child.ended();
  await killing?.ended();
  return { output: child.output, killedAt: killing?.at };
}

export interface Killing {
  /** ms since 1970. */
  readonly at: number;
  /** Resolves when provider and program, which were not necessarily killed, have ended. */
  ended(): Promise<void>;
}

/** Kills processes of a run with SIGKILL, now. */
export const kill = (run: Child, victims: readonly Role[]): Killing => aim(run, victims)();

/** Finds them, which takes its time; what is returned kills them at once. */
function aim(run: Child, victims: readonly Role[]): () => Killing {
  const watching = ["provider", "program"] as const;
  const toEnd = watching.flatMap((role) => processesOf(run.pid, role));
  const started = descendants(run.pid);
  const targets = victims.flatMap((role) => processesOf(run.pid, role));
  return () => {
    for (const pid of targets) end(pid);
    return {
      at: Date.now(),
      async ended() {
        // The end of processes that are nobody's children any more shows only where one looks.
        while (toEnd.some(isAlive)) await wait(10);
        // The language host looks for its engine once in minutes.
        for (const pid of started.filter(isAlive)) end(pid);
      },
    };
  };
}

/** The provider ends soon after its engine, maybe before it is its turn to be killed. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Starts a command of the CLI. */
export function begin(project: Project, args: readonly string[]): Child {
  const command = ["pulumi", ...args, "--non-interactive", "--color", "never"];
  return new Child(command, { cwd: project.folder, env: project.env });
}

/** Does something when the nth changing request arrives, which meets the fault. */
export function atChange(
  project: Project,
  nth: number,
  fault: FaultName,
  act: (change: FaultTarget) => void,
): void {
  atRequest(project, { nth, counts: isChange, fault, ms: 100 }, act);
}

const isChange = ({ method }: FaultTarget) => method !== "GET";

interface Nth {
  readonly nth: number;
  readonly counts: (request: FaultTarget) => boolean;
  /** @default none: it is answered as soon as `act` is done */
  readonly fault: FaultName | undefined;
  readonly ms: number;
}

/** Does something when a request arrives. */
function atRequest(
  { emulator }: Project,
  { nth, counts, fault, ms }: Nth,
  act: (request: FaultTarget) => void,
): void {
  let counted = 0;
  const on = (request: FaultTarget) => {
    if (!counts(request) || ++counted !== nth) return false;
    act(request);
    return fault !== undefined;
  };
  emulator.faults.rule({ on, fault: fault ?? "slowBody", times: 1, ms: Math.max(1, ms) });
}
