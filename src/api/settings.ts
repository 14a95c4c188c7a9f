// Key, address and the few knobs of the client, from the environment and the stack's config.

import { SettingsError } from "./errors";
import { isLoopback } from "./http/transport";
import { sanitize } from "./sanitize";

/** What the account behind the key must be; every field that is given must agree. */
export interface AccountExpectation {
  id?: string | number;
  username?: string;
  email?: string;
  registered?: string;
}

/** What may become of an object that is on the account already when an entry of the config is new. */
export const ON_EXISTING = ["adopt-identical", "adopt", "fail", "duplicate"] as const;

export interface Settings {
  /** Sent as `Authorization: Bearer` (api.md, "Authentication"). */
  apiKey: string;
  /** Origin and path of the service without a slash at the end; the paths of api.md are appended. */
  baseUrl: string;
  /** Objects asked for per page of a list. @default 100 */
  pageSize: number;
  /** Milliseconds for which a list may lag, or a request without an answer may still take effect. @default 10000 */
  settleTimeMs: number;
  /** Of entries that do not say it themselves. @default "adopt-identical" */
  onExisting?: (typeof ON_EXISTING)[number];
  /** @default any account */
  expect?: AccountExpectation;
}

export const DEFAULT_PAGE_SIZE = 100;
export const DEFAULT_SETTLE_TIME_MS = 10_000;

const PAGE_SIZES = { least: 1, most: 1000 } as const;
const SETTLE_SECONDS = { least: 0, most: 3600 } as const;
const EXPECTABLE = ["id", "username", "email", "registered"] as const;

const VARIABLES = {
  apiKey: "LINK_MANAGEMENT_API_KEY",
  baseUrl: "LINK_MANAGEMENT_BASE_URL",
  account: "LINK_MANAGEMENT_ACCOUNT",
  pageSize: "LINK_MANAGEMENT_PAGE_SIZE",
  settleTime: "LINK_MANAGEMENT_SETTLE_TIME",
  onExisting: "LINK_MANAGEMENT_ON_EXISTING",
} as const;
type Name = keyof typeof VARIABLES;

/** A value and where it was found, for messages. */
interface Found {
  readonly text: string;
  readonly source: string;
}

/**
 * Reads the settings; the environment wins over the stack's config.
 * @param get value of a stack config key: "apiKey", "baseUrl", "account", "pageSize", "settleTime" (seconds) or
 * "onExisting"
 * @throws SettingsError that tells what to do
 */
export function resolveSettings(get: (name: string) => string | undefined, env: NodeJS.ProcessEnv): Settings {
  const find = (name: Name): Found | undefined => {
    const variable = VARIABLES[name];
    const fromEnv = env[variable];
    if (fromEnv !== undefined) return { text: fromEnv, source: variable };
    const fromConfig = get(name);
    return fromConfig === undefined ? undefined : { text: fromConfig, source: `link-management:${name}` };
  };
  const apiKey = checkKey(find("apiKey"));
  const baseUrl = checkBaseUrl(find("baseUrl"));
  const pageSize = checkNumber(find("pageSize"), "a whole number", PAGE_SIZES) ?? DEFAULT_PAGE_SIZE;
  if (!Number.isInteger(pageSize)) throw notANumber(find("pageSize")!, "a whole number", PAGE_SIZES);
  const seconds = checkNumber(find("settleTime"), "a number of seconds", SETTLE_SECONDS);
  const settleTime = seconds === undefined ? DEFAULT_SETTLE_TIME_MS : seconds * 1000;
  const onExisting = checkOnExisting(find("onExisting"));
  const expect = checkAccount(find("account"));
  return {
    apiKey,
    baseUrl,
    pageSize,
    settleTimeMs: settleTime,
    ...(onExisting && { onExisting }),
    ...(expect && { expect }),
  };
}

const SET_KEY =
  "set it with `export LINK_MANAGEMENT_API_KEY=…` or `pulumi config set --secret link-management:apiKey`";
const SET_URL =
  "set it with `export LINK_MANAGEMENT_BASE_URL=https://…` or `pulumi config set link-management:baseUrl https://…`";

function checkKey(found: Found | undefined): string {
  if (found === undefined) throw new SettingsError(`there is no API key: ${SET_KEY}`);
  if (found.text.trim() === "")
    throw new SettingsError(`the API key in ${found.source} is empty: ${SET_KEY}`);
  // What is no visible ASCII cannot stand in a header, and is always a slip of copying.
  if (!/^[\x21-\x7e]+$/.test(found.text)) {
    throw new SettingsError(
      `the API key in ${found.source} holds white space, a control character or another character that no key has ` +
        `(a line break at its end?): ${SET_KEY}`,
    );
  }
  return found.text;
}

function checkBaseUrl(found: Found | undefined): string {
  if (found === undefined) throw new SettingsError(`there is no base address of the service: ${SET_URL}`);
  const text = found.text.trim();
  if (text === "") throw new SettingsError(`the base address in ${found.source} is empty: ${SET_URL}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["https:", "http:"].includes(url.protocol) || url.hostname === "") {
    // It is not shown: what is no address may be a key in the wrong place.
    throw new SettingsError(
      `the base address in ${found.source} is not an address such as https://host: ${SET_URL}`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new SettingsError(
      `the base address in ${found.source} holds a user name or password; the API key is the only credential: ${SET_URL}`,
    );
  }
  if (url.search !== "" || url.hash !== "" || text.endsWith("?") || text.endsWith("#")) {
    throw new SettingsError(
      `the base address in ${found.source} holds a query or fragment; the paths of the API are appended to it: ${SET_URL}`,
    );
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new SettingsError(
      `the base address in ${found.source}, ${sanitize(url.origin)}, would send the API key unencrypted: use https:// ` +
        "(http:// is for this machine only)",
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

interface Range {
  readonly least: number;
  readonly most: number;
}

function checkNumber(found: Found | undefined, what: string, range: Range): number | undefined {
  if (found === undefined || found.text.trim() === "") return undefined;
  const text = found.text.trim();
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= range.least && value <= range.most)) throw notANumber(found, what, range);
  return value;
}

function notANumber(found: Found, what: string, { least, most }: Range): SettingsError {
  return new SettingsError(
    `${found.source} is "${sanitize(found.text, 40)}", but must be ${what} from ${least} to ${most}`,
  );
}

function checkOnExisting(found: Found | undefined): Settings["onExisting"] {
  const text = found?.text.trim() ?? "";
  if (!found || text === "") return undefined;
  const word = ON_EXISTING.find((one) => one === text);
  if (word) return word;
  throw new SettingsError(
    `${found.source} is "${sanitize(found.text, 40)}", but must be one of ${ON_EXISTING.join(", ")} (an id can only be given to ` +
      "one entry)",
  );
}

function checkAccount(found: Found | undefined): AccountExpectation | undefined {
  const text = found?.text.trim() ?? "";
  if (!found || text === "") return undefined;
  if (!text.startsWith("{")) {
    if (text.includes("@")) return { email: text };
    return /^\d+$/.test(text) ? { id: text } : { username: text };
  }
  const problem = (what: string) =>
    new SettingsError(
      `the account in ${found.source} ${what}; it is a user name, an id, an e-mail address, or a JSON object with ` +
        EXPECTABLE.join(", "),
    );
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw problem("begins like JSON but is none");
  }
  const expect: AccountExpectation = {};
  for (const [name, value] of Object.entries(parsed as object)) {
    const key = EXPECTABLE.find((one) => one === name);
    if (!key) throw problem(`has the unknown field "${sanitize(name, 40)}"`);
    if (
      key === "id" ? typeof value !== "string" && !Number.isSafeInteger(value) : typeof value !== "string"
    ) {
      throw problem(`has a ${key} that is no text`);
    }
    expect[key] = String(value);
  }
  if (Object.keys(expect).length === 0) throw problem("names nothing");
  return expect;
}
