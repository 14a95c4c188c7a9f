// The settings of the client, from the environment and the stack config.
import { type AccountExpectation, accountSetting } from "./account-setting";
import { checkBaseUrl, oldAddresses, type Value } from "./base-address";
import { SettingsError } from "./errors";
import { sanitize } from "./sanitize";
import { editDistance, suggest } from "./suggest";

export type { AccountExpectation } from "./account-setting";

/** What to do if the account already has an object with the identity of a new entry. */
export const ON_EXISTING = ["fail", "adopt", "overwrite", "duplicate"] as const;

/** How many objects may be deleted when their entries leave the config file: a number, or a percentage of its objects. */
export type MaxDeletions = number | string;
export const MAX_DELETIONS_FORM = /^(\d{1,6}|(100|\d{1,2}) ?%)$/;
export const MAX_DELETIONS_RULE = "must be a whole number such as 5, or a percentage such as 30%";

export interface Settings {
  /** Sent as `Authorization: Bearer` (api.md, "Authentication"). */
  apiKey: string;
  /** Origin and path of the service without a trailing slash. The paths of api.md are appended. */
  baseUrl: string;
  /** For entries without an option of their own. @default "fail" */
  onExisting?: (typeof ON_EXISTING)[number];
  /** @default the `maxDeletions` of the config file */
  maxDeletions?: MaxDeletions;
  /** Old addresses of the service, as a record has them. @default none */
  movedFrom?: readonly string[];
  /** @default any account */
  expect?: AccountExpectation;
}

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

/** The value of a stack config key, by its name without the namespace. */
type GetConfig = (name: string) => string | undefined;

/**
 * Reads the settings. The environment takes precedence over the stack config.
 * @param get "apiKey", "baseUrl", "account", "onExisting", "maxDeletions" or "movedFrom"
 * @throws SettingsError
 */
export function resolveSettings(get: GetConfig, env: NodeJS.ProcessEnv): Settings {
  const find = (name: Name): Value | undefined => findShared(name, get, env);
  rejectExplicitProvider(get(EXPLICIT_PROVIDER));
  rejectMisspelledVariables(env);
  const apiKey = checkKey(find("apiKey"));
  const baseUrl = checkBaseUrl(find("baseUrl"));
  const onExisting = resolveOnExisting(get, env);
  const maxDeletions = checkMaxDeletions(find("maxDeletions"));
  const movedFrom = oldAddresses(find("movedFrom"));
  const account = find("account");
  const expect = account && accountSetting(account);
  return {
    apiKey,
    baseUrl,
    ...(onExisting && { onExisting }),
    ...(maxDeletions !== undefined && { maxDeletions }),
    ...(movedFrom && { movedFrom }),
    ...(expect && { expect }),
  };
}

/** The input of an explicit provider of an earlier version, which the engine starts for its recorded resources. */
const EXPLICIT_PROVIDER = "provider:name";

function rejectExplicitProvider(name: string | undefined): void {
  if (name === undefined) return;
  throw new SettingsError(
    `the state has resources of provider ${sanitize(name)}, but one stack manages one account. If it is the only one, run ` +
      "`pulumi up` with its key and without the provider. Else remove its resources with `pulumi state delete`, and adopt " +
      "them in a stack of their own",
  );
}

/** The default of `onExisting`. @throws SettingsError */
export function resolveOnExisting(get: GetConfig, env: NodeJS.ProcessEnv): Settings["onExisting"] {
  return oneOf(findShared("onExisting", get, env), ON_EXISTING, " (only an entry can name an id)");
}

/** From the environment, else from the stack config. */
export function findShared(name: Name, get: GetConfig, env: NodeJS.ProcessEnv): Value | undefined {
  const variable = VARIABLES[name];
  const fromEnv = env[variable];
  // Pipelines write "" for a missing variable.
  if (fromEnv !== undefined && fromEnv.trim() !== "") return { text: fromEnv, source: variable };
  const fromConfig = get(name);
  return fromConfig === undefined ? undefined : { text: fromConfig, source: `link-management:${name}` };
}

const SET_KEY =
  "set it with `export LINK_MANAGEMENT_API_KEY=…` or `pulumi config set --secret link-management:apiKey`";

/** @param setKey what to do about a wrong one. @throws SettingsError */
export function checkKey(value: Value | undefined, setKey = SET_KEY): string {
  if (value === undefined) throw new SettingsError(`no API key: ${setKey}`);
  if (value.text.trim() === "") throw new SettingsError(`the API key in ${value.source} is empty: ${setKey}`);
  // A header cannot carry other characters. They are always a copying mistake.
  if (!/^[\x21-\x7e]+$/.test(value.text)) {
    throw new SettingsError(
      `the API key in ${value.source} contains white space, a control character or a non-ASCII character ` +
        `(a line break at its end?): ${setKey}`,
    );
  }
  return value.text;
}

const NAMES: readonly string[] = Object.keys(VARIABLES);
/** Settings of earlier versions, with what to do instead. Without an error, something else would be sent. */
const TEXT_ONLY = "it was removed, because content is always sent as text: write an object as data";
const REMOVED: Readonly<Record<string, string>> = {
  qrContent: TEXT_ONLY,
  LINK_MANAGEMENT_QR_CONTENT: TEXT_ONLY,
};
/** Longer differences are another name. */
const MAX_TYPOS = 2;

/**
 * Rejects keys of the stack config that are no settings: a misspelled guard would silently be no guard.
 * @param names without their namespace
 * @throws SettingsError
 */
export function rejectUnknownSettings(names: readonly string[]): void {
  const problems = names
    .filter((name) => !NAMES.includes(name))
    .map((name) => {
      const suggestion = suggest(name, NAMES);
      const why = REMOVED[name] ?? `allowed: ${NAMES.join(", ")}`;
      const help =
        suggestion && !REMOVED[name]
          ? `did you mean link-management:${suggestion}?`
          : `${why}. Remove it with \`pulumi config rm link-management:${sanitize(name, 80)}\``;
      return `unknown setting link-management:${sanitize(name, 80)}; ${help}`;
    });
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
}

/** Whether a name is most likely a misspelled setting. */
export function resemblesSetting(name: string): boolean {
  return !NAMES.includes(name) && (Object.hasOwn(REMOVED, name) || suggest(name, NAMES) !== undefined);
}

// Other names may belong to other tools.
function rejectMisspelledVariables(env: NodeJS.ProcessEnv): void {
  const known: readonly string[] = Object.values(VARIABLES);
  for (const name of Object.keys(env)) {
    if (!name.startsWith("LINK") || known.includes(name)) continue;
    if (REMOVED[name] && env[name]?.trim())
      throw new SettingsError(`unknown environment variable ${name}; ${REMOVED[name]}`);
    const meant = known.find(
      (one) =>
        Math.abs(one.length - name.length) <= MAX_TYPOS &&
        editDistance(one, name, MAX_TYPOS + 1) <= MAX_TYPOS,
    );
    if (meant)
      throw new SettingsError(`unknown environment variable ${sanitize(name, 80)}; did you mean ${meant}?`);
  }
}

function oneOf<Word extends string>(
  value: Value | undefined,
  words: readonly Word[],
  more = "",
): Word | undefined {
  const text = value?.text.trim() ?? "";
  if (!value || text === "") return undefined;
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  const given = `${value.source} is "${sanitize(value.text, 40)}"`;
  throw new SettingsError(`${given}, but must be one of ${words.join(", ")}${more}`);
}

function checkMaxDeletions(value: Value | undefined): MaxDeletions | undefined {
  const text = value?.text.trim() ?? "";
  if (!value || text === "") return undefined;
  if (MAX_DELETIONS_FORM.test(text)) return /^\d+$/.test(text) ? Number(text) : text;
  throw new SettingsError(`${value.source} is "${sanitize(value.text, 40)}", but ${MAX_DELETIONS_RULE}`);
}
