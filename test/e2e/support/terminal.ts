// A command in a terminal of a given size.
import { existsSync } from "node:fs";
import { type Project, type Run, run } from "./project";

/** `script` of util-linux opens the terminal. */
export const SCRIPT = "/usr/bin/script";
export const hasTerminal = process.platform === "linux" && existsSync(SCRIPT);

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Runs a command in a terminal with colors, also where the tests run in a pipeline. Its output is everything that the
 * terminal shows, with escape sequences.
 */
export function runInTerminal(
  { folder, env }: Pick<Project, "folder" | "env">,
  { columns, rows }: TerminalSize,
  command: string,
): Promise<Run> {
  const { CI: _, ...clean } = env;
  return run([SCRIPT, "-qec", `stty cols ${columns} rows ${rows} && ${command}`, "/dev/null"], folder, {
    ...clean,
    TERM: "xterm-256color",
  });
}

/** The lines that scroll through the terminal, the last ones at the end, without colors and cursor movements. */
export async function linesInTerminal(
  project: Project,
  size: TerminalSize,
  command: string,
): Promise<readonly string[]> {
  const { code, output } = await runInTerminal(project, size, command);
  const text = output.replace(/\u001b\[[\d;?]*[A-Za-z]/g, "").replaceAll("\r", "");
  if (code !== 0) throw new Error(`${command} failed with exit code ${code}:\n${text}`);
  return text.trimEnd().split("\n");
}
