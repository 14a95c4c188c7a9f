#!/usr/bin/env node
// The command line: `npx pulumi-link-management`, and in a project also `npx link-management`.
import { oneLine } from "../config/source/printable";
import { emulatorCommand } from "../emulator/command";
import { exportCommand } from "./export/command";
import { initCommand } from "./init";
import { showCommand } from "./show/command";
import { commandWith, PREFIX } from "./usage-errors";
import { schemaCommand, validateCommand } from "./validate";

const { version } = require("../../package.json") as { version: string };

const program = commandWith("pulumi-link-management", [
  validateCommand(),
  initCommand(),
  showCommand(),
  exportCommand(),
  emulatorCommand(),
  schemaCommand(),
])
  .description("Tools for the account of a link-management service, kept as config and applied with Pulumi.")
  .version(version);

// The reader of a pipe may end early, such as `head`.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit();
  process.stderr.write(`${PREFIX}the standard output cannot be written (${code})\n`);
  process.exit(1);
});

program.parseAsync().catch((error: Error) => {
  process.stderr.write(`${PREFIX}${oneLine(error.message)}\n`);
  process.exitCode = 1;
});
