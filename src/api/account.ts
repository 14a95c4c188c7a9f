// The account behind an API key (service.md 13, 14), and the account guard.

import { AccessError, WrongAccountError } from "./errors";
import { idText } from "./lists/list";
import type { Body } from "./response";
import { sanitize } from "./sanitize";
import type { AccountExpectation, Settings } from "./settings";
import { serviceAddress } from "./web-address";

export interface AccountInfo {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly avatar: string;
  /** Name of the plan. */
  readonly status: string;
  /** `YYYY-MM-DD HH:MM:SS` without a time zone, as the service writes it. */
  readonly expires: string;
  /** As `expires`. Some services omit it. */
  readonly registered?: string;
}

/** @throws AccessError if the response has no account id */
export function parseAccount({ data }: Body): AccountInfo {
  const fields = data !== null && typeof data === "object" ? (data as Body) : {};
  const id = idText(fields.id);
  if (id === undefined) {
    throw new AccessError(
      "GET /api/account: the response has no account id, so the account of the API key is unknown. Check the base address",
    );
  }
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const registered = text("registered").trim();
  return {
    id,
    username: text("username"),
    email: text("email"),
    avatar: text("avatar"),
    status: text("status"),
    expires: text("expires"),
    ...(registered === "" ? {} : { registered }),
  };
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

function describeAccount(account: AccountInfo, baseUrl: string): string {
  const names = [account.username, account.email].filter((name) => name !== "");
  const who = names.length === 0 ? "" : ` (${names.map((name) => sanitize(name, 80)).join(", ")})`;
  return `account ${sanitize(accountRecord(account, baseUrl))}${who}`;
}

/** Where an expectation is written. */
export interface ExpectationSource {
  /** `file:line:column`. @default the error does not name it */
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
    .filter((name) => expect[name] !== undefined)
    .filter((name) => String(expect[name]).trim() !== account[name].trim())
    .map((name) => `${name} ${sanitize(expressions[name] ?? String(expect[name]))}`);
  if (wrong.length === 0) return;
  const problem =
    `wrong account: expected ${wrong.join(", ")}, but the API key belongs to ${describeAccount(account, baseUrl)}. ` +
    "Nothing was changed. Use the key of the expected account, or correct the expectation";
  throw new WrongAccountError(location === undefined ? problem : `${location} ${problem}`);
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
  const next = nextStep(others, recorded.size);
  throw new WrongAccountError(
    `wrong account: the resources of this stack belong to account ${all}, but the API key belongs to ` +
      `${describeAccount(account, baseUrl)}. Nothing of another account was changed${next === undefined ? "" : `. ${next}`}`,
    next === undefined ? { reason: "accounts" } : {},
  );
}

/** What every door does. `undefined`: the state has several accounts, and each door has a way of its own. */
function nextStep(addresses: readonly (string | undefined)[], recorded: number): string | undefined {
  if (!addresses.includes(undefined)) {
    return (
      "Only the address differs. If the service moved, run " +
      `LINK_MANAGEMENT_MOVED_FROM=${sanitize([...new Set(addresses)].join(","))} pulumi refresh --run-program (setting movedFrom). ` +
      "If this is a copy, such as a staging system, use the address that the stack records"
    );
  }
  return recorded === 1 ? "Use the key and the base address of the first account" : undefined;
}
