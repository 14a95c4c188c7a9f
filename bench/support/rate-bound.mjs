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
 * The times between the renewal of a window that begins with its first request and the request after it, each as
 * percent of the window.
 */
export function guards(log, windowMs) {
  const found = [];
  let begin = log[0].at;
  for (const { at } of log) {
    if (at < begin + windowMs) continue;
    found.push((100 * (at - begin - windowMs)) / windowMs);
    begin = at;
  }
  return found;
}
