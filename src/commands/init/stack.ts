// The stack of a new project, in the backend that its Pulumi.yaml names.
import { spawn } from "node:child_process";
import { sanitize } from "../../api/sanitize";
import { printedError } from "../account/pulumi-project";
import { Progress } from "../output/progress";
import { CLI_VERSION } from "./project-files";

/** What is known about the stack. "missing": it may exist, but the CLI did not confirm it. */
export type StackState = "created" | "existed" | "missing";

export interface StackResult {
  readonly state: StackState;
  /** What went wrong, as a sentence without its period. */
  readonly problem?: string;
  /** By Ctrl-C. */
  readonly isCanceled?: true;
}

/** The arguments of the Pulumi CLI. They change nothing if the stack exists. */
export function creation(stack: string): readonly string[] {
  return ["stack", "select", "--create", stack];
}

/** What the CLI prints if the stack did not exist. */
const CREATED = "Created stack";

/**
 * Creates and selects the stack: with the CLI in the PATH, or else with one that npx downloads. Ctrl-C ends the CLI, but
 * not this process: the files are written by then, and somebody must say so.
 * @param env with the passphrase
 */
export async function createStack(
  stack: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<StackResult> {
  const cancellation = new AbortController();
  const cancel = () => cancellation.abort();
  const { signal } = cancellation;
  const progress = new Progress(process.stderr);
  process.once("SIGINT", cancel);
  try {
    const result = await select(stack, { folder, env, progress, signal });
    if (!signal.aborted) return result;
    return { ...result, problem: `canceled while creating the stack ${stack}`, isCanceled: true };
  } finally {
    progress.stop();
    process.off("SIGINT", cancel);
  }
}

interface CliOptions {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  /** Ends the CLI. */
  readonly signal: AbortSignal;
}

/** A stack that existed keeps its passphrase, so the CLI checks the one in `env`. */
async function select(stack: string, options: CliOptions): Promise<StackResult> {
  const creating = await runPulumi(creation(stack), `creating the stack ${stack}`, options);
  if (creating.problem !== undefined) {
    return { state: "missing", problem: `the stack ${stack} was not created: ${creating.problem}` };
  }
  if (creating.errors.includes(CREATED)) return { state: "created" };
  // A command that needs the passphrase even for an empty stack, and changes nothing on it.
  const check = ["stack", "history", "--stack", stack, "--show-secrets", "--page-size", "1"];
  const { problem } = await runPulumi(check, `checking the passphrase of the stack ${stack}`, options);
  if (problem === undefined) return { state: "existed" };
  return {
    state: "existed",
    problem:
      `the stack ${stack} existed, but the CLI cannot use it: ${problem}. If it has another passphrase, set that one ` +
      "in PULUMI_CONFIG_PASSPHRASE",
  };
}

/** Of a process. */
interface Ended {
  /** What it wrote to stderr. */
  readonly errors: string;
  /** What went wrong. */
  readonly problem?: string;
}

const NOT_INSTALLED = "not installed";

/** @param activity for the progress */
async function runPulumi(
  args: readonly string[],
  activity: string,
  { folder, env, progress, signal }: CliOptions,
): Promise<Ended> {
  const all = [...args, "--non-interactive"];
  const options = { cwd: folder, env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" }, signal };
  progress.show(activity);
  const ended = await run("pulumi", all, options);
  if (ended.problem !== NOT_INSTALLED) return ended;
  progress.show(`${activity}, with the Pulumi CLI ${CLI_VERSION} from npx`);
  const download = ["--yes", `--package=pulumi@${CLI_VERSION}`, "pulumi"];
  return run("npx", [...download, ...all], { ...options, shell: process.platform === "win32" });
}

interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Windows runs npx only in a shell. */
  readonly shell?: boolean;
}

function run(command: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      resolve({ errors, problem: code === "ENOENT" ? NOT_INSTALLED : sanitize(message) });
    });
    child.once("close", (code) => {
      if (code === 0) return resolve({ errors });
      resolve({ errors, problem: printedError(errors) || `exit code ${code}` });
    });
  });
}
