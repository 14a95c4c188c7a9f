// The stack's config, as a program has it.
import { getProject } from "@pulumi/pulumi/runtime/settings";
import * as pulumi from "./sdk";

/** @param key with its namespace; one without is the project's own */
export function programConfig(key: string): { value: string; isSecret: boolean } | undefined {
  const name = key.includes(":") ? key : `${getProject()}:${key}`;
  const value = pulumi.config.getConfig(name);
  return value === undefined ? undefined : { value, isSecret: isSecret(name) };
}

// The SDK knows, but its types do not show it.
function isSecret(name: string): boolean {
  return (pulumi.config as unknown as { isConfigSecret(key: string): boolean }).isConfigSecret(name);
}
