// The stack traces that the SDK takes while it registers a resource: one of the place where the resource is made,
// which goes into the state, and one for every property and promise, which nobody sees.

/** Files of node and of the SDK, which call a program and are the same for every resource. */
const CALLERS = /^node:|[\\/]@pulumi[\\/]pulumi[\\/]/;

/**
 * Takes no traces but that of the resource's place, and of that only the frames up to where the program begins: each
 * frame costs a look into the source maps, and some 60 bytes in the state of every resource.
 * @returns puts back what was before
 */
export function shortenStackTraces(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 0;
  if (prepareStackTrace) {
    Error.prepareStackTrace = (error, frames) => prepareStackTrace(error, withoutCallers(frames));
  }
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  };
}

function withoutCallers(frames: NodeJS.CallSite[]): NodeJS.CallSite[] {
  const last = frames.findLastIndex((frame) => !CALLERS.test(frame.getFileName() ?? "node:"));
  return frames.slice(0, last + 1);
}
