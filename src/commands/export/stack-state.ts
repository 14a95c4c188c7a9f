// The resources in the state of a stack, from the Pulumi CLI.
import { type ExecFileException, execFile } from "node:child_process";
import { sanitize } from "../../api/sanitize";
import type { Props } from "../../kind/definition";

/** A resource in the state of a stack. Its secrets are encrypted. */
export interface RecordedResource {
  readonly type: string;
  /** The last part of its URN. */
  readonly name: string;
  /** The id of its object. */
  readonly id: string;
  readonly outputs: Props;
}

/** The state cannot be read. */
export class StackStateError extends Error {}

/** The state of a large stack has some 10 MB. */
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/**
 * Needs no passphrase.
 * @param folder in the project
 * @param stack @default the selected stack
 * @throws StackStateError
 */
export async function readStackResources(folder: string, stack?: string): Promise<RecordedResource[]> {
  const args = ["stack", "export", ...(stack === undefined ? [] : [`--stack=${stack}`]), "--non-interactive"];
  const { deployment } = parse(await pulumi(args, folder));
  return (deployment?.resources ?? [])
    .filter((resource) => resource.custom === true)
    .map(({ type, urn, id, outputs }) => ({
      type: String(type),
      name: String(urn).split("::").at(-1)!,
      id: String(id ?? ""),
      outputs: (outputs ?? {}) as Props,
    }));
}

function pulumi(args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const options = { cwd: folder, env, maxBuffer: MAX_OUTPUT_BYTES, shell: process.platform === "win32" };
    const child = execFile("pulumi", args, options, (error, stdout, stderr) => {
      if (error)
        reject(new StackStateError(`the state of the stack cannot be read: ${problemOf(error, stderr)}`));
      else resolve(stdout);
    });
    // Without a terminal, the CLI asks nothing.
    child.stdin?.end();
  });
}

function problemOf(error: ExecFileException, stderr: string): string {
  if (error.code === "ENOENT")
    return "the command `pulumi` is not in the PATH. Run `npx link-management export` in a project that has it";
  const [line = ""] = stderr.split("\n").filter((one) => one.startsWith("error: "));
  const reason = sanitize(line.replace("error: ", "") || stderr || error.message);
  return `${reason}. Run the command in the folder of the project, with a selected stack or --stack`;
}

function parse(text: string): { deployment?: { resources?: readonly Props[] } } {
  try {
    return JSON.parse(text);
  } catch {
    throw new StackStateError("`pulumi stack export` printed no JSON");
  }
}
