// A stack with objects of every kind on an account that holds others, and what the engine asks of a provider process
// in each phase of its life.
import { expect } from "vitest";
import type { Props } from "../../src/kind/definition";
import { UNKNOWN } from "../../src/kind/unknown";
import type { Process, State, World } from "./world";

// No page size of the tests divides the number of entries that a list ever has: its last page is short.
export const FOREIGN = 11;
export const MANAGED = 6;
/** Objects of each kind that are edited, or changed by hand. */
export const CHANGED = 2;
export const DELETED_BY_HAND = 4;
export const LINKS_IN_OWN_CHANNEL = 5;
export const LINKS_THERE_BEFORE = 5;
export const LINKS_ADDED = 8;
export const LINKS_TAKEN_OUT = 2;
const FIRST_LINK = 9000;

export const KINDS = ["pixel", "domain", "channel", "campaign", "qrCode"] as const;
export type Kind = (typeof KINDS)[number];

const ARGS: Record<Kind, (index: number) => Props> = {
  pixel: (index) => ({ type: "fbpixel", name: `Pixel ${index}`, tag: `t${index}` }),
  domain: (index) => ({
    domain: `https://d${index}.example.com`,
    redirectRoot: `https://example.com/${index}`,
  }),
  channel: (index) => ({ name: `Channel ${index}`, color: "#22AA66" }),
  campaign: (index) => ({ name: `Campaign ${index}`, public: true }),
  qrCode: (index) => ({ type: "text", data: `content ${index}` }),
};

const EDITS: Record<Kind, Props> = {
  pixel: { name: "Updated" },
  domain: { redirectRoot: "https://example.org/" },
  channel: { color: "#000000" },
  campaign: { public: false },
  qrCode: { data: "other" },
};

export interface Entry {
  readonly handler: string;
  readonly args: Props;
  state?: State;
}

export const range = (count: number) => Array.from({ length: count }, (_, index) => index);
export const stateOf = ({ state }: Entry): State => state as State;

const links = (count: number) => range(count).map((index) => FIRST_LINK + index);

export class Stack {
  readonly objects = KINDS.flatMap((kind) =>
    range(MANAGED).map((index): Entry => ({ handler: kind, args: ARGS[kind](index) })),
  );
  readonly foreignChannel: number;
  /** Items of a channel that is not of this stack. */
  readonly foreignItems = links(LINKS_ADDED).map(
    (item): Entry => ({ handler: "channelItem", args: { itemType: "links", item } }),
  );
  /** Items of the stack's first channel. */
  readonly #ownItems = links(LINKS_IN_OWN_CHANNEL).map(
    (item): Entry => ({ handler: "channelItem", args: { itemType: "links", item } }),
  );
  /** Links of the stack's first campaign. */
  readonly #links = links(3).map((link): Entry => ({ handler: "campaignLink", args: { link } }));

  constructor({ account }: World) {
    for (const index of range(FOREIGN)) {
      account.pixels.create({ type: "forum", name: `Foreign ${index}`, tag: `f${index}` });
      account.domains.create({ domain: `https://f${index}.example.com` });
      account.channels.create({ name: `Foreign ${index}` });
      account.campaigns.create({ name: `Foreign ${index}` });
      account.qrs.create({ type: "text", data: `foreign ${index}` });
    }
    const all = links(LINKS_ADDED + LINKS_THERE_BEFORE);
    for (const id of all) account.links.create({ id });
    this.foreignChannel = account.channels.list()[0]!.id;
    for (const id of all.slice(LINKS_ADDED)) account.assignItem(this.foreignChannel, "links", id);
  }

  of(kind: Kind): Entry[] {
    return this.objects.filter(({ handler }) => handler === kind);
  }

  /** With the ids of their parents that are known by then. */
  assignments(): Entry[] {
    const idOf = (kind: Kind) => this.of(kind)[0]?.state?.id ?? UNKNOWN;
    for (const { args } of this.#ownItems) args.channel = idOf("channel");
    for (const { args } of this.foreignItems) args.channel = this.foreignChannel;
    for (const { args } of this.#links) args.campaign = idOf("campaign");
    return [...this.#ownItems, ...this.foreignItems, ...this.#links];
  }

  all(): Entry[] {
    return [...this.objects, ...this.assignments()];
  }

  /** Changes a managed field of the first objects of every kind in the config. */
  edit(): void {
    for (const kind of KINDS) {
      for (const { args } of this.of(kind).slice(0, CHANGED)) Object.assign(args, EDITS[kind]);
    }
  }
}

/** What the engine asks of a preview, all side by side. */
export async function preview(process: Process, entries: readonly Entry[]): Promise<void> {
  await Promise.all(
    entries.map(async ({ handler, args, state }) => {
      const { failures } = await process.of(handler).check(state?.outs ?? {}, args);
      expect(failures).toEqual([]);
      if (state) await process.of(handler).diff(state.id, state.outs, args);
    }),
  );
}

/** What the engine asks of an update: as in a preview, and what is new or different is applied; parents first. */
export async function up(process: Process, stack: Stack): Promise<void> {
  await update(process, stack.objects);
  await update(process, stack.assignments());
}

async function update(process: Process, entries: readonly Entry[]): Promise<void> {
  await Promise.all(
    entries.map(async (entry) => {
      const { handler, args, state } = entry;
      if (!state) entry.state = await process.create(handler, args);
      else if (await process.hasChanges(handler, state, args)) {
        entry.state = await process.update(handler, state, args);
      }
    }),
  );
}

export async function refresh(process: Process, entries: readonly Entry[]): Promise<void> {
  await Promise.all(
    entries.map(async (entry) => {
      entry.state = await process.refresh(entry.handler, stateOf(entry));
    }),
  );
}

/** Children first. */
export async function destroy(process: Process, stack: Stack): Promise<void> {
  for (const entries of [stack.assignments(), stack.objects]) {
    await Promise.all(entries.map((entry) => process.delete(entry.handler, stateOf(entry))));
  }
}

/** Somebody deletes the last objects of every kind, takes items out, and changes the first pixels and channels. */
export function changeByHand({ account }: World, stack: Stack): void {
  const tables = {
    pixel: account.pixels,
    domain: account.domains,
    channel: account.channels,
    campaign: account.campaigns,
    qrCode: account.qrs,
  };
  const idsOf = (kind: Kind) => stack.of(kind).map((entry) => Number(stateOf(entry).id));
  for (const kind of KINDS) for (const id of idsOf(kind).slice(-DELETED_BY_HAND)) tables[kind].delete(id);
  for (const id of idsOf("pixel").slice(0, CHANGED)) account.pixels.update(id, { tag: `by hand ${id}` });
  for (const id of idsOf("channel").slice(0, CHANGED)) account.channels.update(id, { color: "#ABCDEF" });
  for (const id of links(LINKS_TAKEN_OUT)) account.unassignItem(stack.foreignChannel, "links", id);
}
