// What the stack config may contain.
import { SettingsError } from "./errors";

export const NAMESPACE = "link-management";
export const API_KEY = `${NAMESPACE}:apiKey`;

/** @param key the API key in the stack config. @throws SettingsError if it is in plain text */
export function rejectPlainKey(key: { readonly isSecret: boolean } | undefined): void {
  if (!key || key.isSecret) return;
  throw new SettingsError(
    `${API_KEY} is in plain text in the stack config, and would be in the state. ` +
      `Set it again as a secret: pulumi config set --secret ${API_KEY}\n` +
      "If the key was in git, everybody who can read the repository knows it: create a new key.",
  );
}
