// The events of `pulumi preview --refresh --json`.
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type {
  DiagnosticEvent,
  EngineEvent,
  StepEventStateMetadata as State,
  StepEventMetadata as Step,
} from "@pulumi/pulumi/automation";
import { UsageError } from "../command";

export type { State, Step };

/** One event per line, in place of one digest at the end. */
export const STREAMING = "PULUMI_ENABLE_STREAMING_JSON_PREVIEW";
/** A value that the engine encrypts has this key. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
/** In place of a value that is known after the apply. */
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export class Preview {
  stack = "";
  hasEvents = false;
  /** Otherwise an apply may do something else. */
  isComplete = false;
  /** By the URN in the state: first what the refresh found, then what the apply does. */
  readonly resources = new Map<string, Step[]>();
  readonly #messages: DiagnosticEvent[] = [];

  /** Without repetitions: two processes may log the same. */
  messages(severity: DiagnosticEvent["severity"]): ReadonlySet<string> {
    return new Set(
      this.#messages.filter((one) => one.severity === severity).map((one) => one.message.trim()),
    );
  }

  /** @throws UsageError for anything but events */
  static async read(stream: Readable): Promise<Preview> {
    const preview = new Preview();
    // Not by `readline`: since Node 24, it also ends a line at U+2028, which a name in JSON may contain.
    for (const line of (await text(stream)).split("\n")) if (line !== "") preview.#add(eventIn(line));
    return preview;
  }

  #add({ resOutputsEvent, diagnosticEvent, summaryEvent }: Partial<EngineEvent>): void {
    this.hasEvents = true;
    if (diagnosticEvent) this.#messages.push(diagnosticEvent);
    if (summaryEvent) this.isComplete = "result" in summaryEvent && summaryEvent.result === "succeeded";
    if (!resOutputsEvent) return;
    const { urn, type, old } = resOutputsEvent.metadata;
    this.stack ||= urn.split("::")[0]!.replace("urn:pulumi:", "");
    if (type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:")) return;
    // After a rename, the refresh has the old URN, and the other steps have both.
    const recorded = old?.urn ?? urn;
    this.resources.set(recorded, [...(this.resources.get(recorded) ?? []), resOutputsEvent.metadata]);
  }
}

function eventIn(line: string): Partial<EngineEvent> {
  try {
    const event = JSON.parse(line, (_, value) => {
      if (value === UNKNOWN) return "[unknown]";
      return value?.[SIGNATURE] === undefined ? value : "[secret]";
    });
    if (typeof event?.sequence === "number") return event;
  } catch {
    // The first line of a digest is a bracket.
  }
  throw new UsageError(
    `this is no stream of events, but maybe the digest of a preview: set ${STREAMING}=1 for \`pulumi preview --refresh --json\``,
  );
}
