// Ctrl-C while something is being installed: clean up first, then end as if nobody had caught the signal.

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs `work` with an AbortSignal that follows `outer` and the signals that ask this process to end.
 * `onInterrupted` is called when such a signal came, after `work` has cleaned up.
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
    // With a listener of its own the program decides; without one the signal would have ended it.
    if (received && process.listenerCount(received) === 0) process.kill(process.pid, received);
  }
}
