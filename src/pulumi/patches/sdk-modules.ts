// Loads modules that the SDK depends on and this package does not.
import { createRequire } from "node:module";

/** The SDK's own copy of a module. Strict installers (pnpm) show it only to the SDK. */
export function requireOfSdk(name: string): unknown {
  return createRequire(require.resolve("@pulumi/pulumi/package.json"))(name);
}
