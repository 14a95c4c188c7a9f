// All commands, and what a process of them needs.
import type { Command } from "commander";
import { emulatorCommand } from "../emulator/command";
import { note, programOf, run } from "./command";
import { exportCommand } from "./export/command";
import { initCommand } from "./init";
import { reviewCommand } from "./review/command";
import { showCommand } from "./show";
import { validateCommand } from "./validate";

/** In the order of the help. */
export function allCommands(): readonly Command[] {
  const first = [validateCommand(), initCommand(), showCommand()];
  return [...first, exportCommand(), reviewCommand(), emulatorCommand()];
}

export function main(): void {
  const { version } = require("../../package.json") as { version: string };
  const program = programOf(allCommands())
    .description(
      "Tools for the account of a link-management service, kept as config and applied with Pulumi.",
    )
    .version(version);
  // The reader of a pipe may end early, such as `head`.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit();
    note(`the standard output cannot be written (${code})`);
    process.exit(1);
  });
  void run(program, process.argv.slice(2));
}
