// Runs of the real CLI that are killed when a certain request arrives at the emulator: before it takes effect, after it
// took effect, or after its response.
import { setTimeout as wait } from "node:timers/promises";
import type { FaultName, FaultTarget } from "../../../src/emulator/index";
import { Child } from "../support/child";
import type { Project } from "../support/project";
import { descendants, isAlive, processesOf, type Role } from "./processes";

/** The fault of the request at which a run is killed. */
const FAULTS = {
  before: "hangBeforeHandling",
  after: "hangAfterCommit",
  late: "dropThenCommit",
  answered: undefined,
} as const satisfies Record<string, FaultName | undefined>;

export interface Moment {
  /** Number of the request, counted from 1. */
  readonly nth: number;
  /** Requests that count. @default "changes" */
  readonly among?: "changes" | "requests";
  /** Whether the request takes effect, and gets a response. */
  readonly timing: keyof typeof FAULTS;
  /** Delay of the effect for "late", and of the kill for "answered". */
  readonly ms?: number;
  readonly victims: readonly Role[];
}

export interface KilledRun {
  readonly output: string;
  /** ms since 1970. `undefined` if the run had fewer requests. */
  readonly killedAt: number | undefined;
}

/** Runs a command and kills its processes with SIGKILL. Returns when the provider has ended, too. */
export async function runAndKill(
  project: Project,
  args: readonly string[],
  { nth, among = "changes", timing, ms = 0, victims }: Moment,
): Promise<KilledRun> {
  let killing: Killing | undefined;
  const counts = among === "changes" ? isChange : () => true;
  atRequest(project, { nth, counts, fault: FAULTS[timing], ms }, () => {
    const fire = prepareKill(child, victims);
    const act = () => {
      killing = fire();
    };
    if (timing === "answered") setTimeout(act, ms);
    else act();
  });
  const child = start(project, args);
  await child.ended();
  await killing?.ended();
  return { output: child.output, killedAt: killing?.at };
}

export interface Killing {
  /** ms since 1970. */
  readonly at: number;
  /** Resolves when provider and program have ended. */
  ended(): Promise<void>;
}

/** Kills processes of a run with SIGKILL. */
export const kill = (run: Child, victims: readonly Role[]): Killing => prepareKill(run, victims)();

/** Finds the processes, which takes a while. The result kills them at once. */
function prepareKill(run: Child, victims: readonly Role[]): () => Killing {
  const roles = ["provider", "program"] as const;
  const toEnd = roles.flatMap((role) => processesOf(run.pid, role));
  const started = descendants(run.pid);
  const targets = victims.flatMap((role) => processesOf(run.pid, role));
  return () => {
    for (const pid of targets) end(pid);
    return {
      at: Date.now(),
      async ended() {
        // Orphaned processes send no event when they end.
        while (toEnd.some(isAlive)) await wait(10);
        // The language host notices only after minutes that its engine is gone.
        for (const pid of started.filter(isAlive)) end(pid);
      },
    };
  };
}

/** The provider ends soon after its engine, so it may have ended before. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Starts a command of the CLI. */
export function start(project: Project, args: readonly string[]): Child {
  const command = ["pulumi", ...args, "--non-interactive", "--color", "never"];
  return new Child(command, { cwd: project.folder, env: project.env });
}

/** Does something when the nth changing request arrives, which gets the fault. */
export function atChange(
  project: Project,
  nth: number,
  fault: FaultName,
  act: (change: FaultTarget) => void,
): void {
  atRequest(project, { nth, counts: isChange, fault, ms: 100 }, act);
}

const isChange = ({ method }: FaultTarget) => method !== "GET";

interface NthRequest {
  readonly nth: number;
  readonly counts: (request: FaultTarget) => boolean;
  /** `undefined`: no fault. The response follows `act`. */
  readonly fault: FaultName | undefined;
  readonly ms: number;
}

function atRequest(
  { emulator }: Project,
  { nth, counts, fault, ms }: NthRequest,
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
