// A run of a program as the SDK sees it, with a store of its own: nothing reaches other tests.
import { sdk } from "./engine/program-run";

/** Calls a function in a run of the stack `test`. */
export function inProgramRun<T>(call: () => Promise<T>, project = "shop"): Promise<T> {
  return sdk.withLocalStorage(() => {
    const run = { project, stack: "test", dryRun: false, organization: "organization" };
    Object.assign(sdk.getStore().settings.options, run);
    return call();
  });
}
