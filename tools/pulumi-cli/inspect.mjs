// Looks at what is installed. Everything found is run once: a file that is there may still be truncated, of another
// version, or built for another machine.

import { execFile } from "node:child_process";
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { compareVersions } from "./wanted.mjs";

const windows = process.platform === "win32";

/** A program in Node needs these three; the official release has more beside them. */
export const PARTS = windows
  ? {
      cli: "pulumi.exe",
      languageHost: "pulumi-language-nodejs.exe",
      dynamic: "pulumi-resource-pulumi-nodejs.cmd",
    }
  : { cli: "pulumi", languageHost: "pulumi-language-nodejs", dynamic: "pulumi-resource-pulumi-nodejs" };

export const isExactly = (wanted) => (version) => compareVersions(version, wanted) === 0;

/** A newer major may have dropped what we use, and the Automation API refuses it. */
export const isNewEnough = (wanted) => (version) =>
  compareVersions(version, wanted) >= 0 && parseInt(version, 10) === parseInt(wanted, 10);

/**
 * Says whether the folder holds a working CLI whose version is accepted, or else why not (`absent`: nothing is there,
 * so nothing needs telling). The other two parts may also lie in one of `elsewhere`.
 */
export async function inspectInstall(bin, accepts, env, elsewhere = []) {
  const cli = path.join(bin, PARTS.cli);
  if (!isExecutable(cli)) return { ok: false, absent: true, reason: `${cli} is missing` };
  const find = (part) => [bin, ...elsewhere].map((dir) => path.join(dir, part)).find(isExecutable);
  const languageHost = find(PARTS.languageHost);
  if (!languageHost) return { ok: false, reason: `${PARTS.languageHost} is missing in ${bin}` };
  if (!find(PARTS.dynamic)) return { ok: false, reason: `${PARTS.dynamic} is missing in ${bin}` };

  const [version, help] = await Promise.all([
    runBriefly(cli, ["version"], env),
    runBriefly(languageHost, ["-h"], env),
  ]);
  if (version.failed) return { ok: false, reason: `${cli} does not run (${version.failed})` };
  if (help.failed) return { ok: false, reason: `${languageHost} does not run (${help.failed})` };
  const found = /^v?(\d+\.\d+\.\d+\S*)$/m.exec(version.stdout.trim())?.[1];
  if (!found) return { ok: false, reason: `${cli} does not tell its version` };
  if (!accepts(found)) return { ok: false, reason: `${cli} is version ${found}` };
  return { ok: true, version: found };
}

/** The first real CLI on PATH that is new enough and complete. */
export async function findOnPath(wanted, env) {
  const dirs = pathDirs(env);
  for (const dir of dirs) {
    const cli = path.join(dir, PARTS.cli);
    if (!isExecutable(cli) || isNpmShim(cli)) continue;
    // A symlink such as /usr/local/bin/pulumi points into the folder where the other parts are.
    const elsewhere = [path.dirname(realpathSync(cli)), ...dirs];
    const found = await inspectInstall(dir, isNewEnough(wanted), env, elsewhere);
    if (found.ok) return { bin: dir, version: found.version };
  }
  return undefined;
}

/** PATH without the folders whose `pulumi` is the npm package: to run that would start the very download again. */
export function pathWithoutNpmShims(env) {
  return pathDirs(env)
    .filter((dir) => !isNpmShim(path.join(dir, "pulumi")))
    .join(path.delimiter);
}

/** npm links node_modules/.bin/pulumi to run.js of the package `pulumi`; pnpm and Windows write a script there. */
function isNpmShim(file) {
  if (!isExecutable(file)) return false;
  return (
    path.dirname(file).endsWith(path.join("node_modules", ".bin")) ||
    realpathSync(file).split(path.sep).includes("node_modules") ||
    /^#!.*\bnode\b/.test(firstBytes(file))
  );
}

// An empty entry means the current folder to a shell; nothing good was ever found that way.
const pathDirs = (env) => (env.PATH ?? "").split(path.delimiter).filter((dir) => path.isAbsolute(dir));

/** The same test as in the npm package: an empty file is what an interrupted copy leaves behind. */
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

function runBriefly(file, args, env) {
  const options = {
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeout: 20_000,
    killSignal: "SIGKILL",
    shell: windows && file.endsWith(".cmd"),
  };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout) => {
      const failed = error && (error.killed ? "no answer in 20 s" : `exit ${error.code ?? error.signal}`);
      resolve({ stdout, failed });
    });
  });
}
