// Runs a program in a process group of its own, so that stopping it also stops what it started (`go` runs compilers),
// and nothing else.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const windows = process.platform === "win32";
const KILL_AFTER = 3_000;

/** Resolves to `{code, lastLines}`; rejects when the program cannot be started or `signal` aborts. */
export async function run(command, args, { cwd, env, signal, onLine = () => {} }) {
  signal?.throwIfAborted();
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: !windows });
  const lastLines = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.trim() === "") return;
      lastLines.push(line.trimEnd());
      if (lastLines.length > 15) lastLines.shift();
      onLine(line);
    });
  }

  const kill = (name) => {
    if (child.pid === undefined) return;
    try {
      if (windows) child.kill(name);
      else process.kill(-child.pid, name);
    } catch {
      // Nothing of the group is left.
    }
  };
  const killNow = () => kill("SIGKILL");
  let patience;
  const stop = () => {
    kill("SIGTERM");
    patience = setTimeout(killNow, KILL_AFTER);
  };
  // Somebody else's handler may end this process without waiting for us.
  process.on("exit", killNow);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const code = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (exitCode, exitSignal) => resolve(exitCode ?? exitSignal));
    });
    signal?.throwIfAborted();
    return { code, lastLines };
  } finally {
    clearTimeout(patience);
    process.off("exit", killNow);
    signal?.removeEventListener("abort", stop);
  }
}
