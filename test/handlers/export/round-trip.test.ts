// An exported config is adopted without a change, in every dialect (pairwise).
import Ajv from "ajv";
import { afterEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { configSchema } from "../../../src/config/schema/json-schema";
import { registry } from "../../../src/resources/index";
import { allDialects } from "../../support/dialects";
import { addDifficultObjects } from "../../support/difficult-account";
import { DIFFICULT_NAMES, IMPOSSIBLE_NAMES } from "../../support/difficult-names";
import { adopt, exported, FILE, planOf } from "../support/exported";
import { listedKinds } from "../support/kinds";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** The JSON Schema of the config file. */
const accepts = new Ajv({ strict: false }).compile(configSchema(registry));

/** Names that depend on each other, and a third of the others. */
const namesOf = (dialect: string) => [
  ...DIFFICULT_NAMES.slice(0, 7),
  ...DIFFICULT_NAMES.slice(7).filter((_, index) => index % 3 === (Number(dialect) || 0) % 3),
  ...IMPOSSIBLE_NAMES,
];

describe.each(allDialects)("dialect %s", (name, dialect) => {
  test("an export is valid, adopted with reads only, and shows no drift", async () => {
    world = await World.start(dialect, { rateLimit: 1000 });
    addDifficultObjects(world.account, namesOf(name));
    world.emulator.clearLog();

    const documents = await exported(world);
    const entries = [...documents.counts.values()].reduce((sum, count) => sum + count, 0);
    const objects = listedKinds.reduce((sum, kind) => sum + world.records(kind).size, 0);
    // Every object is an entry, or is named.
    expect(entries + documents.omissions.length).toBe(objects);
    const document: unknown = parse(documents.files.get(FILE)!);
    expect(accepts(document), JSON.stringify(accepts.errors)).toBe(true);
    const sections = listedKinds.map(({ definition }) => definition.yaml.section);
    expect(Object.keys(document as object)).toEqual(expect.arrayContaining(sections));
    const adopted = await adopt(world.process(), planOf(documents));
    expect(world.changes()).toEqual([]);
    expect(adopted.filter(({ definition }) => definition.lifecycle.existing)).toHaveLength(entries);

    const [refresh, preview] = [world.process(), world.process()];
    for (const { definition, label, args, state } of adopted) {
      const read = await refresh.refresh(definition.handler, state);
      expect(read?.inputs, label).toEqual(state.inputs);
      expect(await preview.hasChanges(definition.handler, read!, args), label).toBe(false);
    }
    expect(refresh.messages.filter((message) => !message.startsWith("rate limit"))).toEqual([]);
    expect(world.changes()).toEqual([]);
  });
});
