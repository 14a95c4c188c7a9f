// Installs a CLI into the cache with the first method that works. The work happens in a staging folder next to the
// cache entry and is published by a rename, so the cache never contains a partial installation.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { inspectInstall, isExactly } from "./inspect.mjs";
import { withLock } from "./lock.mjs";
import { whileInterruptible } from "./signals.mjs";
import { SetupError } from "./version.mjs";

/** Returns the name of the method that worked, or "cache" if another process installed it meanwhile. */
export function install({ version, root, methods, env, projectDir, onProgress, signal }) {
  const onInterrupted = () => onProgress({ kind: "note", text: "Interrupted. Nothing was installed." });
  return whileInterruptible({ signal, onInterrupted }, async (interrupt) => {
    const onWait = ({ pid }) =>
      onProgress({
        kind: "step",
        step: `another process is installing the Pulumi CLI ${version}`,
        detail: `pid ${pid}`,
      });
    const hidden = path.join(path.dirname(root), `.${version}`);
    return withLock(`${hidden}.lock`, { signal: interrupt, onWait }, async () => {
      const cached = await inspectInstall(path.join(root, "bin"), isExactly(version), env);
      if (cached.ok) return "cache";
      if (!cached.absent)
        onProgress({ kind: "note", text: `Replacing the Pulumi CLI in the cache: ${cached.reason}.` });
      return withStaging(`${hidden}.stage-`, async (staging) => {
        const context = { version, env, projectDir, onProgress, signal: interrupt, ...staging };
        const source = await tryMethods(methods, context, root);
        publish(staging.root, root, `${staging.dir}/replaced`);
        return source;
      });
    });
  });
}

async function tryMethods(methods, context, root) {
  const failures = [];
  for (const method of methods) {
    rmSync(context.root, { recursive: true, force: true });
    const reason = (await method.install(context)) ?? (await whyUnusable(context));
    if (reason === undefined) return method.name;
    failures.push({ method, reason });
    if (method !== methods.at(-1)) {
      context.onProgress({ kind: "note", text: `${method.title} failed: ${firstLine(reason)}.` });
    }
  }
  throw new SetupError(explain(failures, context.version, root));
}

async function whyUnusable({ version, env, root }) {
  const result = await inspectInstall(path.join(root, "bin"), isExactly(version), env);
  return result.ok ? undefined : `the installed CLI is not usable: ${result.reason}`;
}

async function withStaging(prefix, work) {
  const parent = path.dirname(prefix);
  mkdirSync(parent, { recursive: true });
  // The lock is held, so an existing staging folder belongs to a killed process.
  for (const name of readdirSync(parent)) {
    if (name.startsWith(path.basename(prefix)))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const dir = mkdtempSync(prefix);
  const staging = { dir, root: path.join(dir, "root"), temp: path.join(dir, "temp") };
  mkdirSync(staging.temp);
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  process.on("exit", remove);
  try {
    return await work(staging);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** Between the two renames the cache entry is missing. If the process is killed there, the next run installs again. */
function publish(from, to, replaced) {
  if (existsSync(to)) renameSync(to, replaced);
  renameSync(from, to);
}

const firstLine = (text) => text.split("\n", 1)[0];

function explain(failures, version, root) {
  return [
    `The Pulumi CLI ${version} is not installed, and every way to install it failed:`,
    ...failures.map(({ method, reason }) => `  - ${method.title}: ${reason.replaceAll("\n", "\n      ")}`),
    "Do one of these:",
    ...failures.map(({ method }) => `  - ${method.remedy}`),
    `  - add pulumi ${version} or newer, with pulumi-language-nodejs, to PATH`,
    `  - copy the folder ${root} from another machine`,
  ].join("\n");
}
