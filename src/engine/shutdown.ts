// The engine ends its provider processes with SIGINT, shows what they log then, and waits 5 s. A user's Ctrl-C does not
// reach them: they are in a process group of their own.
// Uses no SDK.

const MAX_SHUTDOWN_MS = 1000;

/** Runs `finish` at the engine's stop signal. The process then ends by that signal, as it would without. */
export function beforeShutdown(finish: () => Promise<void>): void {
  process.once("SIGINT", () => {
    const end = () => process.kill(process.pid, "SIGINT");
    setTimeout(end, MAX_SHUTDOWN_MS);
    finish().then(end, end);
  });
}
