// A session of the command line. Its settings are the same as in a program: the environment takes precedence over the
// stack config, which is only read if the key or the address is missing in the environment.
import { SettingsError } from "../../api/errors";
import { Secrets } from "../../api/secrets";
import { AccountSession } from "../../api/session";
import {
  API_KEY,
  findSetting,
  NAMESPACE,
  rejectPlainKey,
  resolveSettings,
  type Settings,
} from "../../api/settings";
import { note } from "../command";
import type { Project } from "./project";
import { PulumiError, type StackConfig } from "./stack";

/**
 * Runs a command that uses the account of a project. Sends nothing by itself.
 * @throws SettingsError; what `action` throws
 */
export async function withSession<T>(
  project: Project,
  action: (session: AccountSession) => Promise<T>,
): Promise<T> {
  const session = new AccountSession(settingsOf(await neededConfig(project)), {
    secrets: Secrets.of(process.env),
    log: note,
  });
  try {
    return await action(session);
  } finally {
    await session.close();
  }
}

/** `undefined` if it is not needed. @throws SettingsError if a setting is missing and the stack config cannot be read */
async function neededConfig({ file, stack }: Project): Promise<StackConfig | undefined> {
  const needed = ["apiKey", "baseUrl"] as const;
  if (needed.every((name) => findSetting(name, () => undefined, process.env))) return undefined;
  try {
    return file ? await stack.config() : undefined;
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    throw new SettingsError(
      "LINK_MANAGEMENT_API_KEY or LINK_MANAGEMENT_BASE_URL is not set, and the stack config cannot be read: " +
        error.message,
    );
  }
}

/** @throws SettingsError */
function settingsOf(config: StackConfig | undefined): Settings {
  rejectPlainKey(config?.get(API_KEY));
  return resolveSettings((name) => config?.get(`${NAMESPACE}:${name}`)?.value, process.env);
}
