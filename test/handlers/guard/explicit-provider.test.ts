// The process of an explicit provider: its arguments, what it records, and whom it rejects.
import { afterEach, describe, expect, test } from "vitest";
import { DEMO_KEY, type EmulatorOptions } from "../../../src/emulator/index";
import { metadataOf } from "../../../src/kind/metadata";
import { ACME, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const TWO_ACCOUNTS: EmulatorOptions = { accounts: [ACME, { username: "globex", keys: ["other-key"] }] };
const PIXEL = { type: "fbpixel", name: "Shop ads", tag: "1" };
const OWN = "1 registered 2024-01-15 09:30:00";
const OTHER = "2 registered 2024-01-15 09:30:00";
/** What the process of the provider `b` is configured with. */
const B = { "provider:name": "b", apiKey: "other-key" };

const start = async () => {
  world = await World.start({}, TWO_ACCOUNTS);
};
const pixelsOf = (account: string) => world.emulator.store.account(account).pixels.list().length;

test("objects go to the account of its key, and the state records the provider until it changes", async () => {
  await start();
  const process = world.process(B);
  const state = await process.create("pixel", PIXEL, { provider: "b" });
  expect(metadataOf(state.outs)).toMatchObject({ account: OTHER, provider: "b" });
  expect([pixelsOf("acme"), pixelsOf("globex")]).toEqual([0, 1]);

  const refreshed = await world.process(B).refresh("pixel", state);
  expect(metadataOf(refreshed!.outs)).toEqual(metadataOf(state.outs));
  const renamed = world.process({ ...B, "provider:name": "c" });
  const request = { provider: "c", accounts: [OTHER], ownId: state.id };
  const { changes, inputs } = await renamed.diff("pixel", state, PIXEL, request);
  expect(changes).toBe(false);
  const { outs } = await renamed.of("pixel").update(state.id, state.outs, inputs);
  expect(metadataOf(outs).provider).toBe("c");
});

describe("the key of another account", () => {
  test("is rejected by the record of a resource, with the name of the provider", async () => {
    await start();
    const state = await world.process(B).create("pixel", PIXEL, { provider: "b" });
    const wrong = world.process({ ...B, apiKey: DEMO_KEY });
    await expect(wrong.delete("pixel", state)).rejects.toThrow(
      `wrong account: the resources of provider b belong to account ${OTHER}, but the API key of provider b belongs to ` +
        `account ${OWN} (acme,`,
    );
    expect([pixelsOf("acme"), pixelsOf("globex")]).toEqual([0, 1]);
  });

  test("is rejected by the account that the provider expects", async () => {
    await start();
    const wrong = world.process({ ...B, account: "acme" });
    await expect(wrong.create("pixel", PIXEL, { provider: "b" })).rejects.toThrow(
      /^wrong account: expected username acme, but the API key of provider b belongs to account 2 .*globex/,
    );
    expect(world.changes()).toEqual([]);
  });
});

test("a rejected key is reported with the name of the provider", async () => {
  await start();
  const wrong = world.process({ ...B, apiKey: "of-somebody-else" });
  await expect(wrong.create("pixel", PIXEL, { provider: "b" })).rejects.toThrow(
    /rejected the API key: .* and correct apiKey of provider b\. A refresh and a destroy use the key of the last/,
  );
});

test.each([
  ["the default provider", B, {}, "for the default provider, but the engine uses provider b"],
  ["another one", B, { provider: "c" }, "for provider c, but the engine uses provider b"],
  ["an explicit one", {}, { provider: "b" }, "for provider b, but the engine uses the default provider"],
])("a resource that the program constructed for %s is rejected", async (_, settings, request, message) => {
  await start();
  await expect(world.process(settings).create("pixel", PIXEL, request)).rejects.toThrow(message);
  expect(world.changes()).toEqual([]);
});

describe("an object that the state has on another account", () => {
  test.each([
    ["the same id on this account is another object", OWN, false],
    ["on this account it is managed", OTHER, true],
    ["on an unknown account it may be this one", "", true],
  ])("%s", async (_, account, isManaged) => {
    await start();
    const { id } = world.emulator.store.account("globex").pixels.create(PIXEL);
    const request = { provider: "b", onExisting: "adopt", managedIds: { [account]: [String(id)] } } as const;
    const { plan } = await world.process(B).preview("pixel", PIXEL, request);
    expect(plan).toEqual(
      isManaged ? { collision: { kind: "managed", ids: [String(id)] } } : { adopt: String(id) },
    );
  });
});
