// Ends a program whose engine was killed. The SDK would inspect every failed registration with all promises that depend
// on it, which takes minutes of a full core and gigabytes.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { join } from "node:path";
import { Worker } from "node:worker_threads";

/**
 * Ends this process with its engine, if the engine started it for a program. An inline program of the Automation API runs
 * in its user's own process, which is left alone.
 */
export function exitWithEngine(): void {
  const address = process.env.PULUMI_NODEJS_ENGINE;
  if (address === undefined || !isStartedByEngine()) return;
  // In a thread, because those inspections keep the main one busy.
  const thread = new Worker(join(__dirname, "program-exit-thread.js"), { workerData: address });
  thread.unref();
  // If a bundler dropped the file of the thread, the program ends later.
  thread.on("error", () => {});
}

/** Whether the engine started this process for a program. Its working folder is then the folder of the program. */
export function isStartedByEngine(): boolean {
  const main = require.main?.filename;
  return main !== undefined && /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]run[\\/]index\.js$/.test(main);
}
