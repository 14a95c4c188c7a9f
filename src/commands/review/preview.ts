// Runs `pulumi preview` and reads its events as a stream. Nothing keeps them, because they have debug messages with values
// from the environment in plain text.
import { constants } from "node:os";
import type { Readable } from "node:stream";
import type { DiagnosticEvent, EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";
import { sanitize } from "../../api/sanitize";
import { ACCOUNT_MARK } from "../../api/settings";
import { meaningOf } from "../../engine/operations";
import { NO_CLI, type Stack } from "../account/stack";
import { CommandError, note, say } from "../command";

/** With what the types of the SDK lack. */
export type Step = StepEventMetadata & { readonly detailedDiff?: object };

/** A value that the engine encrypts has this key. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
/** Not its output, which has all values. */
const NO_STREAM = "this Pulumi CLI does not stream its preview: use 3.259.0 or later";
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** The last error of the engine says only that there is one. */
const FAILED = "preview failed";

export class Preview {
  stack: string | undefined;
  // Without repetitions: two processes may log the same.
  readonly warnings = new Set<string>();
  /** What the refresh found, and what the apply does, or would do without protection. */
  readonly steps: Step[] = [];
  readonly #errors: { readonly urn: string; readonly text: string }[] = [];
  readonly #accounts = new Set<string>();
  #isComplete = false;
  #otherText = "";

  /**
   * Resolves when its processes have ended.
   * @param options of `pulumi preview`
   * @throws CommandError if Ctrl-C has stopped it
   */
  async run(stack: Stack, options: readonly string[]): Promise<void> {
    let stopped: (typeof SIGNALS)[number] | undefined;
    const child = stack.preview(options);
    const stop = (signal: (typeof SIGNALS)[number]) => {
      stopped = signal;
      try {
        // The whole group: the npm package `pulumi` starts the CLI, and does not pass signals on.
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch {
        // It has just ended.
      }
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    try {
      const ended = new Promise<string>((resolve) => {
        child.on("error", () => resolve(NO_CLI));
        child.on("close", (code, signal) => {
          const how = signal === null ? `exit code ${code}` : `the signal ${signal}`;
          resolve(code === 0 ? "" : `pulumi preview ended with ${how}`);
        });
      });
      const text = lines(child.stderr, (line) => this.#addText(line));
      await Promise.all([lines(child.stdout, (line) => this.#add(line)), text]);
      const problem = (await ended) || (this.#isComplete ? "" : "the preview is not complete");
      if (stopped) throw new CommandError(`stopped by ${stopped}`, 128 + constants.signals[stopped]);
      const cause = /^\s*\{/.test(this.#otherText) ? NO_STREAM : this.#otherText.trim();
      if (problem !== "" && this.#errors.length === 0)
        this.#errors.push({ urn: "", text: say(cause || problem) });
    } finally {
      for (const signal of SIGNALS) process.off(signal, stop);
    }
  }

  /** Whether it is protected, and would be deleted or replaced: nothing else fails such a step of a preview. */
  isRefused({ urn }: { readonly urn: string }): boolean {
    if (!this.#errors.some((error) => error.urn === urn)) return false;
    const meanings = this.steps.filter((step) => step.urn === urn).map(({ op }) => meaningOf(op));
    return meanings.some(({ effect, isReplacement }) => effect === "delete" || isReplacement);
  }

  /** Why there is nothing to review, line by line. Without what is protected. */
  get errors(): readonly string[] {
    const errors = this.#errors.filter((error) => !this.isRefused(error)).map(({ text }) => text);
    return [...new Set(errors)].flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "");
  }

  /** The account that the provider names: it alone knows whose key it uses. */
  get account(): string | undefined {
    return [...this.#accounts].join(" and ") || undefined;
  }

  #add(line: string): void {
    const event = eventIn(line);
    const { resourcePreEvent, resOutputsEvent, diagnosticEvent, summaryEvent } = event ?? {};
    if (!event) this.#addText(line);
    else if (diagnosticEvent) this.#addMessage(diagnosticEvent);
    else if (summaryEvent) this.#isComplete = "result" in summaryEvent && summaryEvent.result === "succeeded";
    // Of a refresh, what it has found. Of others, what is planned: a deletion that is refused has no result.
    else if (resOutputsEvent) this.#addStep(resOutputsEvent.metadata, true);
    else if (resourcePreEvent) this.#addStep(resourcePreEvent.metadata, false);
  }

  #addStep(step: Step, isResult: boolean): void {
    const [prefix = "", , type = "", name = ""] = step.urn.split("::");
    this.stack ??= prefix.replace("urn:pulumi:", "");
    const isOfEngine = type.startsWith("pulumi:providers:") && name.startsWith("default");
    const isRefresh = meaningOf(step.op).effect === "refresh";
    if (type !== "pulumi:pulumi:Stack" && !isOfEngine && isRefresh === isResult) this.steps.push(step);
  }

  /** Debug messages may have any value: only the one with the account is read. */
  #addMessage(event: Omit<DiagnosticEvent, "severity"> & { severity: string }): void {
    const { severity, urn = "" } = event;
    const message = event.message.trim();
    if (severity === "error" && message !== FAILED) this.#errors.push({ urn, text: say(message) });
    else if (severity === "warning") this.warnings.add(say(message));
    else if (severity === "debug" && message.startsWith(ACCOUNT_MARK))
      this.#accounts.add(say(message.slice(ACCOUNT_MARK.length)));
    // What a resource does is in the rows. The rest is about the run, such as a wait.
    else if (severity === "info" && urn === "") note(sanitize(message));
  }

  /** What is no event, such as an error before the preview begins. */
  #addText(line: string): void {
    if (this.#otherText.length < 10_000) this.#otherText += `${line}\n`;
  }
}

/** Not by `readline`: since Node 24, it also ends a line at U+2028, which a name in JSON may contain. */
async function lines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const complete = (rest + chunk).split("\n");
    rest = complete.pop()!;
    for (const line of complete) onLine(line);
  }
  if (rest !== "") onLine(rest);
}

function eventIn(line: string): Partial<EngineEvent> | undefined {
  try {
    return JSON.parse(line, (_, value) => (value?.[SIGNATURE] === undefined ? value : "[secret]"));
  } catch {
    return undefined;
  }
}
