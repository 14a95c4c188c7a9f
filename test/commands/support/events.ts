// The events of a preview, as the Pulumi CLI streams them, and a script that prints them in its place. The e2e test of
// `review` has real ones.
import { chmodSync } from "node:fs";
import { ACCOUNT_MARK } from "../../../src/api/settings";
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
  /** Objects whose deletes have failed after replacements, by id. */
  readonly pending?: Readonly<Record<string, Fields>>;
  /** Whether an earlier apply has deleted what a replacement replaces. */
  readonly isDeleted?: true;
  readonly recordedOptions?: Fields;
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
  const { stack = "acme", result = "succeeded", account = "7 at links.example", messages = [] } = stream;
  const first = { op: "same", type: STACK, urn: `urn:pulumi:${stack}::links::${STACK}::links-${stack}` };
  const log = [{ severity: "debug", message: `${ACCOUNT_MARK}${account}\n` }, ...messages];
  const events = [
    eventsOfStep(first),
    ...resources.flatMap((one) => stepsOf(one, stack).map(eventsOfStep)),
    ...log.map((message) => ({ diagnosticEvent: message })),
    { summaryEvent: { maybeCorrupt: false, result } },
  ];
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

const STACK = "pulumi:pulumi:Stack";

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly [more: string]: unknown;
}

/** A refresh has a result that counts, and others are planned. */
function eventsOfStep(metadata: Step): object {
  return metadata.op === "refresh" ? { resOutputsEvent: { metadata } } : { resourcePreEvent: { metadata } };
}

function stepsOf(one: Previewed, stack: string): Step[] {
  const { name, id = "101", recorded, live = recorded, next, outputs, pending = {} } = one;
  const [kind = "", key = ""] = name.split(" ");
  // A resource of another package has a whole token.
  const type = kind.includes(":") ? kind : `${TYPE_PREFIX}${kind}`;
  const urn = `urn:pulumi:${stack}::links::${type}::${key}`;
  const state = (inputs: Fields | null | undefined, more: object = {}) =>
    inputs && { urn, id, inputs: { __entry: "{}", ...inputs }, outputs: { ...inputs, ...outputs }, ...more };
  const step = (op: string, old: unknown, now?: unknown, diffs: readonly string[] = []): Step => {
    return { op, urn, type, old, new: now, diffs };
  };
  const [before, after] = [state(live, one.recordedOptions), state(next)];
  const isSame = JSON.stringify(live) === JSON.stringify(next);
  const usual = !live ? next && "create" : !next ? "delete" : isSame ? "same" : "update";
  const op = one.operation ?? usual;
  const changed = one.changed ?? (op === "update" ? ["name"] : []);
  const halves = ["create-replacement", "replace"].map((half) => step(half, before, after, changed));
  const replacement = one.isDeleted ? halves : [...halves, step("delete-replaced", before)];
  const planned = op ? [step(op, op === "create" ? undefined : before, after, changed)] : [];
  const left = Object.entries(pending).map(([id, fields]) => state(fields, { id, delete: true }));
  return [
    ...(recorded ? [step("refresh", state(recorded, one.recordedOptions), state(live), one.drifted)] : []),
    ...left.map((old) => step("refresh", old, old)),
    ...(op === "replace" ? replacement : planned),
    ...left.map((old) => step("delete-replaced", old)),
  ];
}
