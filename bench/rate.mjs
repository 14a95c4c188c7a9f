// How well creates use the rate limit: their time over the shortest that the limit allows, and rejected requests.
import { simulateCreates } from "./support/simulated-creates.mjs";

/** api.md, "Limits". */
const REQUESTS_PER_WINDOW = 30;
const WINDOW_MS = 60_000;
/** A service some countries away. */
const LATENCY_MS = 50;
const RESET_FORMATS = ["epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"];
const WINDOW_KINDS = ["fixed", "aligned", "sliding"];

export async function rate() {
  const [few, many] = [await worstOfDialects(120), await worstOfDialects(300)];
  const rejected = few.rejected + many.rejected;
  return [few.figure, many.figure, { name: "rate-limited responses", value: rejected, max: 0 }];
}

/** Every reset format with every kind of window. */
async function worstOfDialects(count) {
  let value = 0;
  let rejected = 0;
  for (const rateLimitWindow of WINDOW_KINDS) {
    for (const resetFormat of RESET_FORMATS) {
      const dialect = { rateLimitWindow, resetFormat };
      const options = { dialect, rateLimit: REQUESTS_PER_WINDOW, windowMs: WINDOW_MS };
      const log = await simulateCreates(count, options, LATENCY_MS);
      value = Math.max(value, overIdeal(log));
      rejected += log.filter(({ limited }) => limited).length;
    }
  }
  const figure = { name: `${count} creates over the ideal, worst of all dialects`, value, max: 1.05 };
  return { figure, rejected };
}

/** The time from the first to the last request over the shortest that the limit allows for that number. */
function overIdeal(log) {
  const resets = Math.ceil(log.length / REQUESTS_PER_WINDOW) - 1;
  return (log.at(-1).at - log[0].at) / (resets * WINDOW_MS);
}
