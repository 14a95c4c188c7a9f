// Which entry holds which object, by the whole state of the stack. The engine shows a provider nothing but what a run
// touches: in a destroy only the deletions, and where it is limited to a part (`--target`, `--exclude`) only those of
// that part. So the CLI is asked, which exports the state although it is locked, with its secrets encrypted.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findCommand } from "./cli-command";
import type { Props } from "./definition";
import { TYPE_PREFIX } from "./provider-text";

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

interface Export {
  deployment: {
    resources?: { type: string; id?: string; outputs?: Props; pendingReplacement?: boolean }[];
  };
}

/**
 * @param pid of a process below the command's, such as this one
 * @throws Error when the CLI does not tell
 */
export async function heldObjects(pid: number, env: NodeJS.ProcessEnv): Promise<readonly HeldObject[]> {
  const command = await findCommand(pid).catch(() => undefined);
  const { words = ["pulumi"] } = command ?? {};
  const { deployment } = JSON.parse(await exported(words, env)) as Export;
  const held: HeldObject[] = [];
  for (const { type, id, outputs, pendingReplacement } of deployment.resources ?? []) {
    // What waits for its replacement was deleted.
    if (!type.startsWith(TYPE_PREFIX) || id === undefined || pendingReplacement) continue;
    held.push({ type: type.slice(TYPE_PREFIX.length), id, holder: outputs?.holder as string | undefined });
  }
  return held;
}

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
