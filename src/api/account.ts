// The account behind an API key (api.md, "Account"): what it is, and whether it is the right one.

import { UnexpectedResponse, WrongAccountError } from "./errors";
import type { Body } from "./http/response-body";
import { idText } from "./list/item";
import { sanitize } from "./sanitize";
import type { AccountExpectation } from "./settings";

export interface AccountInfo {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** URL of an image. */
  readonly avatar: string;
  /** Name of the plan. */
  readonly status: string;
  /** `YYYY-MM-DD HH:MM:SS` without a zone, as the service writes it. */
  readonly expires: string;
  /** `YYYY-MM-DD HH:MM:SS` without a zone; not every service tells it. */
  readonly registered?: string;
}

/** @throws UnexpectedAnswer when there is no account with an id in it */
export function readAccount(body: Body, status: number): AccountInfo {
  const { data } = body;
  const fields = data !== null && typeof data === "object" ? (data as Body) : {};
  const id = idText(fields.id);
  if (id === undefined) {
    throw new UnexpectedResponse(
      "GET /api/account: the answer names no account id, so that it cannot be told which account the API key belongs to; " +
        "check the base address",
      { method: "GET", path: "/api/account", status, session: true },
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
 * Text that tells an account from all others, also on other installations of the service, where ids repeat.
 * Recorded in state, so its spelling is a compatibility promise: `<id> registered <time>` or `<id> at <origin>`.
 */
export function accountRecord({ id, registered }: AccountInfo, baseUrl: string): string {
  return registered === undefined ? `${id} at ${new URL(baseUrl).origin}` : `${id} registered ${registered}`;
}

/** @throws WrongAccountError when a field that is expected differs */
export function checkExpected(account: AccountInfo, expect: AccountExpectation, baseUrl: string): void {
  const wrong = (Object.keys(expect) as (keyof AccountExpectation)[]).filter(
    (name) => expect[name] !== undefined && !isEqual(name, String(expect[name]), account[name] ?? ""),
  );
  if (wrong.length === 0) return;
  const wanted = wrong.map((name) => `${name} ${sanitize(String(expect[name]))}`).join(", ");
  throw new WrongAccountError(
    `the API key belongs to another account than expected: expected ${wanted}, but it belongs to ` +
      `${describeAccount(account, baseUrl)}; nothing was changed. Use the key of the expected account, or correct the expectation`,
  );
}

/** @throws WrongAccountError when `recorded` holds another account's mark */
export function checkRecorded(account: AccountInfo, recorded: ReadonlySet<string>, baseUrl: string): void {
  const own = accountRecord(account, baseUrl);
  const others = [...recorded].filter((mark) => mark !== own);
  if (others.length === 0) return;
  const key = `the API key belongs to ${describeAccount(account, baseUrl)}`;
  if (recorded.size > 1) {
    const all = [...recorded].map((mark) => sanitize(mark)).join(" and ");
    throw new WrongAccountError(
      `this stack has resources of more than one account: ${all}, and ${key}; nothing of another account was changed. ` +
        "One stack manages one account: take the resources of the others out of it with `pulumi state delete`, and " +
        "import them into stacks of their own",
    );
  }
  throw new WrongAccountError(
    `the resources of this stack belong to account ${sanitize(others[0] ?? "")}, but ${key}; nothing was changed. ` +
      "Use the key and base address of the first account",
  );
}

function describeAccount(account: AccountInfo, baseUrl: string): string {
  const names = [account.username, account.email]
    .filter((name) => name !== "")
    .map((name) => sanitize(name, 80));
  const who = names.length === 0 ? "" : ` (${names.join(", ")})`;
  return `account ${sanitize(accountRecord(account, baseUrl))}${who}`;
}

// Addresses are compared without case; everything else to the letter, white space around it aside.
function isEqual(name: keyof AccountExpectation, expected: string, actual: string): boolean {
  const form = (text: string) => (name === "email" ? text.trim().toLowerCase() : text.trim());
  return form(expected) === form(actual);
}
