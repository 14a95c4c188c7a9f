// Names that another object has: some services reject them, in any letter case. A preview warns, and an error of the
// service says what to do.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { byType, identifiableKinds } from "../support/kinds";
import { type State, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const SECOND = "The service may reject a second one: set another name, or onExisting: { id: 101 }";
const UPDATE = "The service may reject the update: set another name";
const taken = (object: string, next: string) =>
  expect.stringContaining(`the account has ${object} with the same name, in any letter case. ${next}`);

/** What the preview of an update logs, and the requests that it sends. */
async function previewUpdate(handler: string, state: State, args: Props) {
  world.emulator.clearLog();
  const process = world.process();
  await process.diff(handler, state, args, { isPreview: true, ownId: state.id });
  return { messages: process.messages, requests: world.requests() };
}

const uniqueKinds = identifiableKinds.filter(({ definition }) => definition.rejectsNamesakes);

describe("a new entry", () => {
  test.each(byType(uniqueKinds))("%s with onExisting: duplicate warns, with the id", async (_, kind) => {
    world = await World.start();
    const { id } = await world.process().create(kind.handler, kind.args());
    world.emulator.clearLog();
    const process = world.process();
    for (const n of [0, 1]) {
      await process.preview(kind.handler, kind.args(n), { entry: `entry ${n}`, onExisting: "duplicate" });
    }
    expect(process.messages).toEqual([
      expect.stringContaining(`entry 0: the account has ${kind.definition.type} ${id} with the same `),
    ]);
    expect(world.requests()).toEqual(["GET /api/account", `GET ${kind.list.path}`]);
    // The update does not need the list for that.
    world.emulator.clearLog();
    await world.process().check(kind.handler, kind.args(), { onExisting: "duplicate" });
    expect(world.requests()).toEqual(["GET /api/account"]);
  });

  test("a campaign with another slug warns, in any letter case", async () => {
    world = await World.start();
    await world.process().create("campaign", { name: "Launch", slug: "one", public: true });
    world.emulator.clearLog();
    const process = world.process();
    const { plan } = await process.preview(
      "campaign",
      { name: "LAUNCH", slug: "two" },
      { entry: "campaigns.b" },
    );
    expect(plan.collision).toBeUndefined();
    expect(process.messages).toEqual([taken("Campaign 101", SECOND)]);
    expect(process.messages[0]).toMatch(/^campaigns\.b: /);
    expect(world.requests()).toEqual(["GET /api/account", "GET /api/campaigns"]);
  });

  test("an object that another entry of the stack manages is not offered", async () => {
    world = await World.start();
    const { id } = await world.process().create("campaign", {
      name: "Launch",
      slug: "one",
      public: true,
    });
    const process = world.process();
    const request = { managedIds: { "": [id] } };
    await process.preview("campaign", { name: "LAUNCH", slug: "two" }, request);
    expect(process.messages).toEqual([
      expect.stringMatching(/the account has Campaign 101 with the same name, .*: set another name$/),
    ]);
  });

  test("two new campaigns of one name warn, with the other entry", async () => {
    world = await World.start();
    const process = world.process();
    const preview = (entry: string, args: Props) => process.preview("campaign", args, { entry });
    await preview("campaigns.a", { name: "Launch", slug: "one" });
    await preview("campaigns.b", { name: "LAUNCH", slug: "two" });
    await preview("campaigns.c", { name: "Harvest" });
    // A replacement is checked twice.
    await preview("campaigns.a", { name: "Launch", slug: "one" });
    expect(process.messages).toEqual([
      "campaigns.b: campaigns.a is also new and has the same name, in any letter case. The service may reject the " +
        "second one: set another name",
    ]);
  });

  test("an adopted object that gets the name of another one warns", async () => {
    world = await World.start();
    await world.process().create("channel", { name: "Spring" });
    const { id } = await world.process().create("channel", { name: "Summer" });
    const process = world.process();
    await process.preview("channel", { name: "spring" }, { onExisting: { id } });
    expect(process.messages).toContainEqual(taken("Channel 101", UPDATE));
  });

  test("names several objects by their ids", async () => {
    world = await World.start();
    for (const name of ["Spring", "SPRING", " spring"]) world.account.channels.create({ name });
    const process = world.process();
    await process.preview("channel", { name: "spring" }, { onExisting: "duplicate" });
    expect(process.messages).toEqual([taken("3 objects (ids 103, 102, 101)", SECOND.replace("101", "103"))]);
  });
});

describe("an update", () => {
  const twoChannels = async () => {
    world = await World.start();
    const spring = await world.process().create("channel", { name: "Spring", color: "#22AA66" });
    await world.process().create("channel", { name: "Summer" });
    return spring;
  };

  test("that takes the name of another object warns, with one list request", async () => {
    const spring = await twoChannels();
    expect(await previewUpdate("channel", spring, { name: "summer", color: "#22AA66" })).toEqual({
      messages: [taken("Channel 102", UPDATE)],
      requests: ["GET /api/account", "GET /api/channels"],
    });
  });

  test.each([
    ["another free name", { name: "Autumn", color: "#22AA66" }],
    ["its own name in another case", { name: "SPRING", color: "#22AA66" }],
  ])("to %s says nothing", async (_, args) => {
    expect((await previewUpdate("channel", await twoChannels(), args)).messages).toEqual([]);
  });

  test("of another field reads no list", async () => {
    const { requests } = await previewUpdate("channel", await twoChannels(), {
      name: "Spring",
      color: "#000000",
    });
    expect(requests).toEqual(["GET /api/account"]);
  });

  test("that is applied reads no list", async () => {
    const spring = await twoChannels();
    world.emulator.clearLog();
    const args = { name: "Summer", color: "#22AA66", description: "a", starred: true };
    await world.process().update("channel", spring, args);
    expect(world.requests()).toEqual(["GET /api/account", "PUT /api/channel/101/update"]);
  });

  test("of a campaign's name compares names, also if the slugs differ", async () => {
    world = await World.start();
    const launch = await world.process().create("campaign", { name: "Launch", slug: "one", public: true });
    await world.process().create("campaign", { name: "Harvest", slug: "two", public: true });
    const { messages } = await previewUpdate("campaign", launch, {
      name: "harvest",
      slug: "one",
      public: true,
    });
    expect(messages).toEqual([taken("Campaign 102", UPDATE)]);
  });
});

describe.each(["channel", "campaign"])("a rejected name of a %s", (handler) => {
  test("names the entry and what to do, in a create", async () => {
    world = await World.start({ duplicateNames: "rejectedIgnoringCase" });
    await world.process().create(handler, { name: "Spring" });
    const request = { entry: "the.entry", urn: "urn:a", onExisting: "duplicate" } as const;
    await expect(world.process().create(handler, { name: "SPRING" }, request)).rejects.toThrow(
      new RegExp(
        `^create of the.entry: .*You already have a ${handler} with this name.* If the name is taken, in any letter ` +
          "case, set another one, or onExisting: { id: … } under options to manage the existing object$",
      ),
    );
    expect(world.records(identifiableKinds.find((kind) => kind.handler === handler)!).size).toBe(1);
  });

  test("names the entry and what to do, in an update of the name only", async () => {
    world = await World.start({ duplicateNames: "rejectedIgnoringCase" });
    await world.process().create(handler, { name: "Spring" });
    const summer = await world.process().create(handler, { name: "Summer" });
    const update = world.process().update(handler, summer, { name: "spring" });
    await expect(update).rejects.toThrow(
      /^update of .*: .*with this name.* If the name is taken, in any letter case, set another one\. If the object was/,
    );
  });

  test("of one character is a lint warning, and the error of the service names it", async () => {
    world = await World.start({ minNameLength: 2 });
    const { definition } = identifiableKinds.find((kind) => kind.handler === handler)!;
    expect(definition.lint!({ name: " A " })).toEqual([
      { field: "name", message: "some installations reject a name of one character" },
    ]);
    for (const name of ["AB", "日本", undefined]) expect(definition.lint!({ name })).toEqual([]);
    await expect(world.process().create(handler, { name: "A" })).rejects.toThrow("at least 2 characters");
  });
});
