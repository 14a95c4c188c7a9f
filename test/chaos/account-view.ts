// The account as a user sees it: which objects belong to whom.
import { type Account, CONCURRENT_EDITOR_PREFIX } from "../../src/emulator/index";
import { listedKinds } from "../handlers/support/kinds";
import { Records } from "../handlers/support/records";
import { type AccountObject, addObjects, objectsOf as objectsOfKind } from "../support/account-objects";
import type { Entry } from "./random-stack";
import type { StackState } from "./stack-state";

/** Handlers of the kinds that the account lists. */
export const LISTED_KINDS: readonly string[] = listedKinds.map(({ handler }) => handler);

/** Value of a field of every object that no stack manages. */
export const STRANGER = "stranger";

const kindOf = (handler: string) => listedKinds.find((kind) => kind.handler === handler);

export function objectsOf(account: Account, handler: string): readonly AccountObject[] {
  const kind = kindOf(handler);
  return kind ? objectsOfKind(account, kind) : [];
}

export function deleteByHand(account: Account, handler: string, id: number): void {
  const kind = kindOf(handler);
  if (kind) new Records(account, kind).remove(String(id));
}

/** Objects that neither strangers nor the emulator's concurrent editor own. */
export function stackObjects(account: Account, handler: string): readonly AccountObject[] {
  return objectsOf(account, handler).filter(
    (object) => !isStranger(object) && !JSON.stringify(object).includes(CONCURRENT_EDITOR_PREFIX),
  );
}

/** Four objects of each kind. */
export function addStrangers(account: Account): void {
  for (const number of [1, 2, 3, 4]) addObjects(account, `${STRANGER}-${number}`);
}

/** All strangers, as text. */
export function strangersOf(account: Account): string {
  return JSON.stringify(LISTED_KINDS.map((handler) => objectsOf(account, handler).filter(isStranger)));
}

/** Ids of objects that the state does not have. */
export function leftBehind(account: Account, handler: string, state: StackState): number[] {
  return stackObjects(account, handler)
    .map(({ id }) => id)
    .filter((id) => !state.has(handler, id));
}

/** Ids of the short links in a channel or campaign. No endpoint lists those of a campaign. */
export function linksIn(account: Account, handler: string, id: number): readonly number[] {
  if (handler === "campaign") return account.campaigns.get(id)?.links ?? [];
  if (handler !== "channel") return [];
  return (account.channels.get(id)?.items ?? [])
    .filter(({ type }) => type === "links")
    .map((item) => item.id);
}

/** Ids of the QR codes with the content of an entry that the state does not have. */
export function unmanagedCodes(account: Account, { args }: Entry, state: StackState): number[] {
  return leftBehind(account, "qrCode", state).filter((id) => account.qrs.get(id)?.data === args.data);
}

function isStranger(object: AccountObject): boolean {
  return JSON.stringify(object).includes(STRANGER);
}

/** Whether an object of the account is the same object as an entry. Nothing identifies a QR code. */
export function hasIdentityOf({ handler, args }: Entry, object: AccountObject): boolean {
  const { identity, fields } = kindOf(handler)!.definition;
  const plain = (value: unknown) => String(value).toLowerCase().replace(/\/$/, "");
  return identity[0]?.every((name) => plain(args[name]) === plain(object[fields[name]!.api])) ?? false;
}
