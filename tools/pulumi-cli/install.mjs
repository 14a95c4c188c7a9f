// Puts a CLI into the cache, by the first way that works. Everything happens in a private folder beside the final one
// and becomes visible by a rename, so the cache never holds half an installation.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { inspectInstall, isExactly } from "./inspect.mjs";
import { withLock } from "./lock.mjs";
import { whileInterruptible } from "./signals.mjs";
import { SetupError } from "./wanted.mjs";

/** Returns how it was done: the name of a way, or "cache" when another process did it meanwhile. */
export function install({ version, root, ways, env, projectDir, onProgress, signal }) {
  const onInterrupted = () => onProgress({ kind: "note", text: "Interrupted; nothing was installed." });
  return whileInterruptible({ signal, onInterrupted }, async (interrupt) => {
    const onWait = ({ pid }) =>
      onProgress({
        kind: "step",
        step: `another process is installing the Pulumi CLI ${version}`,
        detail: `pid ${pid}`,
      });
    const hidden = path.join(path.dirname(root), `.${version}`);
    return withLock(`${hidden}.lock`, { signal: interrupt, onWait }, async () => {
      const bin = path.join(root, "bin");
      const found = await inspectInstall(bin, isExactly(version), env);
      if (found.ok) return "cache";
      if (!found.absent)
        onProgress({ kind: "note", text: `Replacing the Pulumi CLI in the cache: ${found.reason}.` });
      return inStage(`${hidden}.stage-`, async (stage) => {
        const context = { version, env, projectDir, onProgress, signal: interrupt, ...stage };
        const how = await tryWays(ways, context, root);
        publish(stage.root, root, `${stage.dir}/replaced`);
        return how;
      });
    });
  });
}

async function tryWays(ways, context, root) {
  const failures = [];
  for (const way of ways) {
    rmSync(context.root, { recursive: true, force: true });
    const reason = (await way.install(context)) ?? (await whyUnusable(context));
    if (reason === undefined) return way.name;
    failures.push({ way, reason });
    if (way !== ways.at(-1)) {
      context.onProgress({ kind: "note", text: `${way.title} is not possible: ${firstLine(reason)}.` });
    }
  }
  throw new SetupError(explain(failures, context.version, root));
}

async function whyUnusable({ version, env, root }) {
  const made = await inspectInstall(path.join(root, "bin"), isExactly(version), env);
  return made.ok ? undefined : `what came of it is not usable: ${made.reason}`;
}

async function inStage(prefix, work) {
  const parent = path.dirname(prefix);
  mkdirSync(parent, { recursive: true });
  // Only a holder of the lock makes such folders, so any that are here belong to a killed one.
  for (const name of readdirSync(parent)) {
    if (name.startsWith(path.basename(prefix)))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const dir = mkdtempSync(prefix);
  const stage = { dir, root: path.join(dir, "root"), temp: path.join(dir, "temp") };
  mkdirSync(stage.temp);
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  process.on("exit", remove);
  try {
    return await work(stage);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** Between the two renames the cache is empty for a moment; killed just there, the next run installs again. */
function publish(from, to, aside) {
  if (existsSync(to)) renameSync(to, aside);
  renameSync(from, to);
}

const firstLine = (text) => text.split("\n", 1)[0];

function explain(failures, version, root) {
  return [
    `There is no Pulumi CLI ${version} on this machine, and every way to get it failed:`,
    ...failures.map(({ way, reason }) => `  - ${way.title}: ${reason.replaceAll("\n", "\n      ")}`),
    "Any one of these helps:",
    ...failures.map(({ way }) => `  - ${way.remedy}`),
    `  - put a pulumi ${version} or newer (with pulumi-language-nodejs beside it) on PATH`,
    `  - copy the folder ${root} from a machine that has it`,
  ].join("\n");
}
