// Loads modules that the SDK depends on and this package does not.
// Tested with @pulumi/pulumi 3.248.0.
import { createRequire } from "node:module";

/** The SDK's own copy of a module. Strict installers (pnpm) show it only to the SDK. */
export function requireOfSdk(name: string): unknown {
  return createRequire(require.resolve("@pulumi/pulumi/package.json"))(name);
}
