#!/usr/bin/env node
// The command line `link-management`.
import { Command } from "commander";
import { oneLine } from "../config/source/printable";
import { emulatorCommand } from "../emulator/command";
import { schemaCommand, validateCommand } from "./validate";

const { version } = require("../../package.json") as { version: string };

const program = new Command("link-management")
  .description("Tools for the account of a link-management service, kept as config and applied with Pulumi.")
  .version(version)
  .addCommand(validateCommand())
  .addCommand(emulatorCommand())
  .addCommand(schemaCommand());

program.parseAsync().catch((error: Error) => {
  process.stderr.write(`link-management: ${oneLine(error.message)}\n`);
  process.exitCode = 1;
});
