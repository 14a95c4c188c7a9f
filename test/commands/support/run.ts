// Runs a command of the CLI in this process, as `npx pulumi-link-management` does in a new one.
import { type Mock, vi } from "vitest";
import { exportCommand } from "../../../src/commands/export/command";
import { initCommand } from "../../../src/commands/init";
import { showCommand } from "../../../src/commands/show/command";
import { commandWith } from "../../../src/commands/usage-errors";
import { schemaCommand, validateCommand } from "../../../src/commands/validate";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

/** @param env all that the command knows: no variable of this machine */
export async function run(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const before = { folder: process.cwd(), env: process.env, code: process.exitCode };
  const stdout = captured(process.stdout);
  const stderr = captured(process.stderr);
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Exit(Number(code ?? 0));
  });
  process.chdir(folder);
  process.env = { PATH: "/nowhere", ...env };
  process.exitCode = 0;
  try {
    const commands = [validateCommand(), initCommand(), showCommand(), exportCommand(), schemaCommand()];
    await commandWith("pulumi-link-management", commands).parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    process.exitCode = error.code;
  } finally {
    for (const mock of [stdout.mock, stderr.mock, exit]) mock.mockRestore();
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
