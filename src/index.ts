// The public API: the classes of resources, reads of the account, and the loader of the config file.
import "./start/exit-on-old-node";
import type { LoadStackOptions } from "./config/build/load-stack";
import type { LoadedStack } from "./config/build/make-resources";

export type { AccountExpectation } from "./api/settings";
export type { LoadStackOptions } from "./config/build/load-stack";
export type { Addresses, LoadedStack } from "./config/build/make-resources";
export type { OnExisting } from "./kind/on-existing";
export type { KindOptions } from "./pulumi/resource-class";
export * from "./resources/generated/classes";
export * from "./resources/generated/contents";
export * from "./resources/generated/reads";
export { vcardText } from "./resources/qr-content/vcard";
export { wifiText } from "./resources/qr-content/wifi";

/**
 * Creates a resource for every object in the config file.
 *
 * Before the first resource, all errors are reported at once: those of the file, each with its line, and those of the
 * API key and address. If the file or the stack config names the expected account, it is checked with one request. In a
 * unit test with mocks, only the file is read.
 * @returns the resources by section and key, such as `stack.qrCodes.menu`, and the addresses that a program can export
 * @throws pulumi.RunError, which the CLI prints without a stack trace
 */
export async function loadStack(options: LoadStackOptions = {}): Promise<LoadedStack> {
  // Programs of classes start without the loader.
  const { loadStack: load } = await import("./config/build/load-stack.js");
  return load(options);
}
