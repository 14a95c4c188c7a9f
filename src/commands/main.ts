#!/usr/bin/env node
// The command line: `npx pulumi-link-management`.
import { emulatorCommand } from "../emulator/command";
import { note, programOf, run } from "./command";
import { doctorCommand } from "./doctor/command";
import { exportCommand } from "./export/command";
import { initCommand } from "./init";
import { reviewCommand } from "./review/command";
import { showCommand } from "./show";
import { schemaCommand, validateCommand } from "./validate";

const { version } = require("../../package.json") as { version: string };

const program = programOf([
  validateCommand(),
  initCommand(),
  showCommand(),
  exportCommand(),
  reviewCommand(),
  doctorCommand(),
  emulatorCommand(),
  schemaCommand(),
])
  .description("Tools for the account of a link-management service, kept as config and applied with Pulumi.")
  .version(version);

// The reader of a pipe may end early, such as `head`.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit();
  note(`the standard output cannot be written (${code})`);
  process.exit(1);
});

void run(program, process.argv.slice(2));
