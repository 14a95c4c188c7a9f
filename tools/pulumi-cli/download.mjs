// The official release, through the npm package `pulumi` itself (the code that `npx pulumi` runs).

import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./child.mjs";
import { pathWithoutNpmShims } from "./inspect.mjs";

/** The first answer must come within this time: a firewall that drops packets is found out quickly. */
const ANSWER_WITHIN = 12_000;
/** The installer has no time-outs of its own; a download that does not grow for so long is given up. */
const STALLED_AFTER = 20_000;

const childScript = fileURLToPath(new URL("download-child.mjs", import.meta.url));

export const DownloadWay = {
  name: "download",
  title: "The official download",
  remedy: "let this machine download the official release, then run this again",

  /** Returns why it did not work, or undefined. */
  async install({ version, root, temp, env, projectDir, onProgress, signal }) {
    const installer = resolveInstaller(projectDir);
    if (!installer) return `the npm package "pulumi" is not installed in ${projectDir} (npm ci)`;

    const step = `downloading the Pulumi CLI ${version}`;
    onProgress({ kind: "step", step });
    // Made here, because the installer of some releases expects it.
    mkdirSync(root, { recursive: true });
    const watch = watchGrowth([root, temp], (bytes) =>
      onProgress({ kind: "step", step, detail: bytes > 1e6 ? `${Math.round(bytes / 1e6)} MB` : undefined }),
    );
    try {
      const { code, lastLines } = await run(
        process.execPath,
        [childScript, installer, version, root, String(ANSWER_WITHIN)],
        {
          // The installer unpacks into the current folder and into TMPDIR, and asks a `pulumi` on PATH for its version.
          cwd: temp,
          env: { ...env, PATH: pathWithoutNpmShims(env), TMPDIR: temp, TMP: temp, TEMP: temp },
          signal: AbortSignal.any([signal, watch.stalled]),
        },
      );
      return code === 0 ? undefined : (lastLines.at(-1) ?? `the installer ended with ${code}`);
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
  let grewAt = performance.now();
  const timer = setInterval(() => {
    const now = dirs.reduce((sum, dir) => sum + sizeOf(dir), 0);
    if (now !== bytes) {
      bytes = now;
      grewAt = performance.now();
      onGrowth(bytes);
    } else if (performance.now() - grewAt > STALLED_AFTER) {
      controller.abort(new Error(`nothing arrived for ${STALLED_AFTER / 1000} s`));
    }
  }, 1_000).unref();
  return { stalled: controller.signal, stop: () => clearInterval(timer) };
}

function sizeOf(dir) {
  if (!existsSync(dir)) return 0;
  let sum = 0;
  for (const name of readdirSync(dir, { recursive: true })) {
    // The installer moves and removes files while we look.
    sum += statSync(path.join(dir, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return sum;
}
