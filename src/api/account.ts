// The account behind an API key (service.md 13, 14), and the account guard.

import { SettingsError, WrongAccountError } from "./errors";
import { idText } from "./lists/list";
import { type Body, plain } from "./response";
import { sanitize } from "./sanitize";
import type { AccountExpectation, Settings } from "./settings";
import { serviceAddress } from "./web-address";

const FIELDS = ["username", "email", "avatar", "status", "expires"] as const;

/** As the service writes it: `status` is the name of the plan, and a time is `YYYY-MM-DD HH:MM:SS` without a time zone. */
export interface AccountInfo extends Readonly<Record<(typeof FIELDS)[number], string>> {
  readonly id: string;
  /** Some services omit it. */
  readonly registered?: string;
}

/** @throws SettingsError if the response has no account id */
export function parseAccount({ data }: Body): AccountInfo {
  const shown = data !== null && typeof data === "object" ? (data as Body) : {};
  const id = idText(shown.id);
  if (id === undefined)
    throw new SettingsError(
      "GET /api/account: the response has no account id, so the account of the API key is unknown. Check the base address",
    );
  const texts = Object.fromEntries(FIELDS.map((name) => [name, plain(shown[name])]));
  const registered = plain(shown.registered).trim();
  return { id, ...(texts as Omit<AccountInfo, "id">), ...(registered !== "" && { registered }) };
}

/**
 * Text that identifies an account among all deployments of the service, where ids repeat. Recorded in state, so its
 * form is a compatibility promise: `<id> registered <time> at <host and path>`, without the time if the service omits it.
 */
export function accountRecord({ id, registered }: AccountInfo, baseUrl: string): string {
  return `${id}${registered === undefined ? "" : ` registered ${registered}`} at ${serviceAddress(baseUrl)}`;
}

const RECORD = /^(\S+)(?: registered (.+?))? at (\S+)$/;
/** The form of a time in the API document (service.md 13). */
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * Where a record has the account. The time counts only where both have one in the documented form: a service may begin or
 * cease to show it.
 * @returns `undefined` for another account
 */
function addressIn(record: string, { id, registered = "" }: AccountInfo): string | undefined {
  const [, recordedId, time = "", address] = RECORD.exec(record) ?? [];
  const hasOtherTime = TIME.test(time) && TIME.test(registered) && time !== registered;
  return recordedId === id && !hasOtherTime ? address : undefined;
}

function wrongAccount(account: AccountInfo, baseUrl: string, expected: string, next: string) {
  const names = [account.username, account.email].filter((name) => name !== "");
  const who = names.map((name) => sanitize(name, 80)).join(", ") || "without a name";
  return new WrongAccountError(
    `${expected}, but the API key belongs to account ${sanitize(accountRecord(account, baseUrl))} (${who}). ` +
      `Nothing of another account was changed. ${next}`,
  );
}

/** Where an expectation is written. */
export interface ExpectationSource {
  /** `file:line:column`. */
  readonly location?: string;
  /** The `${…}` of its fields that come from outside the file. Messages show them instead of the values. */
  readonly expressions?: Readonly<Record<string, string>>;
}

/** @throws WrongAccountError if an expected field differs */
export function checkExpected(
  account: AccountInfo,
  expect: AccountExpectation,
  { baseUrl }: Pick<Settings, "baseUrl">,
  { location, expressions = {} }: ExpectationSource = {},
): void {
  const wrong = (Object.keys(expect) as (keyof AccountExpectation)[])
    .filter((name) => expect[name] !== undefined && String(expect[name]).trim() !== account[name].trim())
    .map((name) => `${name} ${sanitize(expressions[name] ?? String(expect[name]))}`);
  if (wrong.length === 0) return;
  const expected = `${location === undefined ? "" : `${location} `}wrong account: expected ${wrong.join(", ")}`;
  throw wrongAccount(
    account,
    baseUrl,
    expected,
    "Use the key of the expected account, or correct the expectation",
  );
}

/**
 * @param recorded the accounts of the resources of the stack
 * @throws WrongAccountError if it contains another account
 */
export function checkRecorded(
  account: AccountInfo,
  recorded: ReadonlySet<string>,
  { baseUrl, movedFrom = [] }: Pick<Settings, "baseUrl" | "movedFrom">,
): void {
  const own = [serviceAddress(baseUrl), ...movedFrom];
  const others = [...recorded]
    .map((record) => addressIn(record, account))
    .filter((address) => address === undefined || !own.includes(address));
  if (others.length === 0) return;
  const all = [...recorded].map((record) => sanitize(record)).join(" and ");
  const next = others.includes(undefined)
    ? "Use the key and the base address of that account. One stack manages one account"
    : "Only the address differs. If the service moved, run " +
      `LINK_MANAGEMENT_MOVED_FROM=${sanitize([...new Set(others)].join(","))} pulumi refresh --run-program (setting ` +
      "movedFrom). If this is a copy, such as a staging system, use the address that the stack records";
  throw wrongAccount(
    account,
    baseUrl,
    `wrong account: the resources of this stack belong to account ${all}`,
    next,
  );
}
