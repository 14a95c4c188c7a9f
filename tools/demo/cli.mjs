// The real Pulumi CLI as the demo runs it: what of its output is shown, and what a command came to.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Between two processes that a terminal interrupts. */
const INTERRUPT_MS = 1000;

export class Cli {
  #running;

  /**
   * @param command path of the CLI
   * @param signal ends the tour after the command that runs; the CLI itself hears of Ctrl-C from the terminal
   * @param show takes the lines that are worth showing
   */
  constructor({ command, cwd, env, colour, signal, show }) {
    Object.assign(this, { command, cwd, env, colour, signal, show });
  }

  /** Runs a command that must succeed; the answer is its output without colours. */
  async run(args, filter = () => false) {
    this.signal.throwIfAborted();
    const color = this.colour ? "always" : "never";
    const options = { cwd: this.cwd, env: this.env, stdio: ["ignore", "pipe", "pipe"] };
    const child = spawn(this.command, [...args, "--non-interactive", "--color", color], options);
    this.#running = child;
    let output = "";
    let rest = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
        const lines = (rest + chunk).split("\n");
        rest = lines.pop();
        for (const line of lines) if (filter(plain(line))) this.show(this.colour ? `${line}\u001b[0m` : line);
      });
    }
    const [code, killedBy] = await once(child, "close");
    this.#running = undefined;
    // A terminal interrupts the CLI and this process at once, and which of them hears of it first is open.
    if (killedBy === "SIGINT" && !this.signal.aborted) {
      await once(this.signal, "abort", { signal: AbortSignal.timeout(INTERRUPT_MS) }).catch(() => {});
    }
    this.signal.throwIfAborted();
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with exit code ${code}\n${output}`);
    return plain(output);
  }

  /** Asks the command that runs, if any, to end early, as Ctrl-C does. */
  interrupt() {
    this.#running?.kill("SIGINT");
  }
}

const plain = (text) => text.replace(/\u001b\[[0-9;]*m/g, "");

/** Rows of resources that are done; not those that are planned or begin. */
export function isResult(line) {
  return /^ ?[-+~]{1,2} .*\b(created|updated|deleted|replaced)\b/.test(line);
}

/** With `--diff`: what `up` would do, below what was found to have changed. */
export function plannedChanges() {
  let isPlan = false;
  return (line) => {
    if (/^ {2}pulumi:pulumi:Stack: \(same\)/.test(line)) isPlan = true;
    if (/^ {4}--outputs:--|^Resources:/.test(line)) isPlan = false;
    return isPlan && !/\[urn=|pulumi:pulumi:Stack/.test(line);
  };
}

/** What the closing lines of an output count, such as "2 updated, 9 unchanged". */
export function counts(output) {
  const closing = output.slice(output.lastIndexOf("\nResources:"));
  const found = [
    ...closing.matchAll(/(\d+) (to create|to update|to delete|created|updated|deleted|unchanged)/g),
  ];
  return found.map(([text]) => text).join(", ");
}
