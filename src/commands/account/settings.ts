// The settings of a command: the same as in a program. The environment takes precedence over the stack config, which is
// only read if the key or the address is missing in the environment.
import { ApiError, SettingsError } from "../../api/errors";
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
import type { ConfigValue } from "../../config/parse/interpolation";
import type { PulumiProject } from "./pulumi-project";

const PREFIX = `${NAMESPACE}:`;

export interface CommandSettings {
  readonly settings: Settings;
  /** `undefined` if it was not needed. */
  readonly config: ReadonlyMap<string, ConfigValue> | undefined;
}

/**
 * @param project `undefined` outside a project: only the environment counts
 * @throws SettingsError, also if a setting is missing and the stack config cannot be read
 */
export async function commandSettings(
  project: PulumiProject | undefined,
  env: NodeJS.ProcessEnv,
): Promise<CommandSettings> {
  const isComplete = ["apiKey", "baseUrl"].every((name) =>
    findSetting(name as "apiKey", () => undefined, env),
  );
  if (isComplete || !project) return { settings: resolveSettings(() => undefined, env), config: undefined };
  const config = await readConfig(project, env);
  rejectMistakes(config);
  return { settings: resolveSettings((name) => config.get(PREFIX + name)?.value, env), config };
}

/** The missing setting is the error. Why the stack config does not have it comes second. */
async function readConfig(
  project: PulumiProject,
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, ConfigValue>> {
  try {
    return await project.config();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    try {
      resolveSettings(() => undefined, env);
    } catch (missing) {
      const { message } = missing as Error;
      throw new SettingsError(`${message}. The stack config cannot be read: ${error.message}`);
    }
    throw error;
  }
}

function rejectMistakes(config: ReadonlyMap<string, ConfigValue>): void {
  const names = [...config.keys()]
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));
  // Other names may be keys of the config file.
  rejectUnknownSettings(names.filter(resemblesSetting));
  rejectPlainKey(config.get(API_KEY));
}
