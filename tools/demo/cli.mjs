// Runs the real Pulumi CLI for the demo, and filters and summarizes its output.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** How long this process may receive a terminal's Ctrl-C after the CLI received it. */
const INTERRUPT_TIMEOUT_MS = 1000;

export class Cli {
  #running;

  /**
   * @param command path of the CLI
   * @param signal ends the demo after the current command. The CLI itself receives Ctrl-C from the terminal
   * @param show prints a line
   */
  constructor({ command, cwd, env, hasColor, signal, show }) {
    Object.assign(this, { command, cwd, env, hasColor, signal, show });
  }

  /**
   * Runs a command that must succeed, and returns its output without colors.
   * @param filter which lines to show
   */
  async run(args, filter = () => false) {
    this.signal.throwIfAborted();
    const color = this.hasColor ? "always" : "never";
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
        for (const line of lines) {
          if (filter(withoutColors(line))) this.show(this.hasColor ? `${line}\u001b[0m` : line);
        }
      });
    }
    const [code, killedBy] = await once(child, "close");
    this.#running = undefined;
    // A terminal interrupts the CLI and this process at once, in any order.
    if (killedBy === "SIGINT" && !this.signal.aborted) {
      await once(this.signal, "abort", { signal: AbortSignal.timeout(INTERRUPT_TIMEOUT_MS) }).catch(() => {});
    }
    this.signal.throwIfAborted();
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} failed with exit code ${code}\n${output}`);
    return withoutColors(output);
  }

  /** Interrupts the current command, if any, as Ctrl-C does. */
  interrupt() {
    this.#running?.kill("SIGINT");
  }
}

const withoutColors = (text) => text.replace(/\u001b\[[0-9;]*m/g, "");

/** Accepts the lines of completed resources, not those of planned or started ones. */
export function isResult(line) {
  return /^ ?[-+~]{1,2} .*\b(created|updated|deleted|replaced)\b/.test(line);
}

/** With `--diff`: accepts the plan of `up`, which follows the detected drift. */
export function plannedChanges() {
  let isPlan = false;
  return (line) => {
    if (/^ {2}pulumi:pulumi:Stack: \(same\)/.test(line)) isPlan = true;
    if (/^ {4}--outputs:--|^Resources:/.test(line)) isPlan = false;
    return isPlan && !/\[urn=|pulumi:pulumi:Stack/.test(line);
  };
}

/** The counts at the end of an output, such as "2 updated, 9 unchanged". */
export function counts(output) {
  const summary = output.slice(output.lastIndexOf("\nResources:"));
  const found = summary.match(/\d+ (to create|to update|to delete|created|updated|deleted|unchanged)/g) ?? [];
  return found.join(", ");
}
