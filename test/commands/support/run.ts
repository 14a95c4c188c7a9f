// Runs a command of the CLI in this process, as `npx pulumi-link-management` does in a new one.
import type { Command } from "commander";
import { type Mock, vi } from "vitest";
import { programOf, run as runProgram } from "../../../src/commands/command";
import { allCommands } from "../../../src/commands/command-line";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param env all that the command knows: no variable of this machine */
export async function run(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
  commands: readonly Command[] = allCommands(),
): Promise<Ran> {
  const before = { folder: process.cwd(), env: process.env, code: process.exitCode };
  const stdout = captured(process.stdout);
  const stderr = captured(process.stderr);
  process.chdir(folder);
  process.env = { PATH: "/nowhere", ...env };
  process.exitCode = 0;
  try {
    await runProgram(programOf(commands), args);
  } finally {
    for (const mock of [stdout.mock, stderr.mock]) mock.mockRestore();
    process.chdir(before.folder);
    process.env = before.env;
  }
  const code = Number(process.exitCode);
  process.exitCode = before.code;
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function captured(stream: NodeJS.WriteStream): { mock: Mock; text(): string } {
  let text = "";
  const mock = vi.spyOn(stream, "write").mockImplementation((piece, ...rest: unknown[]) => {
    text += piece;
    (rest.at(-1) as ((error?: Error) => void) | undefined)?.();
    return true;
  });
  return { mock: mock as unknown as Mock, text: () => text };
}
