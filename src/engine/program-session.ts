// The account session of a program's own process: for the reads, and for the check of the account before the
// first registration. (The handlers run in another process, with a session of theirs.)
import * as pulumi from "@pulumi/pulumi";
import { SettingsError } from "../api/errors";
import { AccountSession } from "../api/session";
import { resolveSettings, type Settings } from "../api/settings";

let session: AccountSession | undefined;

/** @throws SettingsError when key or address are missing, or the key stands in plain text in the config */
export function programSession(): AccountSession {
  session ??= new AccountSession(programSettings());
  return session;
}

/** Settings from the stack's config, and before it from the environment. Sends nothing. */
export function programSettings(): Settings {
  refusePlainKey();
  return resolveSettings((name) => pulumi.runtime.getConfig(`link-management:${name}`), process.env);
}

/** @throws SettingsError when the key stands in plain text in the stack's config, and so would in its state */
export function refusePlainKey(): void {
  if (pulumi.runtime.getConfig(KEY) === undefined || isSecret(KEY)) return;
  throw new SettingsError(
    `${KEY} stands in plain text in the stack's config, and would in its state; ` +
      `set it again as a secret: pulumi config set --secret ${KEY}\n` +
      "A key that was in git is known to all who can read that: let the service make a new one.",
  );
}

const KEY = "link-management:apiKey";

// The SDK knows, but its types do not show it.
function isSecret(key: string): boolean {
  return (pulumi.runtime as unknown as { isConfigSecret(key: string): boolean }).isConfigSecret(key);
}
