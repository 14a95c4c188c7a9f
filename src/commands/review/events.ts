// The events of `pulumi preview --refresh --json`: of each resource what the state records, what the account has, and what the
// config wants.
import type { Readable } from "node:stream";
import type { Props } from "../../kind/definition";
import { UsageError } from "../command";

/** One event per line, in place of one digest at the end. */
export const STREAMING = "PULUMI_ENABLE_STREAMING_JSON_PREVIEW";

export interface PreviewedResource {
  readonly urn: string;
  readonly type: string;
  /** The last operation of the engine. Unset if neither the account nor the config has the object. */
  operation?: string;
  id?: string;
  /** Inputs and outputs, as the state has them. */
  recorded?: Props;
  outputs?: Props;
  /** What the refresh found. null: the object is gone. */
  live?: Props | null;
  /** What the config wants. */
  next?: Props;
  /** Fields that the engine names as different: nothing else shows that a secret is. */
  readonly changed: Set<string>;
  readonly drifted: Set<string>;
}

export class Preview {
  stack = "";
  readonly warnings = new Set<string>();
  readonly errors = new Set<string>();
  /** Such as `29 requests, about 60 s`. */
  estimate: string | undefined;
  /** Otherwise an apply may do something else. */
  isComplete = false;
  readonly #resources = new Map<string, PreviewedResource>();

  get resources(): readonly PreviewedResource[] {
    return [...this.#resources.values()];
  }

  /** @returns `undefined` for an empty stream. @throws UsageError for anything but events */
  static async read(stream: Readable): Promise<Preview | undefined> {
    let preview: Preview | undefined;
    for await (const line of linesOf(stream)) {
      preview ??= new Preview();
      if (line.trim() !== "") preview.#add(eventIn(line));
    }
    return preview;
  }

  #add({ resOutputsEvent, diagnosticEvent, summaryEvent }: Event): void {
    if (summaryEvent) this.isComplete = summaryEvent.result === "succeeded";
    if (resOutputsEvent) this.#addStep(resOutputsEvent.metadata);
    const { severity, message = "" } = diagnosticEvent ?? {};
    if (severity === "warning") this.warnings.add(message.trim());
    if (severity === "error") this.errors.add(message.trim());
    if (severity === "info")
      this.estimate = /^apply: (.*?)(?:, no wait.*)?$/m.exec(message)?.[1] ?? this.estimate;
  }

  #addStep({ op, urn, type, old, new: after, diffs, detailedDiff }: Metadata): void {
    this.stack ||= urn.split("::")[0]!.replace("urn:pulumi:", "");
    if (type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:")) return;
    const resource = this.#resources.get(urn) ?? { urn, type, changed: new Set(), drifted: new Set() };
    this.#resources.set(urn, resource);
    const isRefresh = op === "refresh";
    for (const path of [...(diffs ?? []), ...Object.keys(detailedDiff ?? {})])
      (isRefresh ? resource.drifted : resource.changed).add(path.split(/[.[]/)[0]!);
    if (isRefresh) resource.live = after ? plainFields(after.inputs) : null;
    // A replacement has several steps. Deleting the old object is one of them.
    else resource.operation = /replace/.test(op) || resource.operation === "replace" ? "replace" : op;
    if (after && !isRefresh) resource.next = plainFields(after.inputs);
    if (!old || resource.recorded) return;
    resource.recorded = plainFields(old.inputs);
    resource.outputs = plainFields(old.outputs);
    if (old.id) resource.id = old.id;
  }
}

/** Not by `readline`: since Node 24, it also ends a line at U+2028, which a name in JSON may contain. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of stream.setEncoding("utf8")) {
    const lines = `${rest}${piece}`.split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
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
  readonly summaryEvent?: { readonly result?: string };
}

function eventIn(line: string): Event {
  try {
    const event = JSON.parse(line);
    if (typeof event?.sequence === "number") return event;
  } catch {
    // The first line of a digest is a bracket.
  }
  throw new UsageError(
    `this is no stream of events, but maybe the digest of a preview: set ${STREAMING}=1 for \`pulumi preview --refresh --json\``,
  );
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
