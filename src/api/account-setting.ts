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

/** @throws SettingsError */
export function accountSetting({ text, source }: Setting): AccountExpectation | undefined {
  const account = text.trim();
  if (account === "") return undefined;
  if (/["{}\s]/.test(account)) {
    throw new SettingsError(
      `the account in ${source} must be one user name, id or e-mail address. For several fields, use account.expect in the config file`,
    );
  }
  if (account.includes("@")) return { email: account };
  return /^[1-9]\d*$/.test(account) ? { id: account } : { username: account };
}
