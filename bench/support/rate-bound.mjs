// What a log of requests says about the use of the rate limit (api.md, "Limits").

/** Requests of a window. */
export const LIMIT = 30;

/**
 * The time from the first to the last request, and the shortest that the limit allows for so many.
 * @param log of the emulator
 * @param windowMs length of a window
 */
export function againstBound(log, windowMs) {
  const windows = Math.ceil((log.length - LIMIT) / LIMIT);
  return {
    seconds: (log.at(-1).at - log[0].at) / 1000,
    boundSeconds: (windows * windowMs) / 1000,
    refused: log.filter(({ rateLimited }) => rateLimited).length,
  };
}

/**
 * The longest time between the renewal of a window that begins with its first request and the request after it, as
 * percent of the window.
 */
export function longestGuard(log, windowMs) {
  let begin = log[0].at;
  let longest = 0;
  for (const { at } of log) {
    if (at < begin + windowMs) continue;
    longest = Math.max(longest, at - begin - windowMs);
    begin = at;
  }
  return (100 * longest) / windowMs;
}
