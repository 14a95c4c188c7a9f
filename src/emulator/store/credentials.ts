// API keys and password of an account. Neither is kept in plain text, so neither can leak.
import { createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

export type KeyState = "active" | "revoked";

/** Credentials as the state file keeps them. */
export interface CredentialsState {
  /** Salt and hash. */
  readonly password: string | undefined;
  /** By digest of the key. */
  readonly keys: Readonly<Record<string, KeyState>>;
}

const HASH_BYTES = 32;

export function keyDigest(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export class Credentials {
  readonly #keys = new Map<string, KeyState>();
  #password: string | undefined;

  setPassword(password: string): void {
    const salt = randomBytes(16);
    this.#password = `${salt.toString("hex")}:${scryptSync(password, salt, HASH_BYTES).toString("hex")}`;
  }

  passwordMatches(password: string): boolean {
    const [salt, hash] = this.#password?.split(":") ?? [];
    if (salt === undefined || hash === undefined) return false;
    const given = scryptSync(password, Buffer.from(salt, "hex"), HASH_BYTES);
    return timingSafeEqual(given, Buffer.from(hash, "hex"));
  }

  setKey(key: string, state: KeyState): void {
    this.#keys.set(keyDigest(key), state);
  }

  keyState(digest: string): KeyState | undefined {
    return this.#keys.get(digest);
  }

  toState(): CredentialsState {
    return { password: this.#password, keys: Object.fromEntries(this.#keys) };
  }

  restore({ password, keys }: CredentialsState): void {
    this.#password = password;
    for (const [digest, state] of Object.entries(keys)) this.#keys.set(digest, state);
  }
}
