// A program whose engine was killed does not end by itself: the SDK inspects every registration that failed with all
// promises that hang on it, which takes minutes of a full core and gigabytes. So the program's process watches too.
import { join } from "node:path";
import { Worker } from "node:worker_threads";

let isWatching = false;

/**
 * Ends this process when its engine is gone, if it is one that the engine started for a program. An inline program of
 * the Automation API runs in its user's own process, which is left alone.
 */
export function endWithEngine(): void {
  if (isWatching || !isRunner(require.main?.filename)) return;
  isWatching = true;
  const address = process.env.PULUMI_NODEJS_ENGINE;
  if (address === undefined) return;
  // In a thread of its own, since the main one is busy with those inspections.
  const thread = new Worker(join(__dirname, "program-watch-thread.js"), { workerData: address });
  thread.unref();
  // Where a bundler left the thread's file out, the program ends as late as without it.
  thread.on("error", () => {});
}

function isRunner(main: string | undefined): boolean {
  return main !== undefined && /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]run[\\/]index\.js$/.test(main);
}
