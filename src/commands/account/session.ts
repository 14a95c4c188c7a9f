// A session of the command line. Its settings are the same as in a program: the environment takes precedence over the
// stack config, which is only read if the key or the address is missing in the environment.
import { ApiError, SettingsError } from "../../api/errors";
import { AccountSession } from "../../api/session";
import {
  API_KEY,
  findSetting,
  NAMESPACE,
  rejectPlainKey,
  rejectUnknownSettings,
  resemblesSetting,
  resolveSettings,
  type Settings,
} from "../../api/settings";
import type { ConfigValue } from "../../config/yaml/expressions";
import { Progress } from "../output/progress";
import { PulumiProject } from "./pulumi-project";

/** Values by key with namespace. */
export type StackConfig = ReadonlyMap<string, ConfigValue>;

/** What a command works with. */
export interface CommandSession {
  readonly session: AccountSession;
  readonly progress: Progress;
  /** `undefined` without a Pulumi.yaml. */
  readonly project: PulumiProject | undefined;
  /** `undefined` if it was not needed. */
  readonly config: StackConfig | undefined;
}

const PREFIX = `${NAMESPACE}:`;

/**
 * Runs a command that uses the account of the project in a folder. Sends nothing by itself.
 * @param stack @default the selected stack
 * @throws SettingsError; what `action` throws
 */
export async function withSession<T>(
  folder: string,
  stack: string | undefined,
  action: (context: CommandSession) => Promise<T>,
): Promise<T> {
  const progress = new Progress(process.stderr);
  const project = PulumiProject.at(folder, stack);
  let session: AccountSession | undefined;
  try {
    progress.show("reading the settings");
    const config = await neededConfig(project);
    session = new AccountSession(settingsOf(config), {
      log: (message) => progress.wait(message),
      onWait: (ms, queued) => progress.wait(`wait ${Math.ceil(ms / 1000)} s: rate limit, ${queued} queued`),
    });
    return await action({ session, progress, project, config });
  } finally {
    progress.stop();
    await session?.close();
  }
}

/** @throws SettingsError if a setting is missing and the stack config cannot be read */
async function neededConfig(project: PulumiProject | undefined): Promise<StackConfig | undefined> {
  const isSet = (name: "apiKey" | "baseUrl") => findSetting(name, () => undefined, process.env);
  if (!project || (isSet("apiKey") && isSet("baseUrl"))) return undefined;
  try {
    return await project.config();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const missing = [
      ...(isSet("apiKey") ? [] : ["LINK_MANAGEMENT_API_KEY"]),
      ...(isSet("baseUrl") ? [] : ["LINK_MANAGEMENT_BASE_URL"]),
    ];
    throw new SettingsError(
      `${missing.join(" and ")} not set, and the stack config cannot be read: ${error.message}`,
    );
  }
}

/** @throws SettingsError */
function settingsOf(config: StackConfig | undefined): Settings {
  const names = [...(config?.keys() ?? [])].filter((key) => key.startsWith(PREFIX));
  // Other names may be keys of the config file.
  rejectUnknownSettings(names.map((key) => key.slice(PREFIX.length)).filter(resemblesSetting));
  rejectPlainKey(config?.get(API_KEY));
  return resolveSettings((name) => config?.get(PREFIX + name)?.value, process.env);
}
