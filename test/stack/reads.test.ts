// Functions that read the account, in a program with an engine and with Pulumi's mocks, which need no key and no network.
// What they return: resources/reads.test.ts.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import * as library from "../../src/index";
import { Channel } from "../../src/index";
import { inProgramRun } from "../support/program-run";
import { startStack } from "../support/world";

test("a read of a new object is unknown in the preview, and finds the object in the update", async () => {
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
    expect(await library.getPixels()).toEqual([{ id: "1" }]);
    const menu = new library.QrCode("menu", { type: "text", data: "a" });
    await new Promise((resolve) => void library.getQrStatisticsOutput(menu).apply(resolve));
  });
  expect(calls).toEqual([
    ["link-management:index:getPixels", {}],
    ["link-management:index:getQrStatistics", { qrCode: "menu-id" }],
  ]);
});
