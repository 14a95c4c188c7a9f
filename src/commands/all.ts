// The commands, in the order of the help.
import type { Command } from "commander";
import { emulatorCommand } from "../emulator/command";
import { exportCommand } from "./export/command";
import { initCommand } from "./init";
import { reviewCommand } from "./review/command";
import { showCommand } from "./show";
import { validateCommand } from "./validate";

export function allCommands(): readonly Command[] {
  return [
    validateCommand(),
    initCommand(),
    showCommand(),
    exportCommand(),
    reviewCommand(),
    emulatorCommand(),
  ];
}
