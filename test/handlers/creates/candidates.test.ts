// Which of several new objects an ambiguous create has made: the equal one. Concurrent creates get one each.
import { afterEach, describe, expect, test } from "vitest";
import type { Account, FaultName } from "../../../src/emulator/index";
import { PENDING_ID } from "../../../src/kind/lifecycle/create-once";
import { byType, identifiableKinds } from "../support/kinds";
import { entry, Stack } from "../support/stack";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

const lose = (fault: FaultName, times = 1) =>
  world.emulator.faults.rule({ on: "POST /api/*/add", fault, times });

/** Somebody else edits the account while a list is read. */
const meanwhile = (path: string, edit: (account: Account) => void) =>
  world.emulator.faults.rule({ on: `GET ${path}`, fault: "concurrentEditor", times: 1, edit });

test("an object of somebody else, and that of another entry, is no candidate", async () => {
  world = await World.start();
  const process = world.process();
  lose("dropAfterCommit");
  meanwhile("/api/channels", ({ channels }) => channels.create({ name: "Autumn" }));
  const [spring, summer] = await Promise.all([
    process.create("channel", { name: "Spring" }),
    process.create("channel", { name: "Summer" }),
  ]);
  const names = new Map(world.account.channels.list().map(({ id, name }) => [String(id), name]));
  expect([names.get(spring.id), names.get(summer.id)]).toEqual(["Spring", "Summer"]);
  expect(names.size).toBe(3);
});

describe.each(byType(identifiableKinds))("%s", (_, kind) => {
  const start = async () => {
    world = await World.start({ duplicateDomains: "allowed", duplicateSlugs: "allowed" });
    return world.records(kind).ids;
  };

  test("equal entries, whose creates both had no clear response, get one object each", async () => {
    const before = await start();
    lose("dropAfterCommit", 2);
    const process = world.process();
    const request = { onExisting: "duplicate" } as const;
    const [one, two] = await Promise.all([
      process.create(kind.handler, kind.args(), request),
      process.create(kind.handler, kind.args(), request),
    ]);
    expect(world.records(kind).ids.sort()).toEqual([...before, one.id, two.id].sort());
    expect(one.id).not.toBe(two.id);
  });

  test("several new objects that equal the entry are an error that shows them", async () => {
    const before = await start();
    // The create does not list the account again, so the other object is new to it.
    await world.process().create(kind.handler, kind.args(1));
    lose("dropAfterCommit");
    const creation = world.process().create(kind.handler, kind.args());
    meanwhile(kind.list.path, () => world.records(kind).add(kind.args()));
    await expect(creation).rejects.toThrow(
      /2 new objects match: id \d+ \(.*\); id \d+ \(.*\)\. Delete the extra ones and set onExisting: \{ id: … \} to the right one$/,
    );
    expect(world.records(kind).size).toBe(before.length + 3);
  });
});

describe.each([
  ["channel", "/api/channels", { name: "Spring", starred: false }],
  ["campaign", "/api/campaigns", { name: "Spring", public: false }],
])("a new %s that the list shows without a name", (handler, list, args) => {
  const objects = () => (handler === "channel" ? world.account.channels : world.account.campaigns);

  /** The create has no clear response, and the first list is stale. Then the account changes. */
  async function createUnclearly(fault: FaultName, edit: () => void): Promise<Stack> {
    world = await World.start({ unsetTextAs: "absent" });
    const process = world.process();
    await process.create(handler, { ...args, name: "Autumn" });
    lose(fault);
    world.emulator.faults.rule({ on: `GET ${list}`, fault: "staleList", ms: 5000, times: 1 });
    meanwhile(list, edit);
    const stack = new Stack();
    await expect(stack.up(process, [entry({ handler }, "spring", args)])).rejects.toThrow(
      /1 new object may be the created one, but the list does not show it by the given name: id 102 .*\. The entry stays pending/,
    );
    expect(stack.state("spring").id).toBe(PENDING_ID);
    return stack;
  }

  test("is not taken: it may be somebody else's", async () => {
    await createUnclearly("dropBeforeHandling", () => void objects().create({ name: "" }));
    expect(objects().size).toBe(2);
  });

  test("is not created again", async () => {
    const stack = await createUnclearly("dropAfterCommit", () => void objects().update(102, { name: "" }));
    expect(objects().size).toBe(2);
    await stack.up(world.process(), [entry({ handler }, "spring", args, { onExisting: { id: 102 } })]);
    expect(stack.state("spring").id).toBe("102");
    expect(
      objects()
        .list()
        .map(({ name }) => name),
    ).toEqual(["Autumn", "Spring"]);
  });
});

test("a value that the service rewrites is recognized", async () => {
  world = await World.start({ trimNames: true, lowercaseSlugs: true });
  lose("cutBody");
  await world.process().create("campaign", { name: " Launch ", slug: "LAUNCH", public: true });
  expect(world.account.campaigns.size).toBe(1);
});

test("a clear rejection is reported as it is, without a hint about a replacement", async () => {
  world = await World.start({ duplicateDomains: "rejected" });
  const args = { domain: "https://go.example.com" };
  const process = world.process();
  const { inputs } = await process.check("domain", args);
  world.account.domains.create(args);
  await expect(process.of("domain").create(inputs)).rejects.toThrow(
    /^create of Domain https:\/\/go\.example\.com: .*rejected.*already exists \(status 400\)$/,
  );
});
