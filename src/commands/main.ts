#!/usr/bin/env node
// The command line `link-management`.
import { oneLine } from "../config/source/printable";
import { emulatorCommand } from "../emulator/command";
import { commandWith, PREFIX } from "./usage-errors";
import { schemaCommand, validateCommand } from "./validate";

const { version } = require("../../package.json") as { version: string };

const program = commandWith("link-management", [validateCommand(), emulatorCommand(), schemaCommand()])
  .description("Tools for the account of a link-management service, kept as config and applied with Pulumi.")
  .version(version);

program.parseAsync().catch((error: Error) => {
  process.stderr.write(`${PREFIX}${oneLine(error.message)}\n`);
  process.exitCode = 1;
});
