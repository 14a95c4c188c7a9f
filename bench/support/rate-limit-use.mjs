// How well a log of requests uses the rate limit (api.md, "Limits").

export const REQUESTS_PER_WINDOW = 30;

/**
 * Compares the time from the first to the last request with the shortest that the limit allows for that number.
 * @param log the emulator's request log
 * @param windowMs length of a window
 */
export function compareWithIdeal(log, windowMs) {
  const resets = Math.ceil((log.length - REQUESTS_PER_WINDOW) / REQUESTS_PER_WINDOW);
  return {
    seconds: (log.at(-1).at - log[0].at) / 1000,
    idealSeconds: (resets * windowMs) / 1000,
    rejected: log.filter(({ limited }) => limited).length,
  };
}

/**
 * The delay from each reset of the window to the next request, as a percentage of the window. A window begins with its
 * first request.
 */
export function resetDelays(log, windowMs) {
  const delays = [];
  let windowStart = log[0].at;
  for (const { at } of log) {
    if (at < windowStart + windowMs) continue;
    delays.push((100 * (at - windowStart - windowMs)) / windowMs);
    windowStart = at;
  }
  return delays;
}
