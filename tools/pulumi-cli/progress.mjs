// Shows progress: one updated line on a terminal, an occasional plain line elsewhere.

const PLAIN_LINE_INTERVAL_MS = 20_000;
const REDRAW_INTERVAL_MS = 500;

/** Tests replace `now` and `every`. */
export function createReporter(stream, env, { now = () => performance.now(), every = setInterval } = {}) {
  const isTerminal = Boolean(stream.isTTY) && env.TERM !== "dumb";
  const dim = isTerminal && !env.NO_COLOR ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text;
  let current;
  let startedAt = 0;
  let lastPlainLineAt = Number.NEGATIVE_INFINITY;
  let timer;

  const elapsed = () => {
    const seconds = Math.floor((now() - startedAt) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const clear = () => isTerminal && current && stream.write("\r\u001b[K");
  const show = () => {
    if (!current) return;
    const extra = [elapsed(), current.detail].filter(Boolean).join(", ");
    if (isTerminal) {
      // A line that wraps could not be cleared.
      const width = Math.max(0, (stream.columns || 80) - current.step.length - 2);
      stream.write(`\r\u001b[K${current.step} ${dim(extra.slice(0, width))}`);
    } else if (now() - lastPlainLineAt >= PLAIN_LINE_INTERVAL_MS) {
      lastPlainLineAt = now();
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
      const isFirst = !current;
      current = progress;
      if (!timer) timer = every(show, REDRAW_INTERVAL_MS);
      timer.unref?.();
      if (isFirst) show();
    },
    stop() {
      clearInterval(timer);
      clear();
      current = undefined;
    },
  };
}
