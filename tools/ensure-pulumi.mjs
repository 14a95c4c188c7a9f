#!/usr/bin/env node
// Finds or installs the Pulumi CLI that package.json pins, and prints its path.
// Order: the cache, a new enough CLI on PATH, the official download, a build of the same version with Go.

import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildMethod, updateLanguageHost } from "./pulumi-cli/build.mjs";
import { downloadMethod } from "./pulumi-cli/download.mjs";
import { findOnPath, inspectInstall, isExactly, PARTS } from "./pulumi-cli/inspect.mjs";
import { install } from "./pulumi-cli/install.mjs";
import { createReporter } from "./pulumi-cli/progress.mjs";
import { installRoot, pinnedVersion, SetupError } from "./pulumi-cli/version.mjs";

const USAGE = `Usage: node tools/ensure-pulumi.mjs [--quiet | --print-bin]

Finds or installs the Pulumi CLI that package.json pins, and prints its path. Progress goes to stderr.

  --print-bin  print only the folder to add to PATH
  --quiet      print nothing unless it fails
  --help       print this text

PULUMI_HOME                 folder of the cache (default ~/.pulumi)
LINK_MANAGEMENT_PULUMI_CLI  "download" or "build": use only this method, and ignore a CLI on PATH
`;

const packageDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** See ensure-pulumi.d.mts. */
export async function ensurePulumi({
  onProgress = () => {},
  signal,
  env = process.env,
  projectDir = packageDir,
} = {}) {
  const version = pinnedVersion(projectDir, env);
  const root = installRoot(version, env);
  const method = env.LINK_MANAGEMENT_PULUMI_CLI;
  const methods = installMethods(method);
  const bin = path.join(root, "bin");

  const cached = await inspectInstall(bin, isExactly(version), env);
  if (cached.ok) {
    updateLanguageHost(root);
    return installation(bin, version, "cache");
  }

  if (!method) {
    const onPath = await findOnPath(version, env);
    if (onPath) return installation(onPath.bin, onPath.version, "path");
  }
  const source = await install({ version, root, methods, env, projectDir, onProgress, signal });
  return installation(bin, version, source);
}

const installation = (bin, version, source) => ({ bin, cli: path.join(bin, PARTS.cli), version, source });

function installMethods(name) {
  const methods = { download: downloadMethod, build: buildMethod };
  if (!name) return Object.values(methods);
  if (!Object.hasOwn(methods, name)) {
    throw new SetupError(`LINK_MANAGEMENT_PULUMI_CLI must be "download" or "build", not "${name}"`);
  }
  return [methods[name]];
}

async function main() {
  const options = readOptions();
  if (options.help) return void process.stdout.write(USAGE);
  const reporter = createReporter(process.stderr, process.env);
  try {
    const { bin, cli, version } = await ensurePulumi({
      onProgress: options.quiet ? undefined : reporter.report,
    });
    reporter.stop();
    if (options["print-bin"]) process.stdout.write(`${bin}\n`);
    else if (!options.quiet) process.stdout.write(`Pulumi CLI ${version}: ${cli}\n`);
  } catch (error) {
    reporter.stop();
    // Only a defect needs a stack.
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

function readOptions() {
  const flag = { type: "boolean" };
  try {
    return parseArgs({ options: { quiet: flag, "print-bin": flag, help: flag } }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
