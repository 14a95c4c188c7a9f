// Runs `pulumi preview` and reads its events as a stream. Nothing keeps them, because they have debug messages with values
// from the environment in plain text.
import { constants } from "node:os";
import type { Readable } from "node:stream";
import type {
  DiagnosticEvent,
  EngineEvent,
  StepEventStateMetadata as State,
  StepEventMetadata,
} from "@pulumi/pulumi/automation";
import { sanitize } from "../../api/sanitize";
import { meaningOf } from "../../engine/operations";
import { NO_CLI, type Stack } from "../account/stack";
import { CommandError, note, say } from "../command";

export type { State };
/** With what the types of the SDK lack. */
export type Step = StepEventMetadata & { readonly detailedDiff?: object };

/** A value that the engine encrypts has this key. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
/** Not its output, which has all values. */
const NO_STREAM = "this Pulumi CLI does not stream its preview: use 3.259.0 or later";
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const WAIT = /^wait \d+ s: /;
/** The last error of the engine says only that there is one. */
const FAILED = "preview failed";

export class Preview {
  stack: string | undefined;
  // Without repetitions: two processes may log the same.
  readonly warnings = new Set<string>();
  readonly #steps: Step[] = [];
  readonly #errors: { readonly urn: string; readonly text: string }[] = [];
  /** Steps that a protected resource may not allow, by URN. */
  readonly #refused = new Map<string, Step>();
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

  /** Whether it is protected, and would be deleted or replaced. Recognized by its step, not by the words of the error. */
  isRefused({ urn }: { readonly urn: string }): boolean {
    return this.#refused.has(urn) && this.#errors.some((error) => error.urn === urn);
  }

  /** What the refresh found, and what the apply does, or would do without protection. */
  get steps(): readonly Step[] {
    const planned = this.#steps.filter(({ op }) => meaningOf(op).effect !== "refresh");
    const urns = new Set(planned.map(({ urn }) => urn));
    const refused = [...this.#refused.values()].filter((step) => this.isRefused(step));
    // The engine reports no result of a deletion that it refuses.
    return [...this.#steps, ...refused.filter(({ urn }) => !urns.has(urn))];
  }

  /** Why there is nothing to review, line by line. Without what is protected. */
  get errors(): readonly string[] {
    const errors = this.#errors.filter((error) => !this.isRefused(error)).map(({ text }) => text);
    return [...new Set(errors)].flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "");
  }

  /** Of the provider, which alone knows whose key it uses. */
  get account(): string | undefined {
    return [...this.#accounts].join(" and ") || undefined;
  }

  #add(line: string): void {
    const event = eventIn(line);
    const { resourcePreEvent, resOutputsEvent, diagnosticEvent, summaryEvent } = event ?? {};
    if (!event) this.#addText(line);
    else if (diagnosticEvent) this.#addMessage(diagnosticEvent);
    else if (resourcePreEvent) this.#addPlanned(resourcePreEvent.metadata);
    else if (summaryEvent) this.#isComplete = "result" in summaryEvent && summaryEvent.result === "succeeded";
    else if (resOutputsEvent) this.#addStep(resOutputsEvent.metadata);
  }

  #addStep(step: Step): void {
    const [prefix = "", , type = "", name = ""] = step.urn.split("::");
    this.stack ??= prefix.replace("urn:pulumi:", "");
    const isOfEngine = type.startsWith("pulumi:providers:") && name.startsWith("default");
    if (type !== "pulumi:pulumi:Stack" && !isOfEngine) this.#steps.push(step);
  }

  #addPlanned(step: Step): void {
    const { effect, isReplacement } = meaningOf(step.op);
    if (step.old?.protect && (effect === "delete" || isReplacement)) this.#refused.set(step.urn, step);
  }

  /** Of debug messages, only the account is read: others may have any value. */
  #addMessage({
    severity,
    urn = "",
    message: text,
  }: Omit<DiagnosticEvent, "severity"> & { severity: string }): void {
    const message = text.trim();
    const [, account] = /^account: (.*)/.exec(message) ?? [];
    if (severity === "error" && message !== FAILED) this.#errors.push({ urn, text: say(message) });
    else if (severity === "warning") this.warnings.add(say(message));
    else if (severity === "debug" && account !== undefined) this.#accounts.add(say(account));
    else if (WAIT.test(message)) note(sanitize(message));
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
