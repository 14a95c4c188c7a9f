// A user's unit tests with Pulumi's mocks: a program needs no key, no address and no network. `loadStack`:
// config/load-stack.test.ts.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import * as library from "../../src/index";
import { inProgramRun } from "../support/program-run";

const resolved = <Value>(output: pulumi.Output<Value>) =>
  new Promise<Value>((resolve) => void output.apply((value) => resolve(value as Value)));

test("reads are calls of the mock, by name, with ids as text", async () => {
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
