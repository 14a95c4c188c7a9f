// A process that a test controls while it runs.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { scanOutput } from "./scan-artifacts";

export interface ChildOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Secrets that it is meant to print. */
  allowedSecrets?: ReadonlySet<string>;
  /** Whether the test types. @default false */
  hasInput?: boolean;
}

export class Child {
  #output = "";
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown[]>;
  readonly #outputListeners = new Set<() => void>();

  /** Starts the command in its own process group, as a terminal does. */
  constructor(command: readonly string[], { cwd, env, allowedSecrets: known, hasInput }: ChildOptions) {
    const [file = "", ...args] = command;
    const input = hasInput ? "pipe" : "ignore";
    this.#process = spawn(file, args, { cwd, env, stdio: [input, "pipe", "pipe"], detached: true });
    this.#closed = once(this.#process, "close").finally(() => {
      scanOutput(command, this.#output, known);
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        this.#output += chunk;
        for (const listener of this.#outputListeners) listener();
      });
    }
  }

  get pid(): number {
    return this.#process.pid!;
  }

  get output(): string {
    return this.#output;
  }

  /** Resolves when the output matches `pattern`. Rejects if the process exits before that. */
  async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    const found = new Promise<RegExpExecArray>((resolve) => {
      const listener = () => {
        const match = pattern.exec(this.#output);
        if (match) resolve(match);
      };
      this.#outputListeners.add(listener);
      listener();
    });
    const ended = this.#closed.then(([code]) => {
      throw new Error(`exited with ${code} without printing ${pattern}:\n${this.#output}`);
    });
    return Promise.race([found, ended]);
  }

  type(text: string): void {
    this.#process.stdin?.write(text);
  }

  /** Sends a signal to this process only. */
  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** Sends a signal to the whole process group, as Ctrl-C in a terminal does. */
  signalGroup(name: NodeJS.Signals): void {
    process.kill(-this.pid, name);
  }

  /** Waits for the exit. Returns the exit code, or the signal that ended the process. */
  async ended(): Promise<number | string> {
    const [code, signal] = await this.#closed;
    return (code ?? signal) as number | string;
  }
}

/** Whether the group has a running process. */
export function groupIsAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}
