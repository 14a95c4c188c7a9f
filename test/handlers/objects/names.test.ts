// How messages name a resource, and the resource that the engine shows them for.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import type { EntryRequest } from "../../../src/kind/entry";
import { ENTRY, planOf } from "../../../src/kind/entry";
import { TYPE_PREFIX } from "../../../src/kind/provider-source";
import { byType, type Kind, kinds, prepareArgs } from "../support/kinds";
import { type Process, type State, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const FILE = "link-management.yaml";

const urnOf = (type: string, name: string) => `urn:pulumi:test::shop::${TYPE_PREFIX}${type}::${name}`;

/** What a program says about an entry of the config file. */
function said(entry: string, type: string, name: string, line: number): Partial<EntryRequest> {
  return { entry, location: `${FILE}:${line}:3`, urn: urnOf(type, name), file: FILE };
}

const SPRING = said("channels.spring", "Channel", "spring", 7);
const NAME = `channels.spring (${FILE}:7:3)`;
const URN = urnOf("Channel", "spring");

async function channel(args: Props = { name: "Spring" }, request = SPRING): Promise<State> {
  world = await World.start();
  return world.process().create("channel", args, request);
}

/** What a diff of the program says about a resource in the state. */
async function diff(process: Process, state: State, args: Props, request = SPRING) {
  return process.diff("channel", state, args, { ownId: state.id, ...request });
}

/** The hidden input that the state has after an update. */
async function updated(process: Process, state: State, args: Props, request = SPRING) {
  const { inputs } = await diff(process, state, args, request);
  const { outs } = await process.of("channel").update(state.id, state.outs, inputs);
  return planOf(outs);
}

const without = (request: Partial<EntryRequest>, name: keyof EntryRequest) => {
  const { [name]: _, ...rest } = request;
  return rest;
};

describe("an error of the service", () => {
  test("in a create names the entry of the program", async () => {
    world = await World.start();
    const { id } = world.account.campaigns.create({ name: "Launch" });
    const request = said("campaigns.launch.links 9999", "CampaignLink", "launch/9999", 4);
    const args = { campaign: String(id), link: 9999 };
    await expect(world.process().create("campaignLink", args, request)).rejects.toThrow(
      `create of campaigns.launch.links 9999 (${FILE}:4:3): POST /api/campaign/${id}/assign/9999: the service rejected ` +
        "the request: Link does not exist",
    );
  });

  test("in an update and in a delete, too", async () => {
    const state = await channel();
    world.emulator.faults.rule({ on: ({ method }) => method !== "GET", fault: "serverErrorBeforeCommit" });
    const process = world.process();
    const { inputs } = await diff(process, state, { name: "Summer" });
    const handler = process.of("channel");
    await expect(handler.update(state.id, state.outs, inputs)).rejects.toThrow(`update of ${NAME}: PUT`);
    // Of a replacement: this process has not compared the object.
    const other = world.process();
    await other.check("channel", { name: "Summer" }, { ...SPRING, ownId: state.id });
    await expect(other.delete("channel", state)).rejects.toThrow(`delete of ${NAME}: DELETE`);
  });

  test("in a refresh or a destroy, which run no program, names the entry of the state", async () => {
    const state = await channel();
    world.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorBeforeCommit" });
    await expect(world.process().delete("channel", state)).rejects.toThrow(
      "delete of channels.spring: DELETE",
    );
  });
});

describe("a warning", () => {
  test("of a diff belongs to the resource", async () => {
    const state = await channel({ name: "Spring", color: "#22AA66" });
    const process = world.process();
    await diff(process, state, { name: "Spring" });
    const text = `${NAME}: color left the config. The API cannot clear it, so it keeps its value`;
    expect(process.logged).toEqual([{ text, urn: URN }]);
  });

  test("of a refresh names the entry of the state", async () => {
    const state = await channel({ name: "Spring" });
    world.account.channels.update(Number(state.id), { name: "SPRING" });
    const process = world.process();
    await process.refresh("channel", state);
    const text = 'channels.spring: the service rewrites name. Write it as "SPRING"';
    expect(process.logged).toEqual([{ text, urn: URN }]);
  });

  test("of a delete that only drops the record belongs to the resource", async () => {
    world = await World.start();
    const request = said("account", "Account", "account", 2);
    const state = await world.process().create("account", { email: "acme@example.com" }, request);
    const process = world.process();
    await process.delete("account", state);
    expect((await process.provider.lastMessages()).warnings).toEqual([
      { text: expect.stringMatching(/^account: only left the state/), urn: urnOf("Account", "account") },
    ]);
  });
});

test("an invalid argument and a collision of an update name the entry", async () => {
  world = await World.start();
  const invalid = await world.process().check("channel", { name: "" }, SPRING);
  expect(invalid.failures).toEqual([
    {
      property: "name",
      reason: expect.stringMatching(/^channels\.spring \(link-management\.yaml:7:3\): name: /),
    },
  ]);
  world.account.channels.create({ name: "Spring" });
  const existing = await world.process().check("channel", { name: "Spring" }, SPRING);
  expect(existing.failures[0]?.reason).toMatch(/^channels\.spring \(.*\): already exists \(id 101\)/);
});

test("an adoption that changes something is one short line of the stack, because each resource would be a paragraph", async () => {
  world = await World.start();
  world.account.channels.create({ name: "Spring" });
  const process = world.process();
  const args = { name: "Spring", color: "#22AA66" };
  await process.check("channel", args, { ...SPRING, onExisting: "overwrite" });
  expect(process.logged).toEqual([{ text: `${NAME}: adopts id 101, updates color` }]);
});

describe("the state", () => {
  test.each(byType(kinds))("%s: a moved line and another column are no change", async (_, kind: Kind) => {
    world = await World.start();
    const args = await prepareArgs(world.process(), kind);
    const request = said("the entry", kind.definition.type, "it", 3);
    const state = await world.process().create(kind.handler, args, request);
    const moved = { ...request, location: `${FILE}:99:1`, ownId: state.id };
    const { changes, inputs } = await world.process().diff(kind.handler, state, args, moved);
    expect({ changes, inputs }).toEqual({ changes: false, inputs: state.inputs });
    expect(JSON.stringify(state)).not.toContain(":3:3");
  });

  test("of a program names the resource by type and name", async () => {
    const state = await channel({ name: "Spring" }, without(SPRING, "file"));
    world.account.channels.update(Number(state.id), { name: "SPRING" });
    const process = world.process();
    await process.refresh("channel", state);
    expect(process.messages[0]).toMatch(/^Channel spring: the service rewrites/);
  });

  test("of an earlier version gets the URN with the next update, and it alone is no update", async () => {
    const state = await channel({ name: "Spring" }, without(SPRING, "urn"));
    const unchanged = await diff(world.process(), state, { name: "Spring" });
    expect(unchanged.changes).toBe(false);
    expect(unchanged.inputs).toEqual(state.inputs);
    const plan = await updated(world.process(), state, { name: "Summer" });
    expect(plan).toEqual({ file: FILE, urn: URN });
  });

  test("of a renamed entry has its old name until the next update. The program's name precedes", async () => {
    const state = await channel({ name: "Spring", color: "#22AA66" });
    const renamed = said("channels.season", "Channel", "season", 8);
    const process = world.process();
    // Another entry has the old name now.
    await process.check("channel", { name: "Other" }, SPRING);
    const same = await diff(process, state, { name: "Spring", color: "#22AA66" }, renamed);
    expect({ changes: same.changes, inputs: same.inputs }).toEqual({ changes: false, inputs: state.inputs });
    const plan = await updated(process, state, { name: "Spring" }, renamed);
    expect(process.messages).toEqual([expect.stringMatching(/^channels\.season \(.*:8:3\): color left/)]);
    expect(plan.urn).toBe(urnOf("Channel", "season"));
  });

  test("with a damaged hidden input names the object by its id", async () => {
    const state = await channel();
    const damaged = { ...state, outs: { ...state.outs, [ENTRY]: "{" } };
    const deleted = world.process().delete("channel", damaged);
    await expect(deleted).rejects.toThrow(`delete of Channel ${state.id}: `);
  });
});
