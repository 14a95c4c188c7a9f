// A key of another account stops every method, and nothing is changed: neither the objects of the stack nor new ones.
import { afterEach, describe, expect, test } from "vitest";
import { HttpTransport } from "../../../src/api/http/transport";
import { DEMO_KEY, type EmulatorOptions } from "../../../src/emulator/index";
import { metadataOf } from "../../../src/kind/metadata";
import { byType, kinds, listedKinds, prepareArgs } from "../support/kinds";
import { ACME, type Process, type State, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const PIXEL = { type: "fbpixel", name: "Shop ads", tag: "1" };
const EDITED = { ...PIXEL, name: "Other" };
const OWN = "1 registered 2024-01-15 09:30:00";
const OTHER = "1 registered 2019-09-09 09:09:09";

const TWO_ACCOUNTS: EmulatorOptions = { accounts: [ACME, { username: "globex", keys: ["other-key"] }] };

const METHODS: readonly [string, (process: Process, handler: string, state: State) => Promise<unknown>][] = [
  ["diff", (process, handler, { id, outs, inputs }) => process.of(handler).diff(id, outs, inputs!)],
  ["read", (process, handler, { id, outs }) => process.of(handler).read(id, outs)],
  ["update", (process, handler, { id, outs, inputs }) => process.of(handler).update(id, outs, inputs!)],
  ["delete", (process, handler, { id, outs }) => process.of(handler).delete(id, outs)],
];

describe.each(byType(kinds))("%s", (_, kind) => {
  test.each(METHODS)(
    "%s fails with the key of another account, before any other request",
    async (_, call) => {
      world = await World.start({}, TWO_ACCOUNTS);
      const process = world.process();
      const state = await process.create(kind.handler, await prepareArgs(process, kind));
      world.emulator.clearLog();
      const other = world.process({ apiKey: "other-key" });
      await expect(call(other, kind.handler, state)).rejects.toThrow(
        /belong to account 1 registered .*, but the API key belongs to account 2 registered .* \(globex,/,
      );
      expect(world.requests()).toEqual(["GET /api/account"]);
    },
  );
});

test("after that, every method fails, and refers to the first error", async () => {
  world = await World.start({}, TWO_ACCOUNTS);
  const state = await world.process().create("pixel", PIXEL);
  world.emulator.clearLog();
  const other = world.process({ apiKey: "other-key" });
  await expect(other.diff("pixel", state, EDITED)).rejects.toThrow(/^wrong account: /);
  const later = [
    other.refresh("pixel", state),
    other.update("pixel", state, EDITED),
    other.delete("pixel", state),
    other.create("pixel", { ...PIXEL, tag: "2" }),
  ];
  for (const call of later) await expect(call).rejects.toThrow("stopped: see the earlier error");
  expect(world.requests()).toEqual(["GET /api/account"]);
});

test("the same id in another installation of the service is another account", async () => {
  world = await World.start();
  const state = await world.process().create("pixel", PIXEL);
  const elsewhere = await World.start(
    {},
    { accounts: [{ username: "acme", keys: [DEMO_KEY], registered: "2020-02-02 02:02:02" }] },
  );
  try {
    const process = elsewhere.process();
    await expect(process.of("pixel").read(state.id, state.outs)).rejects.toThrow(/2024-01-15.*2020-02-02/s);
    await expect(process.create("pixel", { ...PIXEL, tag: "2" })).rejects.toThrow("see the earlier error");
    expect(elsewhere.requests()).toEqual(["GET /api/account"]);
  } finally {
    await elsewhere.end();
  }
});

test("without the registration time, the account is known by its id and the address of the service", async () => {
  world = await World.start({ registeredField: "absent" });
  const state = await world.process().create("pixel", PIXEL);
  expect(await world.process().hasChanges("pixel", state, PIXEL)).toBe(false);
  const elsewhere = await World.start({ registeredField: "absent" });
  try {
    await expect(elsewhere.process().refresh("pixel", state)).rejects.toThrow(/^wrong account: /);
  } finally {
    await elsewhere.end();
  }
});

describe("two installations on one host, whose addresses differ in their paths only", () => {
  const CALLS: typeof METHODS = [
    ...METHODS,
    [
      "replacement",
      (process, handler, { inputs }) => process.create(handler, inputs!, { accounts: [RECORD] }),
    ],
  ];
  const RECORD = "1 at https://links.example.com/acme";

  test.each(
    byType(listedKinds).flatMap(([type, kind]) =>
      CALLS.map(([method, call]) => [type, method, kind, call] as const),
    ),
  )(
    "%s: %s with the address of the other one fails, and its object of the same id stays",
    async (_type, _method, kind, call) => {
      world = await World.start({ registeredField: "absent" });
      const other = await World.start({ registeredField: "absent" });
      try {
        const at = (installation: World, path: string) =>
          installation.process(
            { baseUrl: `https://links.example.com/${path}` },
            new HttpTransport(installation.emulator.url, DEMO_KEY),
          );
        const state = await at(world, "acme").create(kind.handler, kind.args());
        expect(metadataOf(state.outs).account).toBe(RECORD);
        expect(other.records(kind).add(kind.args())).toBe(state.id);

        await expect(call(at(other, "globex"), kind.handler, state)).rejects.toThrow(
          /^wrong account: .* 1 at https:\/\/links\.example\.com\/acme, .* 1 at https:\/\/links\.example\.com\/globex/,
        );
        expect(other.requests()).toEqual(["GET /api/account"]);
        expect(other.records(kind).ids).toEqual([state.id]);
        await at(world, "acme").delete(kind.handler, state);
        expect(world.records(kind).ids).toEqual([]);
      } finally {
        await other.end();
      }
    },
  );
});

describe("a new resource has no record. The program names the accounts of the stack", () => {
  test("the same account passes, and the inputs do not keep it", async () => {
    world = await World.start();
    const { inputs, failures } = await world.process().check("pixel", PIXEL, { accounts: [OWN] });
    expect(failures).toEqual([]);
    expect(JSON.stringify(inputs)).not.toContain("registered");
  });

  test.each([
    ["another account", [OTHER], `belong to account ${OTHER}, but`],
    ["several accounts", [OWN, OTHER], `${OWN} and ${OTHER}`],
  ])("%s: the check fails, and every create after it", async (_, accounts, message) => {
    world = await World.start();
    const process = world.process();
    await expect(process.check("pixel", PIXEL, { accounts })).rejects.toThrow(message);
    await expect(process.of("pixel").create(PIXEL)).rejects.toThrow("see the earlier error");
    expect(world.requests()).toEqual(["GET /api/account"]);
  });
});

test("a rejected key is reported in full once, without a stack", async () => {
  world = await World.start();
  const process = world.process({ apiKey: "of-somebody-else" });
  const results = await Promise.allSettled(
    ["1", "2", "3"].map((tag) => process.create("pixel", { ...PIXEL, tag })),
  );
  const errors = results.map((result) => (result as PromiseRejectedResult).reason as Error);
  const messages = errors.map(({ message }) => message);
  expect(messages.filter((message) => message.includes("rejected the API key"))).toHaveLength(1);
  expect(
    messages.filter((message) => message === "stopped: see the earlier error (check of pixel 1)"),
  ).toHaveLength(2);
  expect(errors.map(({ stack }) => stack)).toEqual(["", "", ""]);
  expect(world.requests()).toEqual(["GET /api/account"]);
});
