// The events of a preview, as the Pulumi CLI streams them, and a script that prints them in its place. The e2e test of
// `review` has real ones.
import { chmodSync } from "node:fs";
import type { Step as PreviewStep } from "../../../src/commands/review/preview";
import { TYPE_PREFIX } from "../../../src/engine/provider-source";
import type { Folder } from "../../config/support/folder";

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
  /** @default 101 */
  readonly id?: string;
  readonly recorded?: Fields;
  readonly outputs?: Fields;
  /** @default as recorded. null: gone */
  readonly live?: Fields | null;
  readonly next?: Fields;
  /** @default by the fields */
  readonly operation?: string;
  readonly changed?: readonly string[];
  /** Fields that the refresh names as different. @default none: their values show it */
  readonly drifted?: readonly string[];
  /** The key in the state. @default that of `name` */
  readonly renamedFrom?: string;
  /** Objects whose deletes have failed after replacements, by id. */
  readonly pending?: Readonly<Record<string, Fields>>;
  /** Whether an earlier apply has deleted what a replacement replaces. */
  readonly isDeleted?: true;
  readonly options?: Guards;
  /** The engine refuses what it would do, because the resource is protected. */
  readonly isRefused?: true;
  readonly recordedOptions?: Guards;
}

interface Guards {
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
}

export interface Stream {
  readonly stack?: string;
  readonly result?: string;
  readonly messages?: readonly { readonly severity: string; readonly message: string }[];
  /** Of the account, as the provider logs it. */
  readonly account?: string;
  /** What the CLI prints on its standard error. */
  readonly stderr?: string;
  readonly code?: number;
}

/** @returns the variables that lead a command to the script. It writes its arguments to `arguments.txt` */
export function fakePreview(folder: Folder, events: string, { stderr = "", code = 0 }: Stream = {}) {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  // Only commands of the shell itself: a process more takes as long as the review.
  const script = `#!/bin/sh
pwd > "\${0%/*}/../folder.txt"
cd "\${0%/*}/.."
printf "%s " "$@" > arguments.txt
export -p > variables.txt
printf %s ${quoted(events)}
printf %s ${quoted(stderr)} >&2
exit ${code}
`;
  folder.write({ "bin/pulumi": script });
  chmodSync(folder.at("bin/pulumi"), 0o755);
  return { PATH: `${folder.at("bin")}:/bin:/usr/bin` };
}

/** The steps of a preview of the stack `acme`. */
export function stepsIn(resources: readonly Previewed[]): readonly PreviewStep[] {
  return resources.flatMap((one) => stepsOf(one, "acme")) as unknown as PreviewStep[];
}

/** One event per line. */
export function eventsOf(resources: readonly Previewed[], stream: Stream = {}): string {
  const { stack = "acme", result = "succeeded", account = "7 at links.example" } = stream;
  const first = { ...STACK, urn: `urn:pulumi:${stack}::links::${STACK.type}::links-${stack}` };
  const messages = [{ severity: "debug", message: `account: ${account}\n` }, ...(stream.messages ?? [])];
  const events = [
    { resourcePreEvent: { metadata: first, planning: true } },
    ...resources.flatMap((one) => stepsOf(one, stack).flatMap((step) => eventsOfStep(step, one.isRefused))),
    ...messages.map((message) => ({ diagnosticEvent: message })),
    { summaryEvent: { maybeCorrupt: false, result } },
  ];
  return events
    .map((event, sequence) => `${JSON.stringify({ sequence, timestamp: 1, ...event })}\n`)
    .join("");
}

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly [more: string]: unknown;
}

/** A refresh has a result that counts, and others are planned. Of what protection refuses, an error follows. */
function eventsOfStep(metadata: Step, isRefused = false): object[] {
  if (metadata.op === "refresh") return [{ resOutputsEvent: { metadata, planning: true } }];
  const error = { severity: "error", urn: metadata.urn, message: "Preview failed: it is protected\n" };
  return [
    { resourcePreEvent: { metadata, planning: true } },
    ...(isRefused ? [{ diagnosticEvent: error }] : []),
  ];
}

const STACK = { op: "same", type: "pulumi:pulumi:Stack" };

function stepsOf(one: Previewed, stack: string): Step[] {
  const {
    name,
    id = "101",
    recorded,
    outputs,
    live = recorded,
    next,
    operation,
    changed,
    renamedFrom,
    pending = {},
  } = one;
  const [type = "", key = ""] = name.split(" ");
  // A resource of another package has a whole token.
  const token = type.includes(":") ? type : `${TYPE_PREFIX}${type}`;
  const urnOf = (key: string) => `urn:pulumi:${stack}::links::${token}::${key}`;
  const state = (inputs: Fields | null | undefined, more: object) =>
    inputs && {
      id,
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
  const replaced = Object.entries(pending).map(([id, fields]) => state(fields, { ...old, id, delete: true }));
  const before = state(live, { ...old, ...one.recordedOptions });
  const step = (op: string) => ({
    ...base,
    urn: wanted.urn,
    op,
    old: before,
    new: state(next, wanted),
    diffs,
  });
  const deletion = { ...base, op: "delete-replaced", old: before };
  const replacement = [step("create-replacement"), step("replace"), ...(one.isDeleted ? [] : [deletion])];
  const create = { ...step("create"), old: undefined };
  return [
    ...(recorded
      ? [
          {
            ...base,
            op: "refresh",
            old: state(recorded, { ...old, ...one.recordedOptions }),
            new: state(live, old),
            diffs: one.drifted ?? [],
          },
        ]
      : []),
    ...replaced.map((old) => ({ ...base, op: "refresh", old, new: old })),
    ...(op === "replace" ? replacement : op === "create" ? [create] : op ? [step(op)] : []),
    ...replaced.map((old) => ({ ...base, op: "delete-replaced", old })),
  ];
}
