// Items of channels and links of campaigns: assigned once, read from complete lists, and never taken away.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { pairwise } from "../support/pairwise";
import { type Process, World } from "./world";

let world: World;
afterEach(() => world.end());

const dialects = pairwise(DIALECT_KNOBS) as Dialect[];

describe.each(dialects.map((dialect, index) => [index, dialect] as const))(
  "dialect %i",
  (_index, dialect) => {
    test("an item is assigned, read, found assigned, and gone when it was taken out", async () => {
      world = await World.start(dialect);
      const channel = world.account.channels.create({ name: "Spring" });
      const args = { channel: String(channel.id), itemType: "links", item: 4711 };
      const made = await world.process().create("channelItem", args);
      expect(made.id).toBe(`${channel.id}/links/4711`);

      // A second create finds it there, so that no service makes a second entry of it.
      expect((await world.process().create("channelItem", args)).id).toBe(made.id);
      expect(world.account.channels.get(channel.id)?.items).toHaveLength(1);

      const read = await world.process().refresh("channelItem", made);
      expect(read?.inputs).toEqual(args);
      expect(read?.outs.title).toBe("Shop");

      await world.process().delete("channelItem", made);
      expect(world.account.channels.get(channel.id)?.items).toHaveLength(1);

      world.account.unassignItem(channel.id, "links", 4711);
      expect(await world.process().refresh("channelItem", made)).toBeUndefined();
    });

    test("an item is gone with its channel, and a link with its campaign", async () => {
      world = await World.start(dialect);
      const channel = world.account.channels.create({ name: "Spring" });
      const campaign = world.account.campaigns.create({ name: "Launch" });
      const item = await world
        .process()
        .create("channelItem", { channel: channel.id, itemType: "bio", item: 12 });
      const link = await world.process().create("campaignLink", { campaign: campaign.id, link: 4711 });
      expect(world.account.campaigns.get(campaign.id)?.links).toEqual([4711]);
      expect(await world.process().refresh("campaignLink", link)).toBeDefined();
      world.account.channels.delete(channel.id);
      world.account.campaigns.delete(campaign.id);
      const process = world.process();
      expect(await process.refresh("channelItem", item)).toBeUndefined();
      expect(await process.refresh("campaignLink", link)).toBeUndefined();
    });
  },
);

test("an item of a channel that the same process made is assigned without looking", async () => {
  world = await World.start();
  const process = world.process();
  const channel = await process.create("channel", { name: "Spring" });
  world.emulator.clearLog();
  await process.create("channelItem", { channel: channel.id, itemType: "links", item: "4711" });
  expect(world.emulator.log.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /api/channel/${channel.id}/assign/links/4711`,
  ]);
});

test("what does not exist cannot be assigned, and the error says what", async () => {
  world = await World.start();
  const { id } = world.account.channels.create({ name: "Spring" });
  await expect(
    world.process().create("channelItem", { channel: id, itemType: "links", item: 9999 }),
  ).rejects.toThrow(/ChannelItem \d+\/links\/9999.*POST \/api\/channel\/\d+\/assign\/links\/9999/s);
});

test("every argument of an assignment is create-only, by meaning", async () => {
  world = await World.start();
  const { id } = world.account.channels.create({ name: "Spring" });
  const args = { channel: id, itemType: "links", item: 4711 };
  const made = await world.process().create("channelItem", args);
  const { diff } = world.process().of("channelItem");
  expect(await diff(made.id, made.outs, { ...args, channel: String(id), item: "4711" })).toMatchObject({
    changes: false,
  });
  expect((await diff(made.id, made.outs, { ...args, item: 4712 })).replaces).toEqual(["item"]);
});

test("a link of a campaign that is taken over may be assigned already: a refusal is a warning with the service's words", async () => {
  world = await World.start({ repeatedAssignment: "error" });
  const { id } = world.account.campaigns.create({ name: "Launch" });
  world.account.assignLink(id, 4711);
  const process = world.process();
  const campaign = await process.create("campaign", { name: "Launch" });
  expect(campaign.id).toBe(String(id));
  const link = await process.create("campaignLink", { campaign: campaign.id, link: 4711 });
  expect(link.id).toBe(`${id}/4711`);
  expect(process.messages.at(-1)).toMatch(
    /taken as assigned although the service refused it.*already assigned/,
  );
});

test("a refusal of a link of any other campaign is an error", async () => {
  world = await World.start({ repeatedAssignment: "error" });
  const process = world.process();
  const campaign = await process.create("campaign", { name: "Launch" });
  await expect(process.create("campaignLink", { campaign: campaign.id, link: 9999 })).rejects.toThrow(
    /refused/,
  );
});

describe("an assignment that leaves the config", () => {
  const inChannel = async (process: Process) => {
    const channel = await process.create("channel", { name: "Spring" });
    const item = await process.create("channelItem", { channel: channel.id, itemType: "links", item: 4711 });
    return { channel, item };
  };

  test("is said to be only forgotten, at the end of the process", async () => {
    world = await World.start();
    const { item } = await inChannel(world.process());
    const process = world.process();
    await process.delete("channelItem", item);
    expect(process.messages).toEqual([]);
    expect(process.runtime.lastWarnings()).toEqual([
      expect.stringMatching(/^ChannelItem \d+\/links\/4711 is only forgotten: the API has no way/),
    ]);
  });

  test("is really gone when its channel is deleted after it, so there is nothing to say", async () => {
    world = await World.start();
    const { channel, item } = await inChannel(world.process());
    const process = world.process();
    await process.delete("channelItem", item);
    await process.delete("channel", channel);
    expect(process.runtime.lastWarnings()).toEqual([]);
  });

  test("stays in the state while the key is refused", async () => {
    world = await World.start();
    const { item } = await inChannel(world.process());
    const process = world.process({ apiKey: "of-somebody-else" });
    await expect(process.delete("channelItem", item)).rejects.toThrow("refused the API key");
    expect(process.runtime.lastWarnings()).toEqual([]);
  });
});

describe("a link of which nobody knows whether it was assigned", () => {
  const unclear = async () => {
    world = await World.start({ repeatedAssignment: "error" });
    const { id } = await world.process().create("campaign", { name: "Launch" });
    const args = { campaign: id, link: 4711 };
    world.emulator.faults.rule({
      on: "POST /api/campaign/*/assign/*",
      fault: "badGatewayAfterCommit",
      times: 1,
    });
    world.emulator.faults.rule({
      on: "POST /api/campaign/*/assign/*",
      fault: "wrongJson",
      after: 1,
      times: 3,
    });
    const error = await world
      .process()
      .create("campaignLink", args)
      .catch((caught: unknown) => caught);
    world.emulator.faults.clear();
    return { args, error: error as { id: string; properties: Props; reasons: string[]; message: string } };
  };

  test("is kept in the state, and the next run sends it again and takes a refusal as done", async () => {
    const { args, error } = await unclear();
    expect(error.id).toBe(`${args.campaign}/4711`);
    expect(error.message).toMatch(/may have taken effect.*kept in the state.*sends it again/s);
    expect(error.reasons).toEqual([error.message]);

    const kept = await world.process().refresh("campaignLink", { id: error.id, outs: error.properties });
    const next = world.process();
    expect(await next.hasChanges("campaignLink", kept!, args)).toBe(true);
    const sent = await next.update("campaignLink", kept!, args);
    expect(next.messages).toEqual([
      expect.stringMatching(/taken as assigned.*first try had no clear answer/),
    ]);
    expect(await world.process().hasChanges("campaignLink", sent, args)).toBe(false);
    expect(world.account.campaigns.get(Number(args.campaign))?.links).toEqual([4711]);
  });

  test("stays so while that is not clear either", async () => {
    const { args, error } = await unclear();
    world.emulator.faults.rule({ on: "POST /api/campaign/*/assign/*", fault: "dropBeforeHandling" });
    const kept = { id: error.id, outs: error.properties };
    await expect(world.process().update("campaignLink", kept, args)).rejects.toThrow(/may have taken effect/);
  });
});
