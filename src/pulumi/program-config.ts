// The stack config of a program.
import { getProject } from "@pulumi/pulumi/runtime/settings";
import {
  API_KEY,
  NAMESPACE,
  rejectPlainKey,
  rejectUnknownSettings,
  resolveSettings,
  type Settings,
} from "../api/settings";
import * as pulumi from "./sdk";

/** @param key with its namespace; a key without one belongs to the project */
export function programConfig(key: string): { value: string; isSecret: boolean } | undefined {
  const name = qualified(key);
  const value = pulumi.config.getConfig(name);
  return value === undefined ? undefined : { value, isSecret: isSecret(name) };
}

function qualified(key: string): string {
  return key.includes(":") ? key : `${getProject()}:${key}`;
}

// The SDK has this function, but its types do not.
function isSecret(name: string): boolean {
  return (pulumi.config as unknown as { isConfigSecret(key: string): boolean }).isConfigSecret(name);
}

/**
 * The settings from the environment and the stack config. Sends nothing.
 * @param fileKeys keys of the stack config that the config file refers to; unset if the program has no config file
 * @throws SettingsError, also for an unknown setting, or a key in plain text, which would be in the state
 */
export function programSettings(fileKeys?: ReadonlySet<string>): Settings {
  const ofFile = new Set([...(fileKeys ?? [])].map(qualified));
  const keys = Object.keys(pulumi.config.allConfig()).filter((key) => key.startsWith(`${NAMESPACE}:`));
  const names = keys.filter((key) => !ofFile.has(key)).map((key) => key.slice(NAMESPACE.length + 1));
  // A project of that name has keys of its own, which only a config file names.
  if (fileKeys || getProject() !== NAMESPACE) rejectUnknownSettings(names);
  rejectPlainKey(programConfig(API_KEY));
  return resolveSettings((name) => programConfig(`${NAMESPACE}:${name}`)?.value, process.env);
}
