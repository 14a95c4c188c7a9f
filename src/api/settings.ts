// The settings of the client, from the environment and the stack config.

import { SettingsError } from "./errors";
import { sanitize } from "./sanitize";
import { didYouMean, suggest } from "./suggest";
import { checkBaseUrl, serviceAddress, type Value } from "./web-address";

/** What to do if the account already has an object with the identity of a new entry. */
export const ON_EXISTING = ["fail", "adopt", "overwrite", "duplicate"] as const;

/** How many objects may be deleted when their entries leave the config file: a number, or a percentage of its objects. */
export type MaxDeletions = number | string;
export const MAX_DELETIONS_FORM = /^(\d{1,6}|(100|\d{1,2}) ?%)$/;
export const MAX_DELETIONS_RULE = "must be a whole number such as 5, or a percentage such as 30%";

/** As a number of objects. Digits are one also as text. @param total of which a percentage is taken */
export function deletionLimit(max: MaxDeletions, total: number): number {
  const number = Number.parseFloat(String(max));
  return isPercentage(max) ? Math.floor((total * number) / 100) : number;
}

export function isPercentage(max: MaxDeletions): boolean {
  return String(max).endsWith("%");
}

/** What the account of the key must be. Every given field must match. */
export interface AccountExpectation {
  /** Its id, such as 4711. */
  id?: string | number;
  /** Its user name. */
  username?: string;
}

/** Set by `review` for its preview. No setting of users. */
export const IN_REVIEW = "LINK_MANAGEMENT_IN_REVIEW";
/** Begins the debug message with the account of a run: `review` reads it. */
export const ACCOUNT_MARK = "account: ";

export const NAMESPACE = "link-management";
export const API_KEY = `${NAMESPACE}:apiKey`;

/** What is no key: quotes, a placeholder, a part of the header, and what a header cannot carry. */
const NO_KEY = /^["'`]|["'`]$|^<.*>$|^[x*.]{3,}$|^bearer\s|[^\x21-\x7e]/i;

/** How each setting is read, by its name in the stack config. */
const SETTINGS = {
  /** Path of the config file, which only the program reads. */
  file: ({ text }: Value) => text,
  /** Sent as `Authorization: Bearer` (service.md 2). */
  apiKey({ text, source }: Value): string {
    if (!NO_KEY.test(text)) return text;
    throw new SettingsError(
      `the API key in ${source} is in quotes, is a placeholder, begins with "Bearer", or has white space, a line break or a ` +
        "non-ASCII character: copy the key itself",
    );
  },
  /** Origin and path of the service without a trailing slash. The paths of the API are appended (service.md 1). */
  baseUrl: checkBaseUrl,
  /** @default any account */
  account({ text }: Value): AccountExpectation {
    const account = text.trim();
    return /^[1-9]\d*$/.test(account) ? { id: account } : { username: account };
  },
  /** For entries without an option of their own. @default "fail" */
  onExisting(value: Value): (typeof ON_EXISTING)[number] {
    const word = ON_EXISTING.find((one) => one === value.text.trim());
    return word ?? wrong(value, `must be one of ${ON_EXISTING.join(", ")}`);
  },
  /** @default the `maxDeletions` of the config file */
  maxDeletions(value: Value): MaxDeletions {
    const text = value.text.trim();
    return MAX_DELETIONS_FORM.test(text) ? text : wrong(value, MAX_DELETIONS_RULE);
  },
  /** Old addresses of the service, as a record has them: with or without a scheme, separated by spaces or commas. */
  movedFrom({ text, source }: Value): readonly string[] {
    const addresses = text.match(/[^\s,]+/g) ?? [];
    return addresses.map((one) =>
      serviceAddress(checkBaseUrl({ text: one.replace(/^(https?:\/\/)?/i, "https://"), source })),
    );
  },
};
type Name = keyof typeof SETTINGS;
const NAMES = Object.keys(SETTINGS) as readonly Name[];

type Read = { readonly [N in Name]?: ReturnType<(typeof SETTINGS)[N]> | undefined };

export interface Settings extends Omit<Read, "apiKey" | "baseUrl"> {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** `review` reads this preview: what its rows say is not logged. @default false */
  readonly isInReview?: boolean;
}

function wrong({ text, source }: Value, rule: string): never {
  throw new SettingsError(`${source} is "${sanitize(text, 40)}", but ${rule}`);
}

/** The environment variable of a setting, such as LINK_MANAGEMENT_API_KEY. */
export function variableOf(name: Name): string {
  return `LINK_MANAGEMENT_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}

/** By the name of a key without the namespace. */
export type GetConfig = (name: string) => string | undefined;

/** @param name of a setting, as messages name what `GetConfig` reads */
export type NameSetting = (name: string) => string;

const inStackConfig: NameSetting = (name) => `${NAMESPACE}:${name}`;

/**
 * The environment takes precedence.
 * @param nameOf @default as in the stack config
 * @throws SettingsError
 */
export function resolveSettings(get: GetConfig, env: NodeJS.ProcessEnv, nameOf?: NameSetting): Settings {
  rejectMisspelledVariables(env);
  const read = NAMES.map((name) => {
    const value = findSetting(name, get, env, nameOf);
    return [name, value && SETTINGS[name](value)];
  });
  const { apiKey, baseUrl, ...others }: Read = Object.fromEntries(read);
  const missing = (name: Name, what: string, command: string) => {
    const inConfig = nameOf?.(name) ?? `run \`pulumi config set ${command}\``;
    return new SettingsError(`no ${what}: set ${variableOf(name)}, or ${inConfig}`);
  };
  if (apiKey === undefined) throw missing("apiKey", "API key", `--secret ${API_KEY}`);
  if (baseUrl === undefined)
    throw missing("baseUrl", "base address of the service", `${NAMESPACE}:baseUrl …`);
  return { apiKey, baseUrl, ...others, isInReview: env[IN_REVIEW] === "1" };
}

/** Whether the stack config counts: the environment lacks the key or the address. */
export function needsConfig(env: NodeJS.ProcessEnv): boolean {
  return (["apiKey", "baseUrl"] as const).some((name) => !findSetting(name, () => undefined, env));
}

/** An empty text is not set: pipelines write "" for a missing variable. */
function findSetting(
  name: Name,
  get: GetConfig,
  env: NodeJS.ProcessEnv,
  nameOf = inStackConfig,
): Value | undefined {
  const values = [
    { text: env[variableOf(name)], source: variableOf(name) },
    { text: get(name), source: nameOf(name) },
  ];
  return values.find((value): value is Value => (value.text ?? "").trim() !== "");
}

/** @param key the API key in the stack config. @throws SettingsError if it is in plain text */
export function rejectPlainKey(key: { readonly isSecret: boolean } | undefined): void {
  if (!key || key.isSecret) return;
  throw new SettingsError(
    `${API_KEY} is in plain text in the stack config, and would be in the state. ` +
      `Set it again as a secret: pulumi config set --secret ${API_KEY}\n` +
      "If the key was in git, everybody who can read the repository knows it: create a new key.",
  );
}

/**
 * Rejects names that are no settings: a misspelled guard would silently be no guard.
 * @param names without their namespace
 * @param allowed @default all settings
 * @param nameOf @default as in the stack config
 * @throws SettingsError
 */
export function rejectUnknownSettings(
  names: readonly string[],
  allowed: readonly string[] = NAMES,
  nameOf = inStackConfig,
): void {
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  const help = didYouMean(suggest(unknown, allowed)) || `; allowed: ${allowed.join(", ")}`;
  throw new SettingsError(`unknown ${nameOf(sanitize(unknown, 80))}${help}`);
}

function rejectMisspelledVariables(env: NodeJS.ProcessEnv): void {
  const known = NAMES.map(variableOf);
  for (const name of Object.keys(env)) {
    // Other names may belong to other tools, and longer ones to other accounts.
    if (!name.startsWith("LINK") || known.some((one) => name.startsWith(one))) continue;
    const meant = suggest(name, known, 2);
    if (meant !== undefined)
      throw new SettingsError(`unknown environment variable ${sanitize(name, 80)}${didYouMean(meant)}`);
  }
}
