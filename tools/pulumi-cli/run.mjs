// Runs a program in its own process group, so that stopping it also stops its children (`go` runs compilers).

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const isWindows = process.platform === "win32";
const KILL_AFTER_MS = 3_000;
const MAX_LAST_LINES = 15;

/** Resolves to `{code, lastLines}`. Rejects when the program cannot start or `signal` aborts. */
export async function run(command, args, { cwd, env, signal, onLine = () => {} }) {
  signal?.throwIfAborted();
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: !isWindows });
  const lastLines = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.trim() === "") return;
      lastLines.push(line.trimEnd());
      if (lastLines.length > MAX_LAST_LINES) lastLines.shift();
      onLine(line);
    });
  }

  const kill = (name) => {
    if (child.pid === undefined) return;
    try {
      if (isWindows) child.kill(name);
      else process.kill(-child.pid, name);
    } catch {
      // The group has already exited.
    }
  };
  const killNow = () => kill("SIGKILL");
  let killTimer;
  const stop = () => {
    kill("SIGTERM");
    killTimer = setTimeout(killNow, KILL_AFTER_MS);
  };
  // Another signal handler may end this process before the child has exited.
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
    clearTimeout(killTimer);
    process.off("exit", killNow);
    signal?.removeEventListener("abort", stop);
  }
}
