// Handles Ctrl-C during an installation: clean up first, then exit by the signal's default action.

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs `work` with an AbortSignal that aborts with `outer` or when the process receives a termination signal.
 * After such a signal, and after `work` has cleaned up, `onInterrupted` is called.
 */
export async function whileInterruptible({ signal: outer, onInterrupted }, work) {
  const controller = new AbortController();
  let received;
  const onSignal = (name) => {
    received ??= name;
    controller.abort(new Error(`interrupted by ${name}`));
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(outer ? AbortSignal.any([outer, controller.signal]) : controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
    if (received) onInterrupted();
    // Without another listener, the signal would have ended the process.
    if (received && process.listenerCount(received) === 0) process.kill(process.pid, received);
  }
}
