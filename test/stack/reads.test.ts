// Functions that read the account, in a program with an engine and with Pulumi's mocks, which need no key and no network.
// What they return: resources/reads.test.ts.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import * as library from "../../src/index";
import { Channel } from "../../src/index";
import { inProgramRun } from "../support/program-run";
import { startStack, startWorld } from "../support/world";

describe("a read", () => {
  test("is sent once for a program, and returns a copy", async () => {
    const world = await startWorld();
    world.account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
    const names: string[] = [];
    await world.stack().preview(async () => {
      const [first] = await library.getPixels();
      first!.name = "changed by the program";
      names.push((await library.getPixels())[0]!.name);
      await Promise.all([library.getPixels(), library.getAccount(), library.getAccount()]);
    });
    expect(names).toEqual(["Ads"]);
    expect(world.requests.filter((request) => request === "GET /api/pixels")).toHaveLength(1);
  });

  test("of a new object is unknown in the preview, and finds the object in the update", async () => {
    const { world, stack } = await startStack();
    const program = async () => {
      // The list is read before the channel exists.
      await library.getChannels();
      const channel = new Channel("spring", { name: "Spring" });
      return { items: library.getChannelItemsOutput(channel) };
    };
    await stack.preview(program);
    expect(world.requests.join()).not.toContain("/api/channel/");
    expect((await stack.up(program)).outputs).toEqual({ items: [] });
  });

  test("is secret with a secret argument, and not otherwise", async () => {
    const world = await startWorld();
    world.account.channels.create({ name: "Spring" });
    const secrets: boolean[] = [];
    await world.stack().preview(async () => {
      secrets.push(await pulumi.isSecret(library.getChannelItemsOutput(pulumi.secret(101))));
      secrets.push(await pulumi.isSecret(library.getChannelsOutput()));
    });
    expect(secrets).toEqual([true, false]);
  });
});

const resolved = <Value>(output: pulumi.Output<Value>) =>
  new Promise<Value>((resolve) => void output.apply((value) => resolve(value as Value)));

test("in a unit test of a user, reads are calls of the mock, by name, with ids as text", async () => {
  const calls: unknown[] = [];
  await inProgramRun(async () => {
    await pulumi.runtime.setMocks({
      call: ({ token, inputs }) => {
        calls.push([token, inputs]);
        return token.endsWith("getPixels") ? ([{ id: "1" }] as never) : inputs;
      },
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    });
    const statistics = (code: Parameters<typeof library.getQrStatisticsOutput>[0]) =>
      resolved(library.getQrStatisticsOutput(code));
    expect(await library.getPixels()).toEqual([{ id: "1" }]);
    expect(await statistics(pulumi.output(5))).toEqual({ qrCode: "5" });
    const menu = new library.QrCode("menu", { type: "text", data: "a" });
    expect(await statistics(menu)).toEqual({ qrCode: "menu-id" });
  });
  expect(calls).toEqual([
    ["link-management:index:getPixels", {}],
    ["link-management:index:getQrStatistics", { qrCode: "5" }],
    ["link-management:index:getQrStatistics", { qrCode: "menu-id" }],
  ]);
});
