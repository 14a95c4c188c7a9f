// A run of a program as the SDK sees it, with a store of its own: nothing reaches other tests.
import * as sdkState from "@pulumi/pulumi/runtime/state";

// The SDK has these functions, but its types do not.
const sdk = sdkState as unknown as {
  withLocalStorage<T>(call: () => T): T;
  getStore(): { readonly settings: { readonly options: Record<string, unknown> } };
};

/** Calls a function in a run of the stack `test`. */
export function inProgramRun<T>(call: () => Promise<T>): Promise<T> {
  return sdk.withLocalStorage(() => {
    const run = { project: "shop", stack: "test", dryRun: false, organization: "organization" };
    Object.assign(sdk.getStore().settings.options, run);
    return call();
  });
}
