// Usage errors of all commands: one prefix, and exit codes.
import { Command } from "commander";

export const PREFIX = "link-management: ";
/** Wrong usage, or a file that does not exist. 1 is for what a command finds. */
export const USAGE_ERROR = 2;

/** A command whose subcommands report usage errors as it does. */
export function commandWith(name: string, subcommands: readonly Command[]): Command {
  const command = new Command(name)
    .configureOutput({
      outputError: (text, write) => write(PREFIX + text.replace(/^error: /, "")),
    })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : USAGE_ERROR));
  for (const subcommand of subcommands) command.addCommand(inheriting(subcommand, command));
  return command;
}

/** Commands inside of a subcommand were added before it knew these settings. */
function inheriting(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const inner of command.commands) inheriting(inner, command);
  return command;
}
