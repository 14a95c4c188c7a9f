// The settings of the client, from the environment and the stack config.
import { checkBaseUrl, oldAddresses, type Value } from "./base-address";
import { SettingsError } from "./errors";
import { sanitize } from "./sanitize";
import { suggest } from "./suggest";

/** What to do if the account already has an object with the identity of a new entry. */
export const ON_EXISTING = ["fail", "adopt", "overwrite", "duplicate"] as const;

/** How many objects may be deleted when their entries leave the config file: a number, or a percentage of its objects. */
export type MaxDeletions = number | string;
export const MAX_DELETIONS_FORM = /^(\d{1,6}|(100|\d{1,2}) ?%)$/;
export const MAX_DELETIONS_RULE = "must be a whole number such as 5, or a percentage such as 30%";
const DEFAULT_MAX_DELETIONS = "30%";
/** With fewer objects in the state, nothing is limited by default. */
const MIN_OBJECTS = 10;

/** The limit for a number of objects. `undefined`: none. */
export function effectiveMaxDeletions(
  given: MaxDeletions | undefined,
  total: number,
): MaxDeletions | undefined {
  return given ?? (total < MIN_OBJECTS ? undefined : DEFAULT_MAX_DELETIONS);
}

/** A number, or a percentage of a total, as a number of objects. */
export function objectsIn(max: MaxDeletions, total: number): number {
  return typeof max === "number" ? max : Math.floor((total * Number.parseFloat(max)) / 100);
}

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

export interface Settings {
  /** Sent as `Authorization: Bearer` (api.md, "Authentication"). */
  readonly apiKey: string;
  /** Origin and path of the service without a trailing slash. The paths of api.md are appended. */
  readonly baseUrl: string;
  /** For entries without an option of their own. @default "fail" */
  readonly onExisting?: (typeof ON_EXISTING)[number] | undefined;
  /** @default the `maxDeletions` of the config file */
  readonly maxDeletions?: MaxDeletions | undefined;
  /** Sections whose empty list counts, although the state has objects of it. For one run. @default none */
  readonly trustEmptyLists?: readonly string[] | undefined;
  /** Old addresses of the service, as a record has them. @default none */
  readonly movedFrom?: readonly string[] | undefined;
  /** @default any account */
  readonly expect?: AccountExpectation | undefined;
}

export const NAMESPACE = "link-management";
export const API_KEY = `${NAMESPACE}:apiKey`;
export const SET_KEY = `set it with \`export LINK_MANAGEMENT_API_KEY=…\` or \`pulumi config set --secret ${API_KEY}\``;
export const SET_URL = `set it with \`export LINK_MANAGEMENT_BASE_URL=…\` or \`pulumi config set ${NAMESPACE}:baseUrl …\``;

/** The environment variable of each setting, by its name in the stack config. */
const VARIABLES = {
  file: "LINK_MANAGEMENT_FILE",
  apiKey: "LINK_MANAGEMENT_API_KEY",
  baseUrl: "LINK_MANAGEMENT_BASE_URL",
  account: "LINK_MANAGEMENT_ACCOUNT",
  onExisting: "LINK_MANAGEMENT_ON_EXISTING",
  maxDeletions: "LINK_MANAGEMENT_MAX_DELETIONS",
  movedFrom: "LINK_MANAGEMENT_MOVED_FROM",
} as const;
type Name = keyof typeof VARIABLES;
const NAMES: readonly string[] = Object.keys(VARIABLES);
/** Longer differences are another name. */
const MAX_TYPOS = 2;

const TEXT_ONLY = "it was removed, because content is always sent as text: write an object as data";
/** Settings of earlier versions, with what to do instead. Without an error, something else would be sent. */
const REMOVED: Readonly<Record<string, string>> = {
  qrContent: TEXT_ONLY,
  LINK_MANAGEMENT_QR_CONTENT: TEXT_ONLY,
};

/** The input of an explicit provider of an earlier version, which the engine starts for its recorded resources. */
const EXPLICIT_PROVIDER = "provider:name";

/** The value of a stack config key, by its name without the namespace. */
type GetConfig = (name: string) => string | undefined;

/** The environment takes precedence over the stack config. @throws SettingsError */
export function resolveSettings(get: GetConfig, env: NodeJS.ProcessEnv): Settings {
  rejectExplicitProvider(get(EXPLICIT_PROVIDER));
  rejectMisspelledVariables(env);
  const find = <T>(name: Name, check: (value: Value) => T): T | undefined => {
    const value = findSetting(name, get, env);
    return value && check(value);
  };
  const apiKey = find("apiKey", checkKey);
  if (apiKey === undefined) throw new SettingsError(`no API key: ${SET_KEY}`);
  const baseUrl = find("baseUrl", checkBaseUrl);
  if (baseUrl === undefined) throw new SettingsError(`no base address of the service: ${SET_URL}`);
  return {
    apiKey,
    baseUrl,
    onExisting: find("onExisting", checkOnExisting),
    maxDeletions: find("maxDeletions", checkMaxDeletions),
    trustEmptyLists: env.LINK_MANAGEMENT_TRUST_EMPTY_LISTS?.split(",").map((section) => section.trim()),
    movedFrom: find("movedFrom", oldAddresses),
    expect: find("account", accountSetting),
  };
}

/** An empty text is not set: pipelines write "" for a missing variable. */
export function findSetting(name: Name, get: GetConfig, env: NodeJS.ProcessEnv): Value | undefined {
  const values = [
    { text: env[VARIABLES[name]], source: VARIABLES[name] },
    { text: get(name), source: `${NAMESPACE}:${name}` },
  ];
  return values.find((value): value is Value => (value.text ?? "").trim() !== "");
}

/** @throws SettingsError */
function checkKey({ text, source }: Value): string {
  // A header cannot carry other characters. They are always a copying mistake.
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new SettingsError(
    `the API key in ${source} is empty, or contains white space, a control character or a non-ASCII character (a line ` +
      "break at its end?). Copy it again",
  );
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
 * Rejects keys of the stack config that are no settings: a misspelled guard would silently be no guard.
 * @param names without their namespace
 * @throws SettingsError
 */
export function rejectUnknownSettings(names: readonly string[]): void {
  const problems = names
    .filter((name) => !NAMES.includes(name))
    .map((name) => {
      const key = `${NAMESPACE}:${sanitize(name, 80)}`;
      const suggestion = suggest(name, NAMES);
      const why = REMOVED[name] ?? (suggestion ? undefined : `allowed: ${NAMES.join(", ")}`);
      const help = why
        ? `${why}. Remove it with \`pulumi config rm ${key}\``
        : `did you mean ${NAMESPACE}:${suggestion}?`;
      return `unknown setting ${key}; ${help}`;
    });
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
}

/** Whether a name is most likely a misspelled setting. */
export function resemblesSetting(name: string): boolean {
  return !NAMES.includes(name) && (name in REMOVED || suggest(name, NAMES) !== undefined);
}

function rejectMisspelledVariables(env: NodeJS.ProcessEnv): void {
  const known: readonly string[] = Object.values(VARIABLES);
  // Other names may belong to other tools.
  for (const name of Object.keys(env).filter((one) => one.startsWith("LINK") && !known.includes(one))) {
    const unknown = `unknown environment variable ${sanitize(name, 80)}`;
    if (REMOVED[name] && env[name]?.trim()) throw new SettingsError(`${unknown}; ${REMOVED[name]}`);
    const meant = suggest(name, known, MAX_TYPOS);
    if (meant === undefined) continue;
    throw new SettingsError(`${unknown}; did you mean ${meant}?`);
  }
}

function rejectExplicitProvider(name: string | undefined): void {
  if (name === undefined) return;
  throw new SettingsError(
    `the state has resources of provider ${sanitize(name)}, but one stack manages one account. If it is the only one, run ` +
      "`pulumi up` with its key and without the provider. Else remove its resources with `pulumi state delete`, and adopt " +
      "them in a stack of their own",
  );
}

function accountSetting({ text, source }: Value): AccountExpectation {
  const account = text.trim();
  if (/["{}\s]/.test(account)) {
    throw new SettingsError(
      `the account in ${source} must be one user name, id or e-mail address. For several fields, use account.expect in ` +
        "the config file",
    );
  }
  if (account.includes("@")) return { email: account };
  return /^[1-9]\d*$/.test(account) ? { id: account } : { username: account };
}

function checkOnExisting(value: Value): (typeof ON_EXISTING)[number] {
  const word = ON_EXISTING.find((one) => one === value.text.trim());
  return word ?? wrong(value, `must be one of ${ON_EXISTING.join(", ")}`);
}

function checkMaxDeletions(value: Value): MaxDeletions {
  const text = value.text.trim();
  if (!MAX_DELETIONS_FORM.test(text)) return wrong(value, MAX_DELETIONS_RULE);
  return /^\d+$/.test(text) ? Number(text) : text;
}

function wrong({ text, source }: Value, rule: string): never {
  throw new SettingsError(`${source} is "${sanitize(text, 40)}", but ${rule}`);
}
