// Downloads the official release with the installer of the npm package `pulumi` (what `npx pulumi` runs).

import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pathWithoutNpmShims } from "./inspect.mjs";
import { run } from "./run.mjs";

/** Short, so that a firewall that drops packets is detected quickly. */
const RESPONSE_TIMEOUT_MS = 12_000;
/** The installer itself has no timeouts: a download that does not grow for this long is canceled. */
const STALL_TIMEOUT_MS = 20_000;

const installerScript = fileURLToPath(new URL("run-installer.mjs", import.meta.url));

export const downloadMethod = {
  name: "download",
  title: "The official download",
  remedy: "allow this machine to download the official release, then run this again",

  /** Returns the reason for a failure, or undefined. */
  async install({ version, root, temp, env, projectDir, onProgress, signal }) {
    const installer = resolveInstaller(projectDir);
    if (!installer) return `the npm package "pulumi" is not installed in ${projectDir}: run npm ci`;

    const step = `downloading the Pulumi CLI ${version}`;
    onProgress({ kind: "step", step });
    // The installer of some releases expects this folder.
    mkdirSync(root, { recursive: true });
    const watch = watchGrowth([root, temp], (bytes) =>
      onProgress({ kind: "step", step, detail: bytes > 1e6 ? `${Math.round(bytes / 1e6)} MB` : undefined }),
    );
    try {
      const { code, lastLines } = await run(
        process.execPath,
        [installerScript, installer, version, root, String(RESPONSE_TIMEOUT_MS)],
        {
          // The installer unpacks into the current folder and TMPDIR, and runs a `pulumi` on PATH for its version.
          cwd: temp,
          env: { ...env, PATH: pathWithoutNpmShims(env), TMPDIR: temp, TMP: temp, TEMP: temp },
          signal: AbortSignal.any([signal, watch.stalled]),
        },
      );
      return code === 0 ? undefined : (lastLines.at(-1) ?? `the installer failed with ${code}`);
    } catch (error) {
      if (watch.stalled.aborted && !signal.aborted) return watch.stalled.reason.message;
      throw error;
    } finally {
      watch.stop();
    }
  },
};

function resolveInstaller(projectDir) {
  try {
    return createRequire(path.join(projectDir, "package.json")).resolve("pulumi/lib/download");
  } catch {
    return undefined;
  }
}

function watchGrowth(dirs, onGrowth) {
  const controller = new AbortController();
  let bytes = 0;
  let changedAt = performance.now();
  const timer = setInterval(() => {
    const size = dirs.reduce((sum, dir) => sum + sizeOf(dir), 0);
    if (size !== bytes) {
      bytes = size;
      changedAt = performance.now();
      onGrowth(bytes);
    } else if (performance.now() - changedAt > STALL_TIMEOUT_MS) {
      controller.abort(new Error(`received no data for ${STALL_TIMEOUT_MS / 1000} s`));
    }
  }, 1_000).unref();
  return { stalled: controller.signal, stop: () => clearInterval(timer) };
}

function sizeOf(dir) {
  if (!existsSync(dir)) return 0;
  let sum = 0;
  for (const name of readdirSync(dir, { recursive: true })) {
    // The installer moves and removes files meanwhile.
    sum += statSync(path.join(dir, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return sum;
}
