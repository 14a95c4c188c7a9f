// What the whole state of the stack tells: which entry holds which object, and which creates were begun. The engine
// shows a provider nothing but what a run touches: in a destroy only the deletions, and where it is limited to a part
// (`--target`, `--exclude`) only those of that part. So the CLI is asked, which exports the state although it is locked,
// with its secrets encrypted.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Props } from "../kind/definition";
import { metadataOf } from "../kind/metadata";
import { TYPE_PREFIX } from "../kind/provider-source";
import { findCommand } from "./cli-command";

const run = promisify(execFile);

/** A file of the state may be read in the moment in which the engine writes it. */
const TRIES = 3;
const LONGEST_MS = 60_000;

export interface HeldObject {
  readonly type: string;
  readonly id: string;
  /** The mark of the entry. */
  readonly holder: string | undefined;
}

/** A create that was begun and of which the state tells no end. */
export interface BegunCreate {
  readonly type: string;
  readonly inputs: Props;
}

/** What the state tells of the objects of this package. */
export interface StateRecord {
  readonly held: readonly HeldObject[];
  /** Those of interrupted runs, which the engine keeps, and those of this run. */
  readonly begun: readonly BegunCreate[];
}

interface Export {
  deployment: {
    resources?: { type: string; id?: string; outputs?: Props; pendingReplacement?: boolean }[];
    pending_operations?: { type: string; resource: { type: string; inputs?: Props } }[];
  };
}

/**
 * @param pid of a process below the command's, such as this one
 * @throws Error when the CLI does not tell
 */
export async function readState(pid: number, env: NodeJS.ProcessEnv): Promise<StateRecord> {
  const command = await findCommand(pid).catch(() => undefined);
  const { words = ["pulumi"] } = command ?? {};
  const { deployment } = JSON.parse(await exported(words, env)) as Export;
  const held: HeldObject[] = [];
  for (const { type, id, outputs, pendingReplacement } of deployment.resources ?? []) {
    // What waits for its replacement was deleted.
    if (!type.startsWith(TYPE_PREFIX) || id === undefined || pendingReplacement) continue;
    held.push({ type: kindOf(type), id, holder: holderIn(outputs) });
  }
  const begun: BegunCreate[] = [];
  for (const { type: operation, resource } of deployment.pending_operations ?? []) {
    if (operation !== "creating" || !resource.type.startsWith(TYPE_PREFIX)) continue;
    begun.push({ type: kindOf(resource.type), inputs: resource.inputs ?? {} });
  }
  return { held, begun };
}

/** Nothing where the entry's marks cannot be read, as in an export that has them encrypted. */
function holderIn(outputs: Props = {}): string | undefined {
  try {
    return metadataOf(outputs).holder;
  } catch {
    return undefined;
  }
}

const kindOf = (type: string) => type.slice(TYPE_PREFIX.length);

async function exported([cli = "", ...words]: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const args = ["stack", "export", "--non-interactive", ...stackOption(words)];
  const options = {
    env: { ...withoutOptions(env), PULUMI_SKIP_UPDATE_CHECK: "true" },
    maxBuffer: Number.POSITIVE_INFINITY,
    timeout: LONGEST_MS,
  };
  for (let tries = 1; ; tries++) {
    try {
      return (await run(cli, args, options)).stdout;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

/** The option by which a command line names its stack; without it the selected one is meant. */
export function stackOption(words: readonly string[]): string[] {
  for (const [index, word] of words.entries()) {
    const [, name] = /^(?:--stack(?![\w-])|-s)=?(.*)$/.exec(word) ?? [];
    if (name !== undefined) return ["--stack", name || (words[index + 1] ?? "")];
  }
  return [];
}

/** The CLI takes options from its environment too, and those of the command are not for an export. */
function withoutOptions(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^PULUMI_OPTION_(?!STACK$)/.test(name)));
}

/** Whether the state names the object by more than the create that asks, and that is running. */
export function isRecorded({ held, begun }: StateRecord, type: string, id: string, args: Props): boolean {
  const isAlike = (inputs: Props) =>
    Object.entries(args).every(([name, value]) => String(inputs[name]) === String(value));
  return (
    held.some((one) => one.type === type && one.id === id) ||
    begun.filter((one) => one.type === type && isAlike(one.inputs)).length > 1
  );
}
