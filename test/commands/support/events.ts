// The events of a preview, as the Pulumi CLI streams them. The e2e test of `review` has real ones.
import { TYPE_PREFIX } from "../../../src/kind/provider-source";

type Fields = Readonly<Record<string, unknown>>;

export const SECRET = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "[secret]",
};
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A resource: what the state records, what the account has, and what the config wants. */
export interface Previewed {
  /** Such as `Pixel ads`. */
  readonly name: string;
  readonly recorded?: Fields;
  readonly outputs?: Fields;
  /** @default as recorded. null: gone */
  readonly live?: Fields | null;
  readonly next?: Fields;
  /** @default by the fields */
  readonly operation?: string;
  readonly changed?: readonly string[];
  /** The key in the state. @default that of `name` */
  readonly renamedFrom?: string;
  /** An object whose delete has failed after a replacement. */
  readonly pending?: Fields;
  readonly options?: { readonly protect?: boolean; readonly retainOnDelete?: boolean };
}

export interface Stream {
  readonly stack?: string;
  readonly result?: string;
  readonly messages?: readonly { readonly severity: string; readonly message: string }[];
  readonly isRefreshed?: boolean;
}

/** One event per line. */
export function eventsOf(resources: readonly Previewed[], stream: Stream = {}): string {
  const { stack = "acme", result = "succeeded", messages = [], isRefreshed = true } = stream;
  const steps = resources.flatMap((one) => stepsOf(one, stack, isRefreshed));
  const events = [
    ...steps.map((metadata) => ({ resOutputsEvent: { metadata, planning: true } })),
    ...messages.map((message) => ({ diagnosticEvent: message })),
    { summaryEvent: { maybeCorrupt: false, result } },
  ];
  return events
    .map((event, sequence) => `${JSON.stringify({ sequence, timestamp: 1, ...event })}\n`)
    .join("");
}

function stepsOf(one: Previewed, stack: string, isRefreshed: boolean) {
  const { name, recorded, outputs, live = recorded, next, operation, changed, renamedFrom, pending } = one;
  const [type = "", key = ""] = name.split(" ");
  const token = `${TYPE_PREFIX}${type}`;
  const urnOf = (key: string) => `urn:pulumi:${stack}::links::${token}::${key}`;
  const state = (inputs: Fields | null | undefined, more: object) =>
    inputs && {
      id: "101",
      inputs: { __entry: "{}", ...inputs },
      outputs: { ...inputs, ...outputs },
      ...more,
    };
  const old = { urn: urnOf(renamedFrom ?? key) };
  const base = { urn: old.urn, type: token };
  const same = JSON.stringify(live) === JSON.stringify(next);
  const usual = !live && !next ? undefined : !live ? "create" : !next ? "delete" : same ? "same" : "update";
  const op = operation ?? usual;
  const diffs = changed ?? (op === "update" ? ["name"] : []);
  const wanted = { urn: urnOf(key), ...one.options };
  const oldPart = state(pending, { ...old, id: "100", delete: true });
  return [
    ...(recorded && isRefreshed
      ? [{ ...base, op: "refresh", old: state(recorded, old), new: state(live, old) }]
      : []),
    ...(oldPart ? [{ ...base, op: "refresh", old: oldPart, new: oldPart }] : []),
    ...(op ? [{ ...base, urn: wanted.urn, op, old: state(live, old), new: state(next, wanted), diffs }] : []),
    ...(oldPart ? [{ ...base, op: "delete-replaced", old: oldPart }] : []),
  ];
}
