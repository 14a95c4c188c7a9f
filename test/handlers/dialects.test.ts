// The whole life of an object of every kind, in every way in which the service may be what its API document
// leaves open (pairwise): what was applied is read back as no difference, a change by hand is seen, an update
// changes what it should and nothing else, and a deletion is final.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { pairwise } from "../support/pairwise";
import { type State, World } from "./world";

const dialects = pairwise(DIALECT_KNOBS) as Dialect[];

let world: World;
afterEach(() => world.end());

interface Life {
  handler: string;
  args: Props;
  /** Arguments after an update. */
  updated: Props;
  /** Changes the object behind Pulumi's back, in a field that is managed. */
  drift?(world: World, id: number): void;
  remove(world: World, id: number): void;
}

const lives: Life[] = [
  {
    handler: "pixel",
    args: { type: "fbpixel", name: "Shop ads", tag: "1234567890" },
    updated: { type: "fbpixel", name: "Shop ads 2", tag: "987" },
    drift: ({ account }, id) => account.pixels.update(id, { tag: "0" }),
    remove: ({ account }, id) => account.pixels.delete(id),
  },
  {
    handler: "domain",
    args: { domain: "https://go.example.com", redirectRoot: "https://example.com" },
    updated: {
      domain: "https://go.example.com",
      redirectRoot: "https://example.org/a",
      redirect404: "https://example.org/b",
    },
    drift: ({ account }, id) => account.domains.update(id, { redirectroot: "https://elsewhere.example" }),
    remove: ({ account }, id) => account.domains.delete(id),
  },
  {
    handler: "channel",
    args: { name: "Spring", description: "All of it", color: "#22AA66", starred: true },
    updated: { name: "Summer", description: "More", color: "#22aa67", starred: false },
    drift: ({ account }, id) => account.channels.update(id, { description: "By hand" }),
    remove: ({ account }, id) => account.channels.delete(id),
  },
  {
    handler: "campaign",
    args: { name: "Launch", slug: "launch", public: true },
    updated: { name: "Launch 2", slug: "launch-2", public: true },
    drift: ({ account }, id) => account.campaigns.update(id, { slug: "by-hand" }),
    remove: ({ account }, id) => account.campaigns.delete(id),
  },
  {
    handler: "qrCode",
    args: { type: "link", data: "https://example.com/menu", foreground: "rgb(16,42,67)" },
    updated: { type: "link", data: "https://example.com/menu2", foreground: "rgb(16,42,67)" },
    remove: ({ account }, id) => account.qrs.delete(id),
  },
];

describe.each(dialects.map((dialect, index) => [index, dialect] as const))(
  "dialect %i",
  (_index, dialect) => {
    test.each(lives)("the life of a $handler", async ({ handler, args, updated, drift, remove }) => {
      world = await World.start(dialect);
      const made = await world.process().create(handler, args);

      // Nothing was done by hand: nothing is seen.
      const same = await world.process().refresh(handler, made);
      expect(same?.inputs).toEqual(args);
      expect(await world.process().hasChanges(handler, same as State, args)).toBe(false);

      // An identical second entry is taken over, not doubled (a QR code has nothing to compare).
      if (handler !== "qrCode") {
        world.emulator.clearLog();
        expect((await world.process().create(handler, args)).id).toBe(made.id);
        expect(world.changes()).toEqual([]);
      }

      const updater = world.process();
      expect(await updater.hasChanges(handler, made, updated)).toBe(true);
      const after = await updater.update(handler, made, updated);
      const read = await world.process().refresh(handler, after);
      expect(read?.inputs).toEqual(updated);

      if (drift) {
        drift(world, Number(made.id));
        const drifted = await world.process().refresh(handler, after);
        expect(drifted?.inputs).not.toEqual(updated);
        const healer = world.process();
        expect(await healer.hasChanges(handler, drifted as State, updated)).toBe(true);
        await healer.update(handler, drifted as State, updated);
        expect((await world.process().refresh(handler, after))?.inputs).toEqual(updated);
      }

      // Deleted by hand: proven gone, and a delete of what is gone is done.
      const second = await world.process().create(handler, { ...args, ...different(handler) });
      remove(world, Number(second.id));
      expect(await world.process().refresh(handler, second)).toBeUndefined();
      await world.process().delete(handler, second);

      await world.process().delete(handler, after);
      expect(await world.process().refresh(handler, after)).toBeUndefined();
    });
  },
);

/** What makes a second object of a kind another one. */
function different(handler: string): Props {
  const other: Record<string, Props> = {
    pixel: { tag: "555" },
    domain: { domain: "https://two.example.com" },
    channel: { name: "Autumn" },
    campaign: { name: "Harvest", slug: "harvest" },
  };
  return other[handler] ?? {};
}
