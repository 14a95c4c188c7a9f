// What a program passes to its providers, and the report at the end of a preview.
import { setTimeout } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Definition, Props } from "../../src/kind/definition";
import { ENTRY, type EntryPlan, type EntryRequest, toText } from "../../src/kind/entry";
import { METADATA } from "../../src/kind/metadata";
import { TYPE_PREFIX } from "../../src/kind/provider-source";
import type { ExplicitProvider } from "../../src/pulumi/accounts/explicit-provider";
import { type Registration, Registrations } from "../../src/pulumi/registrations";
import { Account } from "../../src/resources/classes/account";
import { Campaign } from "../../src/resources/classes/campaign";
import { ChannelItem } from "../../src/resources/classes/channel-item";
import { Pixel } from "../../src/resources/classes/pixel";
import { QrCode } from "../../src/resources/classes/qr-code";
import { processorTimeOf } from "../support/processor-time";
import { inProgramRun, monitorWith, type Outputs, type RunOptions, urnOf } from "./support/program-run";

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("LINK_MANAGEMENT_")) vi.stubEnv(name, undefined);
  }
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", "key");
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", "http://127.0.0.1:9");
});
afterEach(() => void vi.unstubAllEnvs());

const recorded = (type: string, name: string, values: object): Outputs => ({
  [urnOf(type, name)]: {
    type: TYPE_PREFIX + type,
    outputs: { [METADATA]: JSON.stringify({ account: "1", ...values }) },
  },
});

const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" };

function registration(name: string, parts: Partial<Registration> = {}): Registration {
  return {
    definition: Pixel.definition,
    name,
    args: { ...PIXEL, tag: name },
    options: {},
    onExisting: undefined,
    ...parts,
  };
}

function run<T>(
  state: Outputs | Error,
  call: (registrations: Registrations) => Promise<T>,
  options?: RunOptions,
): Promise<T> {
  return inProgramRun(
    () =>
      call(
        new Registrations(
          monitorWith(state).monitor,
          (message) => new Error(message),
          async () => {},
        ),
      ),
    options,
  );
}

/** The request of one resource. */
async function requestOf(state: Outputs, of: Registration, options?: RunOptions): Promise<EntryRequest> {
  return JSON.parse(await run(state, (registrations) => registrations.add(of), options));
}

describe("the request of a resource", () => {
  const STATE = {
    ...recorded("Pixel", "ads", { id: "5" }),
    ...recorded("Pixel", "more", { id: "6" }),
    ...recorded("Channel", "spring", { id: "7", account: "2" }),
  };

  test("says what the provider cannot know", async () => {
    expect(await requestOf({}, registration("ads"))).toEqual({
      entry: "Pixel ads",
      urn: urnOf("Pixel", "ads"),
      isPreview: false,
      accounts: [],
      onExisting: "fail",
    });
    const named = registration("ads", { entry: "pixels.ads", location: "link-management.yaml:3:3" });
    expect(await requestOf(STATE, named, { dryRun: true })).toEqual({
      entry: "pixels.ads",
      location: "link-management.yaml:3:3",
      urn: urnOf("Pixel", "ads"),
      isPreview: true,
      accounts: ["1", "2"],
      ownId: "5",
      onExisting: "fail",
    });
  });

  describe("of an explicit provider", () => {
    const provider = (name: string, names = [name]): ExplicitProvider => ({
      name,
      names,
      settings: async () => undefined,
      known: () => pulumi.output(true),
    });
    const B = provider("b");
    const state = {
      ...recorded("Pixel", "ads", { id: "5" }),
      ...recorded("Pixel", "of b", { id: "5", account: "2", provider: "b" }),
      ...recorded("Pixel", "read by b", { id: "9", account: "3", provider: "b", external: true }),
    };

    test("names the provider, and the accounts of its own resources", async () => {
      const request = await requestOf(state, registration("new", { provider: B }));
      expect(request).toMatchObject({ provider: "b", accounts: ["2", "3"] });
      const ofDefault = await requestOf(state, registration("new"));
      expect(ofDefault.accounts).toEqual(["1"]);
      expect(ofDefault).not.toHaveProperty("provider");
      const ofNew = await requestOf(state, registration("new", { provider: provider("c") }));
      expect(ofNew.accounts).toEqual([]);
    });

    test("knows the resources of a renamed provider by its alias", async () => {
      const renamed = provider("c", ["c", "b"]);
      expect((await requestOf(state, registration("new", { provider: renamed }))).accounts).toEqual([
        "2",
        "3",
      ]);
    });

    test("counts a resource that moves to the provider, so that the guard rejects another account", async () => {
      const moved = await requestOf(state, registration("ads", { provider: B }));
      expect(moved).toMatchObject({ accounts: ["1", "2", "3"], ownId: "5" });
    });

    test("does not count a resource that the program registers with another provider", async () => {
      const [ofNew, ofMoved] = await run(state, (registrations) =>
        Promise.all([
          registrations.add(registration("new")),
          registrations.add(registration("ads", { provider: provider("a") })),
        ]),
      );
      expect(JSON.parse(ofNew!).accounts).toEqual([]);
      expect(JSON.parse(ofMoved!).accounts).toEqual(["1"]);
    });

    test("names the managed objects by account, because ids repeat", async () => {
      const adopting = registration("new", { provider: B, onExisting: "adopt" });
      expect((await requestOf(state, adopting)).managedIds).toEqual({ "1": ["5"], "2": ["5"] });
    });

    test("needs no settings of the default provider", async () => {
      vi.stubEnv("LINK_MANAGEMENT_API_KEY", undefined);
      expect(await requestOf(state, registration("new", { provider: B }))).toMatchObject({ provider: "b" });
    });

    test("may be equal to that of another account", () =>
      run({}, async (registrations) => {
        await registrations.add(registration("a", { args: PIXEL }));
        await registrations.add(registration("b", { args: PIXEL, provider: B }));
        const again = registrations.add(registration("c", { args: PIXEL, provider: B }));
        await expect(again).rejects.toThrow("Pixel c and Pixel b are the same object");
      }));

    test("is rejected if two providers have one account", () =>
      inProgramRun(async () => {
        const registrations = new Registrations(
          monitorWith({}).monitor,
          (message) => new Error(message),
          async () => {
            throw new Error("the same account");
          },
        );
        await expect(registrations.add(registration("a"))).rejects.toThrow("the same account");
      }));
  });

  test("names only the object of { id } if it is managed", async () => {
    const managedIds = async (id: number) =>
      (await requestOf(STATE, registration("new", { onExisting: { id } }))).managedIds;
    expect(await managedIds(6)).toEqual({ "1": ["6"] });
    expect(await managedIds(7)).toEqual({});
  });

  test("does not collect the managed objects again for each entry that may adopt one", async () => {
    const names = Array.from({ length: 1000 }, (_, number) => `pixel ${number}`);
    const state = Object.assign({}, ...names.map((name, id) => recorded("Pixel", name, { id: String(id) })));
    const timeOf = (onExisting: "adopt" | "fail") =>
      run(state, async (registrations) => {
        await registrations.state;
        return processorTimeOf(async () => {
          await Promise.all(names.map((name) => registrations.add(registration(name, { onExisting }))));
        });
      });
    const times = { adopt: [0, 0, 0], fail: [0, 0, 0] };
    for (const round of [0, 1, 2]) {
      times.adopt[round] = await timeOf("adopt");
      times.fail[round] = await timeOf("fail");
    }
    // 6 as measured, because each request names all of them. 87 when each collects them.
    expect(Math.min(...times.adopt) / Math.min(...times.fail)).toBeLessThan(25);
  });

  test("finds the own object under an alias", async () => {
    const renamed = registration("new", { options: { aliases: [{ name: "ads" }] } });
    expect((await requestOf(STATE, renamed)).ownId).toBe("5");
    expect((await requestOf(STATE, registration("new"))).ownId).toBeUndefined();
  });

  test.each(["adopt", "overwrite"] as const)(
    "names the managed objects of the kind if onExisting is %j",
    async (onExisting) => {
      expect(await requestOf(STATE, registration("new", { onExisting }))).toMatchObject({
        onExisting,
        managedIds: { "1": ["5", "6"] },
      });
    },
  );

  test.each(["fail", "duplicate", undefined] as const)(
    "does not name them if onExisting is %j",
    async (onExisting) => {
      expect(await requestOf(STATE, registration("new", { onExisting }))).not.toHaveProperty("managedIds");
    },
  );

  test("does not count objects that the program only reads as managed, or as its own", async () => {
    const state = { ...STATE, ...recorded("Pixel", "shared", { id: "8", external: true }) };
    const adopting = await requestOf(state, registration("new", { onExisting: "adopt" }));
    expect(adopting.managedIds).toEqual({ "1": ["5", "6"] });
    const managed = await requestOf(state, registration("shared", { onExisting: { id: 8 } }));
    expect(managed).toMatchObject({ managedIds: {}, accounts: ["1", "2"] });
    expect(managed).not.toHaveProperty("ownId");
  });

  test("says that the program only reads the object", async () => {
    expect(await requestOf(STATE, registration("shared", { options: { id: "8" } }))).toMatchObject({
      isRead: true,
    });
    expect(await requestOf(STATE, registration("ads"))).not.toHaveProperty("isRead");
  });

  test("uses the onExisting of the stack or the run if the entry has none", async () => {
    vi.stubEnv("LINK_MANAGEMENT_ON_EXISTING", "adopt");
    const request = await requestOf(STATE, registration("new"));
    expect(request).toMatchObject({ onExisting: "adopt", managedIds: { "1": ["5", "6"] } });
    const item = registration("item", { definition: ChannelItem.definition, args: {} });
    const ofItem = await requestOf(STATE, item);
    expect(ofItem).not.toHaveProperty("managedIds");
    expect(ofItem).not.toHaveProperty("onExisting");
  });

  test("says whether the entry decides a pending create", async () => {
    const state = recorded("QrCode", "menu", { id: "undecided", pending: true });
    const menu = (onExisting: Registration["onExisting"]) =>
      requestOf(state, registration("menu", { definition: QrCode.definition, args: {}, onExisting }));
    expect((await menu("duplicate")).pending).toBe("decided");
    expect((await menu({ id: 7 })).pending).toBe("decided");
    expect((await menu(undefined)).pending).toBe("undecided");
    expect(await requestOf(STATE, registration("ads"))).not.toHaveProperty("pending");
  });

  test("names the file of an entry, and whether its object stays without it", async () => {
    const entry = (options: Registration["options"]) =>
      requestOf({}, registration("ads", { file: "link-management.yaml", options }));
    expect((await entry({})).file).toBe("link-management.yaml");
    expect(await entry({})).not.toHaveProperty("isRetained");
    expect(await entry({ retainOnDelete: true })).toMatchObject({ isRetained: true });
    const ofProgram = await requestOf({}, registration("ads", { options: { retainOnDelete: true } }));
    expect(ofProgram).not.toHaveProperty("file");
    expect(ofProgram).not.toHaveProperty("isRetained");
  });

  test("names the arguments that are secret", async () => {
    const marked = registration("ads", { secrets: Promise.resolve(["tag"]) });
    expect((await requestOf({}, marked)).secrets).toEqual(["tag"]);
    const plain = registration("ads", { secrets: Promise.resolve([]) });
    expect(await requestOf({}, plain)).not.toHaveProperty("secrets");
  });

  test("is an error if the state cannot be read", async () => {
    await expect(run(new Error("gone"), (all) => all.add(registration("ads")))).rejects.toThrow(
      "the engine did not return the state of the stack (gone)",
    );
  });
});

describe("two resources with one identity", () => {
  const two = (
    first: Partial<Registration>,
    second: Partial<Registration> = first,
    state: Outputs = {},
  ): Promise<unknown> =>
    run(state, (registrations) =>
      Promise.all([
        registrations.add(registration("a", first)),
        registrations.add(registration("b", second)),
      ]),
    );
  const args = PIXEL;

  test("are an error that names both", async () => {
    await expect(two({ args }, { args: { ...args, name: "Other", tag: " 1 " } })).rejects.toThrow(
      'Pixel b and Pixel a are the same object: type "fbpixel", tag " 1 ". Remove one of them, or set ' +
        "onExisting: duplicate to create two",
    );
  });

  test("are allowed if one is to be a duplicate, or names its object", async () => {
    await two({ args }, { args, onExisting: "duplicate" });
    await two({ args, onExisting: { id: 5 } }, { args });
  });

  test("are allowed if the state has both", async () => {
    const both = { ...recorded("Pixel", "a", { id: "5" }), ...recorded("Pixel", "b", { id: "6" }) };
    await two({ args }, { args }, both);
    await expect(two({ args }, { args }, recorded("Pixel", "a", { id: "5" }))).rejects.toThrow("same object");
  });

  test("are allowed if a value is known only later", async () => {
    await two({ args: { ...args, tag: pulumi.output("1") } });
    const definition: Definition = Campaign.definition;
    const launch = (slug: unknown): Props => ({ name: "Launch", slug });
    await two(
      { definition, args: launch(pulumi.output("a")) },
      { definition, args: launch(pulumi.output("b")) },
    );
    await expect(two({ definition, args: launch(undefined) })).rejects.toThrow('same object: name "Launch"');
  });

  test("are allowed if the program only reads one of them", async () => {
    await two({ args, options: { id: "5" } }, { args });
    await two({ args }, { args, options: { id: "5" } });
  });

  test.each([undefined, "duplicate", { id: 1 }] as const)(
    "are an error at once for the account, which exists once, whatever its option (%j)",
    async (onExisting) => {
      const definition: Definition = Account.definition;
      const both = { ...recorded("Account", "a", { id: "1" }), ...recorded("Account", "b", { id: "1" }) };
      for (const state of [{}, both]) {
        const accounts = async () =>
          two(
            { definition, args: { email: pulumi.output("a@example.com") } },
            { definition, args: { password: "p" }, onExisting },
            state,
          );
        await expect(accounts()).rejects.toThrow(
          /^Account b and Account a are the same object: a stack has one Account\. Remove one of them$/,
        );
      }
      await two({ definition, args: {} }, { definition, args: {}, options: { id: "1" } });
    },
  );

  test("are allowed if they are of different kinds", async () => {
    await two({ args }, { definition: Campaign.definition, args: { name: "fbpixel" } });
  });
});

describe("the report of a preview", () => {
  const collides = (id: string): EntryPlan => ({
    collision: { kind: "exists", objects: [{ id, differences: [] }] },
  });

  interface Entry {
    readonly registration: Registration;
    readonly plan: EntryPlan | Error;
    readonly delayMs?: number;
  }

  /** The messages of all errors that the SDK would see. */
  async function reports(
    entries: readonly Entry[],
    { state = {}, dryRun = true }: { state?: Outputs; dryRun?: boolean } = {},
  ): Promise<string[]> {
    const register = async (registrations: Registrations) => {
      const watched = entries.map(({ registration, plan, delayMs = 0 }) => {
        void registrations.add(registration);
        const promise = async () => {
          await setTimeout(delayMs);
          if (plan instanceof Error) throw plan;
          return toText(plan);
        };
        return registrations.watch(registration, {
          [ENTRY]: { promise },
        } as unknown as pulumi.CustomResource);
      });
      const results = await Promise.allSettled(watched);
      return results.flatMap((result) => (result.status === "rejected" ? [result.reason.message] : []));
    };
    return run(state, register, { dryRun });
  }

  const entry = (name: string, plan: EntryPlan | Error, parts: Partial<Registration> = {}): Entry => ({
    registration: registration(name, { entry: `pixels.${name}`, location: `file.yaml:${name}`, ...parts }),
    plan,
  });
  const lines = ([report, ...others]: string[]) => {
    expect(others).toEqual([]);
    return report!.split("\n").filter((line) => line.startsWith("  "));
  };

  test("has all collisions in the order of registration, whenever their plans arrive", async () => {
    const report = await reports([
      { ...entry("c", collides("3")), delayMs: 20 },
      { ...entry("a", collides("1")), delayMs: 5 },
      { ...entry("fine", {}), delayMs: 25 },
      { ...entry("b", collides("2")), delayMs: 15 },
      { ...entry("failed", new Error("reported by the SDK")), delayMs: 10 },
    ]);
    expect(lines(report)).toEqual([
      "  pixels.c (file.yaml:c): already exists (id 3)",
      "  pixels.a (file.yaml:a): already exists (id 1)",
      "  pixels.b (file.yaml:b): already exists (id 2)",
    ]);
  });

  test("does not exist without collisions", async () => {
    expect(await reports([entry("a", {}), entry("b", { adopt: "5" })])).toEqual([]);
  });

  test("does not exist in an update, where the provider fails", async () => {
    expect(await reports([entry("a", collides("1"))], { dryRun: false })).toEqual([]);
  });

  test("names the entry that manages the object, and whether it leaves", async () => {
    const state = {
      ...recorded("Pixel", "old", { id: "1" }),
      ...recorded("Pixel", "kept", { id: "2" }),
      ...recorded("Channel", "spring", { id: "3" }),
    };
    const report = await reports(
      [
        entry("kept", {}),
        entry("a", collides("1")),
        entry("b", { collision: { kind: "managed", ids: ["2"] } }),
        entry("c", collides("3")),
      ],
      { state },
    );
    expect(lines(report)).toEqual([
      "  pixels.a (file.yaml:a): already managed by pixels.old (id 1), which leaves the stack. Set renamedFrom: old (in a program: aliases)",
      "  pixels.b (file.yaml:b): already managed by pixels.kept (id 2). Apply the change of that entry first, or set onExisting: duplicate",
      "  pixels.c (file.yaml:c): already exists (id 3)",
    ]);
  });

  test("has a pending create that the entry does not decide", async () => {
    const state = recorded("QrCode", "menu", { id: "undecided", pending: true });
    const menu = { definition: QrCode.definition, args: {}, entry: "qrCodes.menu" };
    expect(lines(await reports([entry("menu", {}, menu)], { state }))).toEqual([
      expect.stringMatching(
        /^ {2}qrCodes\.menu \(file\.yaml:menu\): an earlier create has an unknown result\. Look at the account, /,
      ),
    ]);
    expect(await reports([entry("menu", {}, { ...menu, onExisting: "duplicate" })], { state })).toEqual([]);
  });
});
