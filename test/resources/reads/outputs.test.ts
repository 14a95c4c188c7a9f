// The output forms of the reads: they take resources and outputs.
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DEFAULT_DIALECT, DEMO_KEY, type Emulator, startEmulator } from "../../../src/emulator/index";
import * as library from "../../../src/index";
import { Program } from "../../../src/pulumi/program";
import { settled } from "../../pulumi/support/outputs";
import { inProgramRun } from "../../pulumi/support/program-run";

const { getAccountOutput, getChannelItemsOutput, getPixelsOutput, getQrStatisticsOutput, Channel, Campaign } =
  library;

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", emulator.url);
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", DEMO_KEY);
  vi.stubEnv("LINK_MANAGEMENT_SETTLE_TIME", "0");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
});

/** A run with an own session, as every program has. */
const inRun = (call: (account: ReturnType<Emulator["store"]["account"]>) => Promise<void>, dryRun = false) =>
  inProgramRun(
    async () => {
      try {
        await call(emulator.store.account("acme"));
      } finally {
        await Program.current().session().close();
      }
    },
    { dryRun },
  );

const unknown = () =>
  new (pulumi.Output as never as new (...args: unknown[]) => pulumi.Output<string>)(
    [],
    Promise.resolve(undefined),
    Promise.resolve(false),
    Promise.resolve(false),
    Promise.resolve([]),
  );

test("every read has an output form", () => {
  const names = Object.keys(library).filter((name) => name.startsWith("get"));
  const plain = names.filter((name) => !name.endsWith("Output")).sort();
  expect(plain).toEqual([
    "getAccount",
    "getCampaigns",
    "getChannelItems",
    "getChannels",
    "getDomains",
    "getOverlays",
    "getPixels",
    "getQrCodes",
    "getQrStatistics",
    "getSplashPages",
  ]);
  expect(names.filter((name) => name.endsWith("Output")).sort()).toEqual(
    plain.map((name) => `${name}Output`),
  );
});

test("reads what installations write in other places, or as 0 and null", () =>
  inRun(async (account) => {
    const { id } = account.qrs.create({ type: "text", data: "x" });
    emulator.setDialect({
      overlayListKey: "overlay",
      emptyMapsAs: "zero",
      qrDetailsDateKey: "data",
      accountExpires: "null",
    });
    try {
      expect((await library.getOverlays()).map(({ name }) => name).sort()).toEqual([
        "Welcome",
        "Write to us",
      ]);
      expect(await library.getQrStatistics(id)).toMatchObject({ name: `QR ${id}`, clicks: 0, topOs: {} });
      expect(await library.getAccount()).toMatchObject({ username: "acme", expires: "" });
    } finally {
      emulator.setDialect(DEFAULT_DIALECT);
    }
  }));

test("takes an id, an output and a promise", () =>
  inRun(async (account) => {
    const { id } = account.channels.create({ name: "Spring" });
    account.assignItem(id, "links", 4711);
    for (const channel of [id, String(id), pulumi.output(id), Promise.resolve(String(id))]) {
      const { value, isSecret } = await settled(getChannelItemsOutput(channel));
      expect(value).toMatchObject([{ type: "links", id: "4711" }]);
      expect(isSecret).toBe(false);
    }
  }));

test("finds a channel that was created after the list was read", () =>
  inRun(async (account) => {
    await library.getChannels();
    const { id } = account.channels.create({ name: "Summer" });
    expect((await settled(getChannelItemsOutput(pulumi.output(id)))).value).toEqual([]);
  }));

test("is unknown while an argument is, and sends nothing", () =>
  inRun(async () => {
    emulator.clearLog();
    expect(await settled(getChannelItemsOutput(unknown()))).toMatchObject({ isKnown: false });
    expect(await settled(getQrStatisticsOutput(unknown()))).toMatchObject({ isKnown: false });
    expect(emulator.log).toEqual([]);
  }, true));

test("is unknown while the key of its provider is, and not secret because of it", () =>
  inRun(async () => {
    const read = async (name: string, apiKey: pulumi.Input<string>) =>
      settled(library.getPixelsOutput({ provider: new library.Provider(name, { apiKey }) }));
    emulator.clearLog();
    expect(await read("b", unknown())).toMatchObject({ isKnown: false });
    expect(emulator.log).toEqual([]);
    expect(await read("c", pulumi.secret(DEMO_KEY))).toEqual({ value: [], isKnown: true, isSecret: false });
  }, true));

test("is secret with a secret argument, and with a secret in the result", () =>
  inRun(async (account) => {
    const { id } = account.channels.create({ name: "Autumn" });
    expect(await settled(getChannelItemsOutput(pulumi.secret(id)))).toMatchObject({ isSecret: true });
    const pixel = account.pixels.create({ type: "forum", name: "WIFI:T:WPA;S:a;P:hunter22;;", tag: "1" });
    const { value, isSecret } = await settled(getPixelsOutput());
    expect(isSecret).toBe(true);
    expect(value).toContainEqual(expect.objectContaining({ name: "WIFI:T:WPA;S:a;P:hunter22;;" }));
    account.pixels.delete(pixel.id);
    Program.current().keepSecret("acme@example.com");
    expect(await settled(getAccountOutput())).toMatchObject({ isSecret: true });
  }));

describe("is rejected with one clear error", () => {
  test.each([
    ["an unknown id", () => getChannelItemsOutput(999), "getChannelItems: the account has no channel 999"],
    ["no id", () => getChannelItemsOutput("spring"), '"spring" is not the id of an object'],
    ["nothing", () => getQrStatisticsOutput(undefined as never), "qrCode is not the id of an object"],
  ])("%s", (_, call, message) =>
    inRun(async () => {
      const error: unknown = await settled(call()).catch((thrown: unknown) => thrown);
      expect(pulumi.RunError.isInstance(error)).toBe(true);
      expect((error as Error).message).toContain(message);
    }),
  );

  test("a provider that is no Provider of this package", () =>
    inRun(async () => {
      emulator.clearLog();
      const provider = {} as pulumi.ProviderResource;
      await expect(library.getPixels({ provider })).rejects.toThrow(
        "getPixels: provider must be a Provider of pulumi-link-management",
      );
      expect(emulator.log).toEqual([]);
    }));

  test("a resource of another kind", () =>
    inProgramRun(async () => {
      await pulumi.runtime.setMocks({
        call: () => ({}),
        newResource: ({ inputs }) => ({ id: "1", state: inputs }),
      });
      const wrong = new Campaign("launch", { name: "Launch" });
      // @ts-expect-error A channel is a Channel or an id.
      expect(() => getChannelItemsOutput(wrong)).toThrow(
        "getChannelItems: channel must be a Channel or an id, not a resource of type Campaign",
      );
      const later = pulumi.output(wrong) as unknown as pulumi.Output<string>;
      await expect(settled(getChannelItemsOutput(later))).rejects.toThrow("must be a Channel or an id");
    }));
});

test("waits for the resources under dependsOn, and takes a Channel", () =>
  inProgramRun(async () => {
    const calls: string[] = [];
    await pulumi.runtime.setMocks({
      call: ({ token, inputs }) => {
        calls.push(`${token} ${JSON.stringify(inputs)}`);
        return [];
      },
      newResource: async ({ type, inputs }) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        calls.push(`new ${type.split(":").at(-1)}`);
        return { id: "3", state: inputs };
      },
    });
    const channel = new Channel("spring", { name: "Spring" });
    await settled(getPixelsOutput({ dependsOn: channel }));
    await settled(getPixelsOutput({ dependsOn: [channel] }));
    await settled(getChannelItemsOutput(channel));
    expect(calls).toEqual([
      "new Channel",
      "link-management:index:getPixels {}",
      "link-management:index:getPixels {}",
      'link-management:index:getChannelItems {"channel":"3"}',
    ]);
  }));
