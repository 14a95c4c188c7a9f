// The stack of a new project, in the backend that its Pulumi.yaml names.
import { spawn } from "node:child_process";
import { sanitize } from "../../api/sanitize";
import { printedError } from "../account/pulumi-project";
import { CLI_VERSION } from "./project-files";

/** The arguments of the Pulumi CLI. They change nothing if the stack exists. */
export function creation(stack: string): readonly string[] {
  return ["stack", "select", "--create", stack];
}

/**
 * Creates and selects the stack: with the CLI in the PATH, or else with one that npx downloads.
 * @param env with the passphrase
 * @returns why there is no stack
 */
export async function createStack(
  stack: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const args = [...creation(stack), "--non-interactive"];
  const options = { cwd: folder, env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" } };
  const problem = await run("pulumi", args, options);
  if (problem !== NOT_INSTALLED) return problem;
  const download = ["--yes", `--package=pulumi@${CLI_VERSION}`, "pulumi"];
  return run("npx", [...download, ...args], { ...options, shell: process.platform === "win32" });
}

const NOT_INSTALLED = "not installed";

interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Windows runs npx only in a shell. */
  readonly shell?: boolean;
}

/** @returns what went wrong */
function run(command: string, args: readonly string[], options: RunOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      resolve(code === "ENOENT" ? NOT_INSTALLED : sanitize(message));
    });
    child.once("close", (code) => {
      if (code === 0) return resolve(undefined);
      resolve(printedError(errors) || `exit code ${code}`);
    });
  });
}
