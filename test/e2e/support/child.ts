// A process that a test starts and watches while it runs: its output so far, and its end.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { leaveOutput } from "./leavings";

export interface ChildOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Secrets that it is meant to say. */
  known?: ReadonlySet<string>;
}

export class Child {
  #output = "";
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown[]>;
  readonly #waiting = new Set<() => void>();

  /** In a process group of its own, as a terminal starts a command. */
  constructor(command: readonly string[], { cwd, env, known }: ChildOptions) {
    const [file = "", ...args] = command;
    this.#process = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    this.#closed = once(this.#process, "close").finally(() => {
      leaveOutput(command, this.#output, known);
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        this.#output += chunk;
        for (const look of this.#waiting) look();
      });
    }
  }

  get pid(): number {
    return this.#process.pid!;
  }

  get output(): string {
    return this.#output;
  }

  /** Resolves as soon as the output so far holds `pattern`; fails when the process ends without it. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const found = new Promise<RegExpExecArray>((resolve) => {
      const look = () => {
        const match = pattern.exec(this.#output);
        if (match) resolve(match);
      };
      this.#waiting.add(look);
      look();
    });
    const ended = this.#closed.then(([code]) => {
      throw new Error(`ended with ${code} and never said ${pattern}:\n${this.#output}`);
    });
    return Promise.race([found, ended]);
  }

  /** To the process alone. */
  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** To the whole group, as Ctrl-C in a terminal does. */
  signalGroup(name: NodeJS.Signals): void {
    process.kill(-this.pid, name);
  }

  /** The exit code, or the signal that ended it. */
  async ended(): Promise<number | string> {
    const [code, signal] = await this.#closed;
    return (code ?? signal) as number | string;
  }
}

/** Whether any process of a group is still there. */
export function groupIsAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}
