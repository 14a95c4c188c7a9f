// An object that already exists, in every dialect: it is recognized however the service writes its fields.
import { afterEach, describe, expect, test } from "vitest";
import { allDialects } from "../../support/dialects";
import { byType, identifiableKinds } from "../support/kinds";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

describe.each(allDialects)("dialect %s", (_, dialect) => {
  test.each(byType(identifiableKinds))(
    "an equal %s collides, or is adopted without a change",
    async (_, kind) => {
      world = await World.start(dialect);
      const args = kind.args();
      const { id } = await world.process().create(kind.handler, args);
      expect(await world.process().collision(kind.handler, args)).toEqual({
        kind: "exists",
        objects: [{ id, differences: [] }],
      });

      world.emulator.clearLog();
      const adopted = await world.process().create(kind.handler, args, { onExisting: "adopt" });
      expect(adopted.id).toBe(id);
      expect(world.changes()).toEqual([]);
      const read = await world.process().refresh(kind.handler, adopted);
      expect(read?.inputs).toEqual(adopted.inputs);
      expect(await world.process().hasChanges(kind.handler, read!, args)).toBe(false);
    },
  );

  test.each(byType(identifiableKinds))("a different %s is overwritten", async (_, kind) => {
    world = await World.start(dialect);
    const { id } = await world.process().create(kind.handler, kind.args());
    const edited = kind.updatable
      .filter((name) => !kind.identifying.includes(name))
      .reduce((args, name) => kind.edited(args, name), kind.args());

    const process = world.process();
    const adopted = await process.create(kind.handler, edited, { onExisting: "overwrite" });
    expect(adopted.id).toBe(id);
    const read = await world.process().refresh(kind.handler, adopted);
    expect(read?.inputs).toEqual(adopted.inputs);
    expect(await world.process().hasChanges(kind.handler, read!, edited)).toBe(false);
  });
});
