#!/usr/bin/env node
// Makes sure that the Pulumi CLI pinned in package.json is on this machine, and says where.
// Order: the cache, a new enough one on PATH, the official download, a build from the same source with Go.

import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { BuildWay } from "./pulumi-cli/build.mjs";
import { DownloadWay } from "./pulumi-cli/download.mjs";
import { findOnPath, inspectInstall, isExactly } from "./pulumi-cli/inspect.mjs";
import { install } from "./pulumi-cli/install.mjs";
import { createReporter } from "./pulumi-cli/progress.mjs";
import { installRoot, SetupError, wantedVersion } from "./pulumi-cli/wanted.mjs";

const USAGE = `Usage: node tools/ensure-pulumi.mjs [--quiet | --print-bin]

Makes sure that the Pulumi CLI pinned in package.json is on this machine and prints its path.

  --print-bin  print only the folder that belongs on PATH (progress goes to stderr)
  --quiet      print nothing unless it fails
  --help       this text

PULUMI_HOME                     where the cache is (default ~/.pulumi)
LINK_MANAGEMENT_PULUMI_CLI      "download" or "build": get it only that way (a CLI on PATH does not count then)
`;

const packageDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** See ensure-pulumi.d.mts for the contract. */
export async function ensurePulumi({
  onProgress = () => {},
  signal,
  env = process.env,
  projectDir = packageDir,
} = {}) {
  const version = wantedVersion(projectDir, env);
  const root = installRoot(version, env);
  const ways = waysToInstall(env);
  const found = (bin, foundVersion, how) => ({
    bin,
    cli: path.join(bin, process.platform === "win32" ? "pulumi.exe" : "pulumi"),
    version: foundVersion,
    how,
  });

  const cacheBin = path.join(root, "bin");
  const cached = await inspectInstall(cacheBin, isExactly(version), env);
  if (cached.ok) return found(cacheBin, version, "cache");

  if (ways.length > 1) {
    const onPath = await findOnPath(version, env);
    if (onPath) return found(onPath.bin, onPath.version, "path");
  }
  const how = await install({ version, root, ways, env, projectDir, onProgress, signal });
  return found(cacheBin, version, how);
}

function waysToInstall(env) {
  const all = { download: DownloadWay, build: BuildWay };
  const forced = env.LINK_MANAGEMENT_PULUMI_CLI;
  if (!forced) return Object.values(all);
  if (!Object.hasOwn(all, forced)) {
    throw new SetupError(`LINK_MANAGEMENT_PULUMI_CLI is "${forced}"; it must be "download" or "build"`);
  }
  return [all[forced]];
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
    // The stack of an expected failure helps nobody; that of a defect does.
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
