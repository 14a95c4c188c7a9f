// The stack config of a program.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { getProject } from "@pulumi/pulumi/runtime/settings";
import { SettingsError } from "../api/errors";
import { resolveSettings, type Settings } from "../api/settings";
import * as pulumi from "./sdk";

const KEY = "link-management:apiKey";

/** @param key with its namespace; a key without one belongs to the project */
export function programConfig(key: string): { value: string; isSecret: boolean } | undefined {
  const name = key.includes(":") ? key : `${getProject()}:${key}`;
  const value = pulumi.config.getConfig(name);
  return value === undefined ? undefined : { value, isSecret: isSecret(name) };
}

// The SDK has this function, but its types do not.
function isSecret(name: string): boolean {
  return (pulumi.config as unknown as { isConfigSecret(key: string): boolean }).isConfigSecret(name);
}

/**
 * The settings from the environment and the stack config. Sends nothing.
 * @throws SettingsError; also if the key is in plain text in the stack config, and would be in the state
 */
export function programSettings(): Settings {
  const key = programConfig(KEY);
  if (key && !key.isSecret) {
    throw new SettingsError(
      `${KEY} is in plain text in the stack config, and would be in the state. ` +
        `Set it again as a secret: pulumi config set --secret ${KEY}\n` +
        "If the key was in git, everybody who can read the repository knows it: create a new key.",
    );
  }
  return resolveSettings((name) => programConfig(`link-management:${name}`)?.value, process.env);
}
