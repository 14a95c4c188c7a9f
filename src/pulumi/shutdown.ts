// The engine ends its provider processes with SIGINT, and still shows what they log then. It waits 5 s for them. (The
// user's Ctrl-C does not reach them: they are in a process group of their own.)

const LONGEST_MS = 1000;

/** Runs `lastWords` at the engine's stop signal; the process then ends by that signal, as it would have without. */
export function beforeStop(lastWords: () => Promise<void>): void {
  process.once("SIGINT", () => {
    const end = () => process.kill(process.pid, "SIGINT");
    setTimeout(end, LONGEST_MS);
    lastWords().then(end, end);
  });
}
