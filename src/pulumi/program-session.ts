// The account session of a program's own process: for the reads, and for the check of the account before the
// first registration. (The handlers run in another process, with a session of theirs.)

import { ApiError, SettingsError } from "../api/errors";
import { AccountSession } from "../api/session";
import { resolveSettings, type Settings } from "../api/settings";
import { programConfig } from "./program-config";
import * as pulumi from "./sdk";

const KEY = "link-management:apiKey";

/** Of the settings that were last asked for: an inline program can be run for several stacks in one process. */
let current: { readonly settings: string; readonly session: AccountSession } | undefined;
/** By message. */
const runErrors = new Map<string, pulumi.RunError>();

/** @throws SettingsError when key or address are missing, or the key stands in plain text in the config */
export function programSession(): AccountSession {
  const settings = programSettings();
  const text = JSON.stringify(settings);
  if (current?.settings !== text) current = { settings: text, session: new AccountSession(settings) };
  return current.session;
}

/**
 * Before the first registration of a program: a key or an address that is missing or cannot be used is one error
 * of the program, not one of a resource. Without an engine (a user's own unit tests with mocks) nothing is asked.
 * @throws RunError
 */
export function checkProgramSettings(): void {
  if (!pulumi.hasEngine()) return;
  try {
    programSettings();
  } catch (error) {
    throw toRunError(error);
  }
}

/** A read of a program. @throws RunError for what the user must hear: the SDK tells it without a stack */
export async function readInProgram<T>(read: (session: AccountSession) => Promise<T>): Promise<T> {
  try {
    return await read(programSession());
  } catch (error) {
    throw toRunError(error);
  }
}

// Defects keep their stack.
function toRunError(error: unknown): unknown {
  return error instanceof ApiError ? runError(error.message) : error;
}

/**
 * An error for the user of a program, told without a stack. The same message is the same error, which the SDK
 * tells once however many promises end with it.
 */
export function runError(message: string): pulumi.RunError {
  const known = runErrors.get(message);
  if (known) return known;
  const error = new pulumi.RunError(message);
  // With a stack the SDK inspects the error and all promises that hang on it, which takes up to 20 s.
  error.stack = "";
  runErrors.set(message, error);
  return error;
}

/** Settings from the stack's config, and before it from the environment. Sends nothing. */
export function programSettings(): Settings {
  refusePlainKey();
  return resolveSettings((name) => programConfig(`link-management:${name}`)?.value, process.env);
}

/** @throws SettingsError when the key stands in plain text in the stack's config, and so would in its state */
export function refusePlainKey(): void {
  const key = programConfig(KEY);
  if (!key || key.isSecret) return;
  throw new SettingsError(
    `${KEY} stands in plain text in the stack's config, and would in its state; ` +
      `set it again as a secret: pulumi config set --secret ${KEY}\n` +
      "A key that was in git is known to all who can read that: let the service make a new one.",
  );
}
