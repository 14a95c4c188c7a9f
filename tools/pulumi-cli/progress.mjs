// Shows progress: one line that is updated on a terminal, and plain lines, not too many, anywhere else.

const PLAIN_LINE_EVERY = 20_000;
const REDRAW_EVERY = 500;

/** `now` and `every` are the clock, so that a test need not wait. */
export function createReporter(stream, env, { now = () => performance.now(), every = setInterval } = {}) {
  const live = Boolean(stream.isTTY) && env.TERM !== "dumb";
  const dim = live && !env.NO_COLOR ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text;
  let current;
  let startedAt = 0;
  let plainAt = Number.NEGATIVE_INFINITY;
  let timer;

  const elapsed = () => {
    const seconds = Math.floor((now() - startedAt) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const clear = () => live && current && stream.write("\r\u001b[K");
  const show = () => {
    if (!current) return;
    const extra = [elapsed(), current.detail].filter(Boolean).join(", ");
    if (live) {
      // A line that wraps could not be cleared again.
      const room = Math.max(0, (stream.columns || 80) - current.step.length - 2);
      stream.write(`\r\u001b[K${current.step} ${dim(extra.slice(0, room))}`);
    } else if (now() - plainAt >= PLAIN_LINE_EVERY) {
      plainAt = now();
      stream.write(`${current.step} (${extra})\n`);
    }
  };

  return {
    report(progress) {
      if (progress.kind === "note") {
        clear();
        stream.write(`${progress.text}\n`);
        return;
      }
      if (current?.step !== progress.step) startedAt = now();
      const first = !current;
      current = progress;
      if (!timer) timer = every(show, REDRAW_EVERY);
      timer.unref?.();
      if (first) show();
    },
    stop() {
      clearInterval(timer);
      clear();
      current = undefined;
    },
  };
}
