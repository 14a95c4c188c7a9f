// A user's unit tests with Pulumi's mocks: a program needs no key, no address and no network.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { expect, onTestFinished, test } from "vitest";
import * as library from "../../src/index";
import { loadStack } from "../../src/index";
import { inProgramRun } from "../support/program-run";

type Created = pulumi.runtime.MockResourceArgs;

const mocked = (
  program: (created: Created[]) => Promise<void>,
  call: pulumi.runtime.Mocks["call"] = ({ inputs }) => inputs,
) =>
  inProgramRun(async () => {
    const created: Created[] = [];
    await pulumi.runtime.setMocks({
      call,
      newResource: (args) => {
        created.push(args);
        return { id: args.id || `${args.name}-id`, state: { ...args.inputs, link: "https://qr.example/1" } };
      },
    });
    await program(created);
  });

const resolved = <Value>(output: pulumi.Output<Value>) =>
  new Promise<Value>((resolve) => void output.apply((value) => resolve(value as Value)));

test("reads are calls of the mock, by name, with ids as text", async () => {
  const calls: unknown[] = [];
  await mocked(
    async () => {
      expect(await library.getPixels()).toEqual([{ id: "1" }]);
      expect(await resolved(library.getQrStatisticsOutput(pulumi.output(5)))).toEqual({ qrCode: "5" });
      expect(
        await resolved(
          library.getQrStatisticsOutput(new library.QrCode("menu", { type: "text", data: "a" })),
        ),
      ).toEqual({
        qrCode: "menu-id",
      });
    },
    ({ token, inputs }) => {
      calls.push([token, inputs]);
      return token.endsWith("getPixels") ? ([{ id: "1" }] as never) : inputs;
    },
  );
  expect(calls).toEqual([
    ["link-management:index:getPixels", {}],
    ["link-management:index:getQrStatistics", { qrCode: "5" }],
    ["link-management:index:getQrStatistics", { qrCode: "menu-id" }],
  ]);
});

test("loadStack creates the resources of the file, and reports an invalid one", () =>
  mocked(async (created) => {
    const folder = mkdtempSync(join(tmpdir(), "mocked-stack-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "Pulumi.yaml"), "name: test");
    const config =
      "qrCodes: { menu: { type: text, data: a } }\nchannels: { spring: { name: Spring, items: [{ qr: menu }] } }\n";
    writeFileSync(join(folder, "link-management.yaml"), config);
    const { menu } = (await loadStack({ folder })).qrCodes;
    expect(await resolved(menu!.id)).toBe("menu-id");
    await resolved(menu!.link);
    // @ts-expect-error A misspelled property would be an argument that is not given.
    expect(menu!.lnk).toBeUndefined();
    writeFileSync(join(folder, "link-management.yaml"), "pixels: { ads: { type: fbpixel } }");
    await expect(loadStack({ folder })).rejects.toThrow("pixels.ads");
    expect(created.map(({ name }) => name)).toContain("menu");
  }));
