// The frame of all commands. A command reads its settings, does one thing and prints. What it throws becomes one message on
// standard error and an exit code.
import { Command, CommanderError } from "commander";
import { Secrets } from "../api/secrets";
import { NoConfigFileError } from "../config/source/source-file";

export const PREFIX = "link-management: ";

/** Wrong usage, or a file that exists or cannot be written: exit code 2. Any other error: 1. */
export class UsageError extends Error {}

/** The program of all commands, which report wrong usage as everything else. */
export function programOf(commands: readonly Command[]): Command {
  const program = new Command("pulumi-link-management")
    .configureOutput({ outputError: (text, write) => write(PREFIX + text.replace(/^error: /, "")) })
    .exitOverride();
  for (const command of commands) program.addCommand(command.copyInheritedSettings(program));
  return program;
}

/** Runs one command. Sets the exit code of the process. */
export async function run(program: Command, args: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Help, the version, or wrong usage that it has reported.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`${PREFIX}${Secrets.of(process.env).say((error as Error).message)}\n`);
    process.exitCode = error instanceof UsageError || error instanceof NoConfigFileError ? 2 : 1;
  }
}
