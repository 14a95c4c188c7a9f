// A command in a terminal of a given size.
import { existsSync } from "node:fs";
import { type Project, run } from "./project";

/** `script` of util-linux opens the terminal. */
const SCRIPT = "/usr/bin/script";
export const hasTerminal = process.platform === "linux" && existsSync(SCRIPT);

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The lines that scroll through the terminal, the last ones at the end, without colors and cursor movements. */
export async function linesInTerminal(
  { folder, env }: Project,
  { columns, rows }: TerminalSize,
  command: string,
): Promise<readonly string[]> {
  const inside = `stty cols ${columns} rows ${rows} && ${command}`;
  const { code, output } = await run([SCRIPT, "-qec", inside, "/dev/null"], folder, env);
  const text = output.replace(/\u001b\[[\d;?]*[A-Za-z]/g, "").replaceAll("\r", "");
  if (code !== 0) throw new Error(`${command} failed with exit code ${code}:\n${text}`);
  return text.trimEnd().split("\n");
}
