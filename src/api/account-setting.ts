// The account that a key must belong to, from a setting.
import { SettingsError } from "./errors";

/** What the account of the key must be. Every given field must match. */
export interface AccountExpectation {
  /** Its id, such as 4711. */
  id?: string | number;
  /** Its user name. */
  username?: string;
  /** Its e-mail address, compared without case. */
  email?: string;
  /** When it was created, as the service writes it, such as `2024-01-15 09:30:00`. */
  registered?: string;
}

/** A text and where it is from, for messages. */
interface Setting {
  readonly text: string;
  readonly source: string;
}

/**
 * @param several what to do for several fields
 * @throws SettingsError
 */
export function accountSetting(
  { text, source }: Setting,
  several = "use account.expect in the config file",
): AccountExpectation | undefined {
  const account = text.trim();
  if (account === "") return undefined;
  if (/["{}\s]/.test(account)) {
    throw new SettingsError(
      `the account in ${source} must be one user name, id or e-mail address. For several fields, ${several}`,
    );
  }
  if (account.includes("@")) return { email: account };
  return /^[1-9]\d*$/.test(account) ? { id: account } : { username: account };
}

/**
 * Of an explicit provider, which passes several fields as JSON.
 * @throws SettingsError, also for an empty text: it would silently be no guard
 */
export function ownAccountSetting({ text, source }: Setting): AccountExpectation | undefined {
  if (text.trim() === "") {
    throw new SettingsError(`the ${source} is empty: pass its user name, id or e-mail address, or omit it`);
  }
  return text.startsWith("{") ? JSON.parse(text) : accountSetting({ text, source }, "pass an object");
}
