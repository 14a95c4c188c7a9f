// The provider of a resource: which one the SDK chooses, and what its process is configured with.
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  Channel,
  ChannelItem,
  getChannelItemsOutput,
  Pixel,
  Provider,
  type ProviderArgs,
} from "../../../src/index";
import { explicitIn, providerFor } from "../../../src/pulumi/accounts/explicit-provider";
import { Program } from "../../../src/pulumi/program";
import { settled } from "../support/outputs";
import { inProgramRun } from "../support/program-run";

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("LINK_MANAGEMENT_")) vi.stubEnv(name, undefined);
  }
});
afterEach(() => void vi.unstubAllEnvs());

// The SDK has this function, but its types do not.
const sdk = pulumi.runtime as unknown as { waitForRPCs(): Promise<void> };

const SECRET = "4dabf18193072939515e22adb298388d";
const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

interface Registered {
  readonly inputs: Record<string, unknown>;
  readonly provider: string | undefined;
}

/** A program in a unit test. @returns what was registered, by name */
function run(program: () => unknown, config: Record<string, string> = {}): Promise<Map<string, Registered>> {
  return inProgramRun(async () => {
    pulumi.runtime.setAllConfig(config);
    const registered = new Map<string, Registered>();
    await pulumi.runtime.setMocks({
      call: () => ({}),
      newResource: ({ name, inputs, provider }) => {
        registered.set(name, { inputs, provider });
        return { id: "7", state: inputs };
      },
    });
    await pulumi.runtime.runInPulumiStack(async () => program());
    await sdk.waitForRPCs();
    return registered;
  });
}

const OWN = { apiKey: "key-of-b", baseUrl: "https://b.example", account: "brand-b" };
const PIXEL = { type: "forum", name: "Ads", tag: "1" } as const;

describe("the process of a provider is configured with", () => {
  const inputsOf = async (args: ProviderArgs, config?: Record<string, string>) =>
    (await run(() => void new Provider("brand-b", args), config)).get("brand-b")?.inputs;
  /** As the engine gets it. */
  const apiKey = { [SECRET]: SECRET_SIGNATURE, value: "key-of-b" };

  test("its name and its arguments, the key always as a secret", async () => {
    expect(await inputsOf(OWN)).toEqual({
      "link-management:provider:name": "brand-b",
      "link-management:apiKey": apiKey,
      "link-management:baseUrl": "https://b.example",
      "link-management:account": "brand-b",
    });
  });

  test("arguments that are outputs, and several fields of the account", async () => {
    const account = { id: 4711, username: "brand-b" };
    expect(await inputsOf({ ...OWN, apiKey: pulumi.secret("key-of-b"), account })).toMatchObject({
      "link-management:apiKey": apiKey,
      "link-management:account": '{"id":4711,"username":"brand-b"}',
    });
  });

  test("the address of the stack, and the settings that all accounts share", async () => {
    const config = {
      "link-management:apiKey": "of the default provider",
      "link-management:account": "default",
      "link-management:baseUrl": "https://stack.example",
      "link-management:pageSize": "50",
      "link-management:settleTime": "1",
      "link-management:onExisting": "adopt",
    };
    expect(await inputsOf({ apiKey: "key-of-b" }, config)).toEqual({
      "link-management:provider:name": "brand-b",
      "link-management:apiKey": apiKey,
      "link-management:baseUrl": "https://stack.example",
      "link-management:pageSize": "50",
      "link-management:settleTime": "1",
      "link-management:onExisting": "adopt",
    });
    vi.stubEnv("LINK_MANAGEMENT_BASE_URL", "https://env.example");
    const baseUrl = async (args: ProviderArgs) => (await inputsOf(args, config))?.["link-management:baseUrl"];
    expect(await baseUrl({ apiKey: "key-of-b" })).toBe("https://env.example");
    expect(await baseUrl(OWN)).toBe("https://b.example");
  });
});

describe("the provider of a resource", () => {
  test("is its own one, or that of its component", async () => {
    const registered = await run(() => {
      const a = new Provider("a", OWN);
      const b = new Provider("b", OWN);
      new Pixel("default", PIXEL);
      new Pixel("own", PIXEL, { provider: a });
      for (const [name, opts] of Object.entries({
        array: { providers: [b] },
        map: { providers: { "pulumi-nodejs": b } },
        single: { provider: b },
      })) {
        const component = new pulumi.ComponentResource("test:Brand", name, {}, opts);
        new Pixel(`of ${name}`, PIXEL, { parent: component });
        new Pixel(`own of ${name}`, PIXEL, { parent: component, provider: a });
      }
    });
    const providerOf = (name: string) => /::([ab])::/.exec(registered.get(name)?.provider ?? "")?.[1];
    expect(["default", "own", "of array", "own of array", "of map", "of single"].map(providerOf)).toEqual([
      undefined,
      "a",
      "b",
      "a",
      "b",
      "b",
    ]);
  });

  test("is the one that the SDK chooses", () =>
    run(() => {
      const b = new Provider("b", OWN);
      const component = new pulumi.ComponentResource("test:Brand", "brand", {}, { providers: [b] });
      const inner = new pulumi.ComponentResource("test:Inner", "inner", {}, { parent: component });
      const choice = providerFor("pulumi-nodejs:dynamic/x:X", { parent: inner });
      expect(choice).toEqual({ provider: explicitIn(b) });
      expect([b, component, undefined].map(Provider.isInstance)).toEqual([true, false, false]);
      expect(providerFor("pulumi-nodejs:dynamic/x:X", {})).toEqual({});
    }).then(() => {}));

  test.each([
    [
      "a component with another key",
      (b: Provider) => ({
        parent: new pulumi.ComponentResource("test:Brand", "x", {}, { providers: { "link-management": b } }),
      }),
      "its Provider has the key link-management in providers, but needs pulumi-nodejs. Or pass an array",
    ],
    [
      "a provider of another package",
      () => ({ provider: new (class extends pulumi.ProviderResource {})("aws", "aws") }),
      "provider must be a Provider of pulumi-link-management",
    ],
    [
      "something else",
      () => ({ provider: "brand-b" as unknown as Provider }),
      "provider must be a Provider of pulumi-link-management",
    ],
  ])("cannot be that of %s", (_, options, problem) =>
    run(() => {
      const opts = options(new Provider("b", OWN));
      expect(() => new Pixel("ads", PIXEL, opts)).toThrow(`Pixel ads: ${problem}`);
    }).then(() => {}),
  );

  test("is that of the resources it refers to, because an id means another object on another account", () =>
    run(() => {
      const b = new Provider("b", OWN);
      const channel = new Channel("spring", { name: "Spring" }, { provider: b });
      const item = (opts: pulumi.CustomResourceOptions) => () =>
        new ChannelItem("item", { channel, itemType: "links", item: 4711 }, opts);
      expect(item({})).toThrow(
        "ChannelItem item: channel belongs to provider b, but this resource to the default provider",
      );
      expect(item({ provider: new Provider("c", OWN) })).toThrow("channel belongs to provider b, but");
      expect(item({ provider: b })).not.toThrow();
      expect(() => getChannelItemsOutput(channel)).toThrow(
        "getChannelItems: channel belongs to provider b, but this read to the default provider",
      );
      expect(() => getChannelItemsOutput(channel, { provider: b })).not.toThrow();
    }).then(() => {}));

  test("is also that of resources inside outputs", () =>
    run(async () => {
      const channel = new Channel("spring", { name: "Spring" }, { provider: new Provider("b", OWN) });
      const items = getChannelItemsOutput(pulumi.output(channel) as never);
      await expect(settled(items)).rejects.toThrow("channel belongs to provider b, but this read");
    }).then(() => {}));
});

test.each([
  [{}, "needs the apiKey"],
  [{ apiKey: 5 }, "Provider b: apiKey must be text, not a number"],
  [{ apikey: "k" }, "Provider b: has the unknown field apikey; did you mean apiKey?"],
  [{ ...OWN, account: {} }, "Provider b: account needs one of"],
])("a provider with %j is an error of the program", (args, problem) =>
  run(() => {
    if (Object.keys(args).length === 0) {
      expect(() => new Provider("b", undefined as never)).toThrow(problem);
    } else expect(() => new Provider("b", args as never)).toThrow(problem);
  }).then(() => {}),
);

test("a program whose folder lacks this package registers no provider", async () => {
  const registered = await run(() => {
    Object.assign(Program.current(), { folderProblem: "/p does not depend on pulumi-link-management" });
    expect(() => new Provider("b", OWN)).toThrow("/p does not depend on");
  });
  expect(registered.has("b")).toBe(false);
});
