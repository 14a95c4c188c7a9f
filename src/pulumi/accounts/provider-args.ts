// The arguments of a `Provider`. A program may be JavaScript.
import type { AccountExpectation } from "../../api/settings";
import { suggest } from "../../api/suggest";
import type * as pulumi from "../sdk";

/** The account of a `Provider`. */
export interface ProviderArgs {
  /**
   * The API key of the account, best from a secret of the stack config. The state records it as a secret, also if the
   * program has it as plain text.
   */
  apiKey: pulumi.Input<string>;
  /**
   * Origin and path of the service, such as `https://links.example.com`.
   * @default LINK_MANAGEMENT_BASE_URL, else `link-management:baseUrl` of the stack config
   */
  baseUrl?: pulumi.Input<string>;
  /**
   * The account that the key must belong to: its user name, id or e-mail address, or several of its fields. With another
   * account, every command fails before it changes anything.
   * @default any account
   */
  account?: pulumi.Input<string | number | AccountExpectation>;
}

/** The arguments without outputs and promises. */
export interface PlainArgs {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly account?: string | number | AccountExpectation;
}

const NAMES = ["apiKey", "baseUrl", "account"] as const satisfies readonly (keyof ProviderArgs)[];
const ACCOUNT_FIELDS: readonly string[] = ["id", "username", "email", "registered"];

/** What is wrong with the names of the arguments. */
export function unknownArgument(args: unknown): string | undefined {
  if (args === null || typeof args !== "object") return "needs the apiKey of its account";
  return unknownName(Object.keys(args), NAMES);
}

/** What is wrong with their values, which are never shown: each may be a key in the wrong place. */
export function wrongArgument({
  apiKey,
  baseUrl,
  account,
}: Partial<Record<keyof PlainArgs, unknown>>): string | undefined {
  if (apiKey !== undefined && typeof apiKey !== "string")
    return `apiKey must be text, not ${typeName(apiKey)}`;
  if (baseUrl !== undefined && typeof baseUrl !== "string")
    return `baseUrl must be text, not ${typeName(baseUrl)}`;
  if (account === undefined || isTextOrNumber(account)) return undefined;
  if (account === null || typeof account !== "object" || Array.isArray(account)) {
    return `account must be a user name, id or e-mail address, or an object, not ${typeName(account)}`;
  }
  const unknown = unknownName(Object.keys(account), ACCOUNT_FIELDS);
  if (unknown !== undefined) return `account ${unknown}`;
  const given = Object.entries(account).filter(([, value]) => value !== undefined);
  if (given.length === 0) return `account needs one of ${ACCOUNT_FIELDS.join(", ")}`;
  const [field] = given.find(([, value]) => !isTextOrNumber(value) || value === "") ?? [];
  return field === undefined ? undefined : `account.${field} must be text or a number`;
}

/** As the provider gets it: a text, or several fields as JSON. */
export function accountText(account: PlainArgs["account"]): string | undefined {
  return typeof account === "object" ? JSON.stringify(account) : account?.toString();
}

function unknownName(names: readonly string[], known: readonly string[]): string | undefined {
  const name = names.find((one) => !known.includes(one));
  if (name === undefined) return undefined;
  const suggestion = suggest(name, known);
  const help = suggestion === undefined ? `allowed: ${known.join(", ")}` : `did you mean ${suggestion}?`;
  return `has the unknown field ${name}; ${help}`;
}

function isTextOrNumber(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
