// Values that the service rewrites: other case, no outer spaces, a slash at the end. Neither adoption nor drift detection
// counts them as differences, and each preview names them once.
import { afterEach, describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/emulator/index";
import type { Props } from "../../../src/kind/definition";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** A kind of rewriting: what the entry has, and what the service makes of one of its fields. */
interface Rewriting {
  readonly dialect: Partial<Dialect>;
  readonly handler: string;
  readonly args: Props;
  readonly field: string;
  readonly rewritten: string;
  /** A spelling of the field that differs in case only. */
  readonly respelled: string;
}

const REWRITINGS: Readonly<Record<string, Rewriting>> = {
  "outer spaces of a name": {
    dialect: { trimNames: true },
    handler: "channel",
    args: { name: " Spring ", color: "#22AA66" },
    field: "name",
    rewritten: "Spring",
    respelled: " SPRING ",
  },
  "case of a slug": {
    dialect: { lowercaseSlugs: true },
    handler: "campaign",
    args: { name: "Launch", slug: "LaunchDay", public: true },
    field: "slug",
    rewritten: "launchday",
    respelled: "launchDay",
  },
};

const TYPES: Readonly<Record<string, string>> = { channel: "Channel", campaign: "Campaign" };

describe.each(Object.entries(REWRITINGS))(
  "%s",
  (_, { dialect, handler, args, field, rewritten, respelled }) => {
    const warning = (name: string) =>
      `${name}: the service rewrites ${field}. Write it as ${JSON.stringify(rewritten)}`;

    test.each(["adopt", "overwrite"] as const)(
      "%s: is named once, and nothing is sent",
      async (onExisting) => {
        world = await World.start(dialect);
        const { id } = await world.process().create(handler, args);
        world.emulator.clearLog();
        const preview = world.process();
        const { plan } = await preview.preview(handler, args, { entry: "the entry", onExisting });
        expect(plan).toEqual({ adopt: id });
        expect(preview.messages).toEqual([`the entry: adopts id ${id}`, warning("the entry")]);
        const adopted = await world.process().create(handler, args, { onExisting });
        expect(adopted.outs).toMatchObject(args);
        expect(world.changes()).toEqual([]);
        expect(await world.process().hasChanges(handler, adopted, args)).toBe(false);
      },
    );

    test("is no drift, and a refresh names it once", async () => {
      world = await World.start(dialect);
      const created = await world.process().create(handler, args);
      const process = world.process();
      const read = await process.refresh(handler, created);
      expect(read?.inputs).toEqual(created.inputs);
      expect(await process.hasChanges(handler, read!, args)).toBe(false);
      expect(process.messages).toEqual([warning(`${TYPES[handler]} ${created.id}`)]);
    });

    test("is an update if the config itself changes the case", async () => {
      world = await World.start(dialect);
      const created = await world.process().create(handler, args);
      const read = await world.process().refresh(handler, created);
      for (const value of [respelled, rewritten]) {
        const { changes, replaces } = await world.process().diff(handler, read!, { ...args, [field]: value });
        expect({ changes, replaces }).toEqual({ changes: undefined, replaces: [] });
      }
      world.emulator.clearLog();
      const updated = await world.process().update(handler, read!, { ...args, [field]: respelled });
      expect(world.bodies()).toMatchObject([{ [field]: respelled }]);
      expect(updated.outs[field]).toBe(respelled);
    });
  },
);
