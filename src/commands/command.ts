// The frame of all commands. A command reads its settings, does one thing, and prints or writes files. What it throws becomes
// one message on standard error and an exit code.
import * as fs from "node:fs";
import * as path from "node:path";
import { Command, CommanderError } from "commander";
import { ApiError } from "../api/errors";
import { visible } from "../api/sanitize";
import { Secrets } from "../api/secrets";
import { ConfigFileError, NoConfigFileError } from "../config/source/source-file";
import { EmulatorError } from "../emulator/index";

const PREFIX = "link-management: ";

/** A line on standard error: an error, or what a command waits for. */
export function note(text: string): void {
  process.stderr.write(`${PREFIX}${say(text)}\n`);
}

/** Without what the environment has as a secret. */
export function say(text: string): string {
  return Secrets.of(process.env).say(text);
}

/** JSON with the same values, for a terminal. GitHub's runner takes a line with `##[` for a command. */
export function jsonText(value: unknown): string {
  return visible(JSON.stringify(value, null, 2)).replaceAll("##[", "\\u0023#[");
}

/** Ends a command. @param exitCode 2: wrong usage, or a file that is missing or in the way */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode = 2,
  ) {
    super(message);
  }
}

/**
 * Call it before anything is sent, so that nobody waits for files that cannot be written.
 * @param advice what to do about files that exist
 * @throws CommandError that names them
 */
export function checkNew(files: readonly string[], advice: string): void {
  const existing = files.filter((file) => fs.existsSync(file)).map((file) => path.relative("", file));
  if (existing.length > 0) throw new CommandError(`there is already ${existing.join(", ")}. ${advice}`);
}

/** The file is complete, or does not exist. Missing folders are created. */
export function writeFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(temporary, text, { flush: true });
  fs.renameSync(temporary, file);
}

/** Any other error is a defect, and shows where it happened. The system refuses a file with a message of its own. */
function isExpected(error: Error): boolean {
  const ours = [ApiError, CommandError, ConfigFileError, EmulatorError];
  return "syscall" in error || ours.some((one) => error instanceof one);
}

/** The program of all commands, which report wrong usage as everything else. */
export function programOf(commands: readonly Command[]): Command {
  const program = new Command("pulumi-link-management")
    .configureOutput({ outputError: (text, write) => write(PREFIX + text.replace(/^error: /, "")) })
    .addHelpText(
      "afterAll",
      "\nExit codes: 0 done, 1 failed, 2 wrong usage, or a file that is missing or in the way.",
    )
    .exitOverride();
  for (const command of commands) program.addCommand(command.copyInheritedSettings(program));
  return program;
}

/** Runs one command. Sets the exit code of the process. */
export async function run(program: Command, args: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (thrown) {
    // Help, the version, or wrong usage that it has reported.
    if (thrown instanceof CommanderError) {
      process.exitCode = thrown.exitCode === 0 ? 0 : 2;
      return;
    }
    const error = thrown as Error;
    note(isExpected(error) ? error.message : `${error.stack}`);
    const isAboutFile = "syscall" in error || error instanceof NoConfigFileError;
    process.exitCode = error instanceof CommandError ? error.exitCode : isAboutFile ? 2 : 1;
  }
}
