// The account as a user sees it: which objects belong to whom.
import { type Account, CONCURRENT_EDITOR_PREFIX } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import type { Entry } from "./random-stack";
import type { StackState } from "./stack-state";

interface AccountObject {
  readonly id: number;
}

interface AccountCollection {
  list(): readonly AccountObject[];
  delete(id: number): boolean;
}

/** Handlers of the kinds that the account lists. */
export const LISTED_KINDS = ["pixel", "domain", "channel", "campaign", "qrCode"] as const;

/** Value of a field of every object that no stack manages. */
export const STRANGER = "stranger";

export function objectsOf(account: Account, handler: string): readonly AccountObject[] {
  return collectionOf(account, handler)?.list() ?? [];
}

export function deleteByHand(account: Account, handler: string, id: number): void {
  collectionOf(account, handler)?.delete(id);
}

function collectionOf(account: Account, handler: string): AccountCollection | undefined {
  const { pixels, domains, channels, campaigns, qrs } = account;
  const collections: Readonly<Record<string, AccountCollection>> = {
    pixel: pixels,
    domain: domains,
    channel: channels,
    campaign: campaigns,
    qrCode: qrs,
  };
  return collections[handler];
}

/** Objects that neither strangers nor the emulator's concurrent editor own. */
export function stackObjects(account: Account, handler: string): readonly AccountObject[] {
  return objectsOf(account, handler).filter(
    (object) => !isStranger(object) && !JSON.stringify(object).includes(CONCURRENT_EDITOR_PREFIX),
  );
}

/** Four objects of each kind. */
export function addStrangers(account: Account): void {
  for (const number of [1, 2, 3, 4]) {
    const name = `${STRANGER}-${number}`;
    account.pixels.create({ type: "forum", name, tag: name });
    account.domains.create({ domain: `https://${name}.example.com` });
    account.channels.create({ name });
    account.campaigns.create({ name });
    account.qrs.create({ type: "text", data: name });
  }
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

/** Fields that identify an object, by kind. Nothing identifies a QR code. */
const IDENTITIES: Readonly<Record<string, readonly string[]>> = {
  pixel: ["type", "tag"],
  domain: ["domain"],
  channel: ["name"],
  campaign: ["slug"],
};

/** Whether an object of the account is the same object as an entry. */
export function hasIdentityOf({ handler, args }: Entry, object: object): boolean {
  const plain = (value: unknown) => String(value).toLowerCase().replace(/\/$/, "");
  const fields = object as Props;
  return IDENTITIES[handler]?.every((name) => plain(args[name]) === plain(fields[name])) ?? false;
}
