// A user's unit tests: with mocks, a program needs no key, no address and no network.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as library from "../../../src/index";
import { inProgramRun } from "../../pulumi/support/program-run";

type Call = pulumi.runtime.MockCallArgs;

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("LINK_MANAGEMENT_")) vi.stubEnv(name, undefined);
  }
  vi.spyOn(library.Pixel.definition.lifecycle.existing!, "items").mockRejectedValue(
    new Error("sent a request"),
  );
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function mocked(
  call: (args: Call) => Record<string, unknown> | Promise<Record<string, unknown>>,
  program: (calls: Call[], created: pulumi.runtime.MockResourceArgs[]) => Promise<void>,
): Promise<void> {
  return inProgramRun(async () => {
    const calls: Call[] = [];
    const created: pulumi.runtime.MockResourceArgs[] = [];
    await pulumi.runtime.setMocks({
      call: (args) => {
        calls.push(args);
        return call(args);
      },
      newResource: (args) => {
        created.push(args);
        return { id: `${args.name}-id`, state: { ...args.inputs, link: "https://qr.example/1" } };
      },
    });
    await program(calls, created);
  });
}

class BrandB extends pulumi.ProviderResource {}

const resolved = <Value>(output: pulumi.Output<Value>) =>
  new Promise<Value>((resolve) => void output.apply((value) => resolve(value as Value)));

/** A function without arguments, by its name. */
const read = (name: string) => (Object.entries(library).find(([key]) => key === name)![1] as () => unknown)();

const LISTS = ["Pixels", "Domains", "Channels", "Campaigns", "QrCodes", "Overlays", "SplashPages"] as const;

describe.each(LISTS)("get%s", (kind) => {
  const items = [{ id: "1", name: "a" }, { id: "2" }];

  test("returns the list of the mock, in both forms", () =>
    mocked(
      () => items as never,
      async (calls) => {
        expect(await read(`get${kind}`)).toEqual(items);
        expect(await resolved(read(`get${kind}Output`) as pulumi.Output<unknown>)).toEqual(items);
        const call = { token: `link-management:index:get${kind}`, inputs: {}, provider: "" };
        expect(calls).toEqual([call, call]);
      },
    ));

  test("returns an empty list for the usual mock, which returns the inputs", () =>
    mocked(
      ({ inputs }) => inputs,
      async () => {
        expect(await read(`get${kind}`)).toEqual([]);
      },
    ));
});

test("the other reads pass their arguments as text", () =>
  mocked(
    ({ inputs }) => ({ ...inputs, username: "acme" }),
    async (calls) => {
      expect(await library.getAccount()).toEqual({ username: "acme" });
      expect(await resolved(library.getQrStatisticsOutput(pulumi.output(5)))).toMatchObject({ qrCode: "5" });
      expect(calls.map(({ inputs }) => inputs)).toEqual([{}, { qrCode: "5" }]);
    },
  ));

test("a secret of the mock makes the output secret", () =>
  mocked(
    () => ({ email: pulumi.secret("a@example.com") }),
    async () => {
      const output = library.getAccountOutput();
      expect(await pulumi.isSecret(output)).toBe(true);
      expect(await resolved(output)).toEqual({ email: "a@example.com" });
      expect(await library.getAccount()).toEqual({ email: "a@example.com" });
    },
  ));

test("pass the id that the mock gave a resource, whatever it looks like", () =>
  mocked(
    ({ inputs }) => (inputs.channel ? ([inputs] as never) : inputs),
    async () => {
      const channel = new library.Channel("spring", { name: "Spring" });
      const menu = new library.QrCode("menu", { type: "text", data: "menu" });
      expect(await resolved(library.getChannelItemsOutput(channel))).toEqual([{ channel: "spring-id" }]);
      expect(await resolved(library.getQrStatisticsOutput(menu.id))).toEqual({ qrCode: "menu-id" });
    },
  ));

test("gets the provider of the call", () =>
  mocked(
    () => [] as never,
    async (calls) => {
      const provider = new BrandB("pulumi-nodejs", "brand-b", {});
      await library.getPixels({ provider });
      const parent = new pulumi.ComponentResource("x:y:Z", "brand", {}, { providers: [provider] });
      await library.getPixels({ parent });
      expect(calls.map(({ provider }) => provider)).toEqual(
        Array(2).fill(expect.stringMatching(/^urn:pulumi:.*pulumi-nodejs::brand-b::brand-b-id$/)),
      );
    },
  ));

describe("is one clear error:", () => {
  test("a mock that returns no list", () =>
    mocked(
      () => ({ pixels: [] }),
      async () => {
        await expect(library.getPixels()).rejects.toThrow(
          "getPixels: the mock of link-management:index:getPixels must return an array",
        );
      },
    ));

  test("a mock that fails", () =>
    mocked(
      () => {
        throw new Error("no such mock");
      },
      async () => {
        await expect(library.getPixels()).rejects.toThrow("no such mock");
      },
    ));

  test("a wrong id, before the mock is called", () =>
    mocked(
      () => ({}),
      async (calls) => {
        await expect(library.getChannelItems("spring")).rejects.toThrow(
          '"spring" is not the id of an object',
        );
        expect(calls).toEqual([]);
      },
    ));
});

describe("loadStack", () => {
  const folderWith = (yaml: string) => {
    const folder = mkdtempSync(join(tmpdir(), "mocked-stack-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "Pulumi.yaml"), "name: test");
    writeFileSync(join(folder, "link-management.yaml"), yaml);
    return folder;
  };

  test("creates the resources of the file by the mocks", () =>
    mocked(
      () => ({}),
      async (calls, created) => {
        const folder = folderWith(`account: { expect: { username: acme } }
qrCodes: { menu: { type: link, data: "https://example.com" } }
channels: { spring: { name: Spring, items: [{ qr: menu }] } }
`);
        const outputs = await library.loadStack({ folder });
        const { menu } = outputs.qrCodes as Record<string, library.ResourceOutputs>;
        expect(await resolved(menu!.link!)).toBe("https://qr.example/1");
        expect(await resolved(menu!.id!)).toBe("menu-id");
        await vi.waitFor(() => expect(created).toHaveLength(3));
        expect(created.map(({ name, inputs }) => [name, inputs.item ?? inputs.name ?? inputs.data])).toEqual(
          expect.arrayContaining([
            ["menu", "https://example.com"],
            ["spring", "Spring"],
            ["spring/qr/menu", "menu-id"],
          ]),
        );
        expect(calls).toEqual([]);
      },
    ));

  test("still reports an invalid file", () =>
    mocked(
      () => ({}),
      async (_, created) => {
        const folder = folderWith('pixels: { ads: { type: fbpixl, name: a, tag: "1" } }\n');
        await expect(library.loadStack({ folder })).rejects.toThrow('type cannot be "fbpixl"');
        expect(created).toEqual([]);
      },
    ));
});
