// Inspects installed CLIs. Each one found is run once, because a file may be truncated, have another version, or be
// built for another platform.

import { execFile } from "node:child_process";
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { compareVersions } from "./version.mjs";

const isWindows = process.platform === "win32";
const RUN_TIMEOUT_MS = 20_000;

/** The parts of the official release that a Node program needs. */
export const PARTS = isWindows
  ? {
      cli: "pulumi.exe",
      languageHost: "pulumi-language-nodejs.exe",
      dynamicProvider: "pulumi-resource-pulumi-nodejs.cmd",
    }
  : {
      cli: "pulumi",
      languageHost: "pulumi-language-nodejs",
      dynamicProvider: "pulumi-resource-pulumi-nodejs",
    };

export const isExactly = (pinned) => (version) => compareVersions(version, pinned) === 0;

/** Accepts newer versions of the same major only: the Automation API rejects another major. */
export const isNewEnough = (pinned) => (version) =>
  compareVersions(version, pinned) >= 0 && parseInt(version, 10) === parseInt(pinned, 10);

/**
 * Checks that `bin` contains a working CLI with an accepted version.
 * @param accepts takes the version
 * @param otherDirs folders that may contain the language host and the dynamic provider instead
 * @returns `{ok: true, version}` or `{ok: false, reason}`, with `absent` if there is no CLI at all
 */
export async function inspectInstall(bin, accepts, env, otherDirs = []) {
  const cli = path.join(bin, PARTS.cli);
  if (!isExecutable(cli)) return { ok: false, absent: true, reason: `${cli} is missing` };
  const find = (part) => [bin, ...otherDirs].map((dir) => path.join(dir, part)).find(isExecutable);
  const languageHost = find(PARTS.languageHost);
  if (!languageHost) return { ok: false, reason: `${PARTS.languageHost} is missing in ${bin}` };
  if (!find(PARTS.dynamicProvider))
    return { ok: false, reason: `${PARTS.dynamicProvider} is missing in ${bin}` };

  const [version, help] = await Promise.all([
    runWithTimeout(cli, ["version"], env),
    runWithTimeout(languageHost, ["-h"], env),
  ]);
  if (version.failed) return { ok: false, reason: `${cli} does not run (${version.failed})` };
  if (help.failed) return { ok: false, reason: `${languageHost} does not run (${help.failed})` };
  const installed = /^v?(\d+\.\d+\.\d+\S*)$/m.exec(version.stdout.trim())?.[1];
  if (!installed) return { ok: false, reason: `${cli} does not print its version` };
  if (!accepts(installed)) return { ok: false, reason: `${cli} is version ${installed}` };
  return { ok: true, version: installed };
}

/** The first real CLI on PATH that is new enough and complete. Skips the npm package's command. */
export async function findOnPath(pinned, env) {
  const dirs = pathDirs(env);
  for (const dir of dirs) {
    const cli = path.join(dir, PARTS.cli);
    if (!isExecutable(cli) || isNpmShim(cli)) continue;
    // A symlink such as /usr/local/bin/pulumi points into the folder with the other parts.
    const otherDirs = [path.dirname(realpathSync(cli)), ...dirs];
    const result = await inspectInstall(dir, isNewEnough(pinned), env, otherDirs);
    if (result.ok) return { bin: dir, version: result.version };
  }
  return undefined;
}

/** PATH without the folders whose `pulumi` is the npm package's command: running it would download the CLI again. */
export function pathWithoutNpmShims(env) {
  return pathDirs(env)
    .filter((dir) => !isNpmShim(path.join(dir, "pulumi")))
    .join(path.delimiter);
}

/** npm links node_modules/.bin/pulumi to run.js of the package `pulumi`. pnpm and npm on Windows write a script. */
function isNpmShim(file) {
  if (!isExecutable(file)) return false;
  return (
    path.dirname(file).endsWith(path.join("node_modules", ".bin")) ||
    realpathSync(file).split(path.sep).includes("node_modules") ||
    /^#!.*\bnode\b/.test(firstBytes(file))
  );
}

// A shell takes an empty entry as the current folder. Ignore those.
const pathDirs = (env) => (env.PATH ?? "").split(path.delimiter).filter((dir) => path.isAbsolute(dir));

/** The same test as in the npm package: an interrupted copy leaves an empty file. */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    const stat = statSync(file);
    return stat.isFile() && stat.size > 0;
  } catch {
    return false;
  }
}

function firstBytes(file) {
  const buffer = Buffer.alloc(128);
  const fd = openSync(file, "r");
  try {
    return buffer.toString("latin1", 0, readSync(fd, buffer));
  } finally {
    closeSync(fd);
  }
}

function runWithTimeout(file, args, env) {
  const options = {
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeout: RUN_TIMEOUT_MS,
    killSignal: "SIGKILL",
    shell: isWindows && file.endsWith(".cmd"),
  };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout) => {
      const failed =
        error &&
        (error.killed ? `no exit after ${RUN_TIMEOUT_MS / 1000} s` : `exit ${error.code ?? error.signal}`);
      resolve({ stdout, failed });
    });
  });
}
