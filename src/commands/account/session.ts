// A session of the command line with the account of the settings.
import { AccountSession } from "../../api/session";
import { Progress, type Terminal } from "../output/progress";
import { PulumiProject } from "./pulumi-project";
import { type CommandSettings, commandSettings } from "./settings";

export interface SessionOptions {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** @default the selected stack */
  readonly stack: string | undefined;
  /** Where the progress is shown, if it is a terminal. */
  readonly stderr: Terminal;
}

/** What a command works with. */
export interface CommandSession extends CommandSettings {
  readonly session: AccountSession;
  readonly progress: Progress;
  readonly project: PulumiProject | undefined;
}

/**
 * Runs a command that uses the account. Sends nothing by itself.
 * @throws SettingsError; what `action` throws
 */
export async function withSession<T>(
  { folder, env, stack, stderr }: SessionOptions,
  action: (context: CommandSession) => Promise<T>,
): Promise<T> {
  const progress = new Progress(stderr);
  const project = PulumiProject.at(folder, stack);
  let session: AccountSession | undefined;
  try {
    progress.show("reading the settings");
    const { settings, config } = await commandSettings(project, env);
    session = new AccountSession(settings, {
      log: (message) => progress.wait(message),
      onWait: (ms, queued) => progress.wait(`wait ${Math.ceil(ms / 1000)} s: rate limit, ${queued} queued`),
    });
    return await action({ session, progress, project, settings, config });
  } finally {
    progress.stop();
    await session?.close();
  }
}
