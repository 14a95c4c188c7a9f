// The events of `pulumi preview --refresh --json`: of each resource what the state records, what the account has, and what the
// config wants.
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Props } from "../../kind/definition";
import { UsageError } from "../command";

/** One event per line, in place of one digest at the end. */
export const STREAMING = "PULUMI_ENABLE_STREAMING_JSON_PREVIEW";

export interface PreviewedResource {
  readonly urn: string;
  readonly type: string;
  /** The last operation of the engine. Unset if a refresh found nothing, and the config has nothing. */
  operation?: string;
  id?: string;
  /** What the state records. */
  recorded?: Props;
  /** Outputs that the state records. */
  outputs?: Props;
  /** What the refresh found. null: the object is gone. Unset without a refresh. */
  live?: Props | null;
  /** What the config wants. */
  next?: Props;
  /** Fields that the engine names as different: a secret shows it by nothing else. */
  readonly changed: Set<string>;
  readonly drifted: Set<string>;
}

export interface Preview {
  readonly stack: string;
  readonly resources: readonly PreviewedResource[];
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  /** Such as `29 requests, about 60 s`. */
  readonly estimate: string | undefined;
  /** Otherwise an apply may do something else. */
  readonly isComplete: boolean;
  readonly isRefreshed: boolean;
}

interface State {
  readonly id?: string;
  readonly inputs?: Props;
  readonly outputs?: Props;
}

interface Metadata {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  readonly old?: State | null;
  readonly new?: State | null;
  readonly diffs?: readonly string[] | null;
  readonly detailedDiff?: Props | null;
}

interface Event {
  readonly resOutputsEvent?: { readonly metadata: Metadata };
  readonly diagnosticEvent?: { readonly severity: string; readonly message: string };
  readonly summaryEvent?: { readonly result?: string; readonly maybeCorrupt?: boolean };
  readonly steps?: unknown;
}

/** @returns `undefined` for an empty stream. @throws UsageError for anything but events */
export async function readEvents(stream: Readable): Promise<Preview | undefined> {
  const reader = new EventReader();
  let isEmpty = true;
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    isEmpty = false;
    reader.add(eventIn(line));
  }
  return isEmpty ? undefined : reader.preview();
}

function eventIn(line: string): Event {
  let event: Event | undefined;
  try {
    event = JSON.parse(line);
  } catch {
    // The first line of a digest is a bracket.
  }
  if (typeof event === "object" && event !== null && !event.steps) return event;
  throw new UsageError(
    `this is not the stream of events of a preview, but maybe its digest. Set ${STREAMING}=1 for ` +
      "`pulumi preview --refresh --json`",
  );
}

class EventReader {
  readonly #resources = new Map<string, PreviewedResource>();
  readonly #texts: Record<"warning" | "error" | "info", string[]> = { warning: [], error: [], info: [] };
  #stack = "";
  #summary: Event["summaryEvent"];
  #isRefreshed = false;

  add({ resOutputsEvent, diagnosticEvent, summaryEvent }: Event): void {
    this.#summary = summaryEvent ?? this.#summary;
    if (diagnosticEvent && diagnosticEvent.severity in this.#texts)
      this.#texts[diagnosticEvent.severity as "info"].push(diagnosticEvent.message.trim());
    if (resOutputsEvent) this.#addStep(resOutputsEvent.metadata);
  }

  preview(): Preview {
    const { warning, error, info } = this.#texts;
    const estimates = info.flatMap((text) => /^apply: (.*)/.exec(text)?.[1] ?? []);
    return {
      stack: this.#stack,
      resources: [...this.#resources.values()],
      warnings: [...new Set(warning)],
      errors: [...new Set(error)],
      estimate: estimates.at(-1),
      isComplete: this.#summary?.result === "succeeded" && !this.#summary.maybeCorrupt && error.length === 0,
      isRefreshed: this.#isRefreshed,
    };
  }

  #addStep({ op, urn, type, old, new: after, diffs, detailedDiff }: Metadata): void {
    this.#stack ||= urn.split("::")[0]!.replace("urn:pulumi:", "");
    if (type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:")) return;
    const resource = this.#resources.get(urn) ?? { urn, type, changed: new Set(), drifted: new Set() };
    this.#resources.set(urn, resource);
    const names = [...(diffs ?? []), ...Object.keys(detailedDiff ?? {})].map(
      (path) => path.split(/[.[]/)[0]!,
    );
    if (op === "refresh") {
      this.#isRefreshed = true;
      resource.live = after ? plainFields(after.inputs) : null;
      for (const name of names) resource.drifted.add(name);
    } else {
      // A replacement has several steps. Deleting the old object is one of them.
      const isReplaced = /replace/.test(op) || resource.operation === "replace";
      resource.operation = isReplaced ? "replace" : op;
      if (after) resource.next = plainFields(after.inputs);
      for (const name of names) resource.changed.add(name);
    }
    if (!old || resource.recorded) return;
    resource.recorded = plainFields(old.inputs);
    resource.outputs = plainFields(old.outputs);
    if (old.id) resource.id = old.id;
  }
}

/** A value that the engine encrypts has this key. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
/** In place of a value that is known after the apply. */
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function plainFields(fields: Props = {}): Props {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): unknown {
  if (value === UNKNOWN) return "[unknown]";
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return SIGNATURE in value ? "[secret]" : plainFields(value as Props);
}
