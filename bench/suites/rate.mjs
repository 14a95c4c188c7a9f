// How well creates use the rate limit: their time over the shortest that the limit allows, and rejected requests.
import { compareWithIdeal, REQUESTS_PER_WINDOW, resetDelays } from "../support/rate-limit-use.mjs";
import { absoluteResult, relativeResult, worst } from "../support/result.mjs";
import { simulateCreates } from "../support/simulated-creates.mjs";

const COUNTS = [120, 300];
/** Of every simulated request: a service some countries away. */
const LATENCY_MS = 50;
const WINDOW_MS = 60_000;
const MAX_RATIO = 1.05;
/** Percent of the window: the client waits a second longer than announced, and resets are whole seconds. */
const MAX_RESET_DELAY = 4;

const RESET_FORMATS = ["epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"];
const WINDOW_KINDS = ["fixed", "aligned", "sliding"];

export async function measure(context) {
  const worstOfDialects = [];
  let rejected = 0;
  let longestDelay = 0;
  for (const count of COUNTS) {
    const name = `${count} creates, simulated, worst of all dialects`;
    const results = [];
    for (const dialect of dialects()) {
      context.progress(`${count} creates, simulated, ${Object.values(dialect).join(" ")}`);
      const emulator = { dialect, rateLimit: REQUESTS_PER_WINDOW, windowMs: WINDOW_MS };
      const log = await simulateCreates(context, { count, emulator, latencyMs: LATENCY_MS });
      const use = compareWithIdeal(log, WINDOW_MS);
      rejected += use.rejected;
      results.push(overIdeal(name, use, MAX_RATIO));
      if (hasExactReset(dialect)) {
        longestDelay = Math.max(longestDelay, ...resetDelays(log, WINDOW_MS));
      }
    }
    worstOfDialects.push(worst(results));
  }
  return [
    ...worstOfDialects,
    absoluteResult({ name: "rate-limited responses, simulated", value: rejected, unit: "", max: 0 }),
    absoluteResult({
      name: "longest delay after a reset, simulated",
      value: longestDelay,
      unit: "% of the window",
      max: MAX_RESET_DELAY,
    }),
  ];
}

/** Every reset format with every kind of window. */
function dialects() {
  return WINDOW_KINDS.flatMap((rateLimitWindow) =>
    RESET_FORMATS.map((resetFormat) => ({ rateLimitWindow, resetFormat })),
  );
}

/** Whether a window begins with its first request and the service reports its exact end. */
const hasExactReset = ({ rateLimitWindow, resetFormat }) =>
  rateLimitWindow === "fixed" && /^(epochMs|isoDate)$/.test(resetFormat);

function overIdeal(name, { seconds, idealSeconds }, max) {
  return relativeResult({
    name,
    value: seconds,
    unit: "s",
    baseline: "ideal",
    baselineValue: idealSeconds,
    max,
  });
}
