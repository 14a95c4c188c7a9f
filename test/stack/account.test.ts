// One stack, one account: a key of another account changes nothing, whatever the command.
import { afterEach, describe, expect, test, vi } from "vitest";
import { DEMO_KEY } from "../../src/emulator/index";
import { Channel, loadStack, Pixel, QrCode } from "../../src/index";
import { messageOf } from "../support/message-of";
import { startStack, startWorld, type World } from "../support/world";

afterEach(() => void vi.unstubAllEnvs());

const CONFIG = `
pixels: { ads: { type: fbpixel, name: Shop ads, tag: "1" } }
qrCodes: { menu: { type: link, data: https://example.com/menu } }
`;
const ACCOUNTS = [
  { username: "acme", keys: ["demo-key"] },
  { username: "globex", keys: ["other-key"] },
];

/** A stack of the account acme. */
async function applied() {
  const { world, stack } = await startStack({ accounts: ACCOUNTS, up: CONFIG });
  world.service.clearLog();
  return { world, stack };
}

/** Nothing was sent except the question whose key it is. */
function expectNothingSent(world: World): void {
  expect(new Set(world.requests)).toEqual(new Set(["GET /api/account"]));
}

describe("with the key of another account", () => {
  test.each([
    ["preview", (stack) => stack.preview(CONFIG.replace("Shop ads", "Ads"))],
    [
      "preview of new entries only",
      (stack) => stack.preview(CONFIG.replace("ads:", "new:").replace('"1"', '"2"')),
    ],
    ["update", (stack) => stack.up(CONFIG.replace("Shop ads", "Ads"), { preview: false })],
    [
      "update of a program",
      (stack) => stack.up(() => void new Pixel("new", { type: "fbpixel", name: "N", tag: "2" })),
    ],
    ["up --refresh", (stack) => stack.up(CONFIG, { refresh: true, preview: false })],
    ["refresh", (stack) => stack.refresh()],
    ["destroy", (stack) => stack.destroy()],
  ] as [string, (stack: ReturnType<World["stack"]>) => Promise<unknown>][])(
    "%s fails and names both",
    async (_, run) => {
      const { world, stack } = await applied();
      vi.stubEnv("LINK_MANAGEMENT_API_KEY", "other-key");
      const failure = await messageOf(run(stack));
      expect(failure).toMatch(/wrong account/);
      expect(failure).toContain("globex");
      expectNothingSent(world);
      expect(Object.keys(stack.ids)).toHaveLength(2);
    },
  );

  test("a provider with another key than the program stops before it changes anything", async () => {
    const { world, stack } = await startStack({ accounts: ACCOUNTS, settings: { apiKey: "other-key" } });
    const expecting = `account: { expect: { username: acme } }\n${CONFIG}`;
    // Only writes the file.
    await messageOf(stack.preview(expecting));
    const { folder } = stack;
    const program = async () => {
      vi.stubEnv("LINK_MANAGEMENT_API_KEY", "demo-key");
      await loadStack({ folder });
    };
    for (const preview of [true, false]) {
      const failure = await messageOf(stack.up(program, { preview }));
      expect(failure).toMatch(/wrong account.*globex/);
      vi.unstubAllEnvs();
    }
    expectNothingSent(world);
  });
});

/** A second deployment with the same accounts, such as a staging system that was restored from production. */
async function restoredFrom({ account }: World) {
  const { id, username, registered } = account;
  return startWorld({ accounts: [{ username, keys: ["demo-key"], id, registered }] });
}

test("a copy of the service at another address is another account", async () => {
  const { world, stack } = await applied();
  const elsewhere = await restoredFrom(world);
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", elsewhere.service.url);
  await expect(stack.destroy()).rejects.toThrow("wrong account");
  await expect(stack.up(CONFIG)).rejects.toThrow("wrong account");
  expectNothingSent(elsewhere);
});

/** Every object, and a channel that the program only reads. */
const program =
  (name = "Shop ads") =>
  () => {
    new Pixel("ads", { type: "fbpixel", name, tag: "1" });
    new QrCode("menu", { type: "text", data: "menu" });
    Channel.get("press", "101");
  };

async function withPress() {
  const world = await startWorld();
  world.account.channels.create({ name: "Press" });
  const stack = world.stack();
  await stack.up(program());
  return { world, stack };
}

describe("after a move of the service", () => {
  async function moved() {
    const { world: old, stack } = await withPress();
    const world = await restoredFrom(old);
    for (const name of ["pixels", "qrs", "channels"] as const)
      for (const object of old.account[name].list()) world.account[name].create(object as never);
    vi.stubEnv("LINK_MANAGEMENT_BASE_URL", world.service.url);
    return { old, stack, world };
  }

  test("the error names movedFrom with the old address, and one command with it ends the move", async () => {
    const { old, stack, world } = await moved();
    const { host } = new URL(old.service.url);
    await expect(stack.up(program())).rejects.toThrow(`MOVED_FROM=${host}`);
    await expect(stack.refresh()).rejects.toThrow("MOVED_FROM");
    vi.stubEnv("LINK_MANAGEMENT_MOVED_FROM", `https://older.example/links, ${host}`);
    await stack.refresh();
    vi.stubEnv("LINK_MANAGEMENT_MOVED_FROM", "");
    expect((await stack.preview(program(), { refresh: true })).changes).toEqual([]);
    expect(world.changes).toEqual([]);
    await stack.destroy();
    expect(world.account.pixels.list()).toEqual([]);
  });

  test("no other entry adopts an object that the state has at the old address", async () => {
    const { old, stack } = await moved();
    vi.stubEnv("LINK_MANAGEMENT_MOVED_FROM", old.service.url);
    const { id } = old.account.pixels.list()[0]!;
    const second = () => {
      new Pixel("second", { type: "fbpixel", name: "Shop ads", tag: "1" }, { onExisting: { id } });
      program()();
    };
    await expect(stack.preview(second)).rejects.toThrow("already managed");
  });
});

describe("a key that", () => {
  test("is missing stops the program before the first resource, and says how to set it", async () => {
    const world = await startWorld();
    await expect(world.stack({ apiKey: "" }).preview(CONFIG)).rejects.toThrow("LINK_MANAGEMENT_API_KEY");
    expect(world.requests).toEqual([]);
  });

  test("is missing in a refresh says how a new one in the stack config is used", async () => {
    const { world, stack } = await startStack({ settings: { apiKey: "" } });
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", DEMO_KEY);
    await stack.up(CONFIG);
    world.service.clearLog();
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", "");
    await expect(stack.refresh()).rejects.toThrow("--run-program");
    expect(world.requests).toEqual([]);
  });

  test("is rejected in a refresh says how a new one in the stack config is used", async () => {
    const { stack } = await applied();
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", "of-somebody-else");
    expect(await messageOf(stack.refresh())).toMatch(/rejected the API key.*pulumi refresh --run-program/);
    // The program has the new one.
    expect(await messageOf(stack.up(CONFIG))).not.toContain("--run-program");
  });

  test("is rejected makes nothing look deleted: refresh, destroy and update fail", async () => {
    const { world, stack } = await applied();
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", "of-somebody-else");
    for (const run of [
      () => stack.refresh(),
      () => stack.destroy(),
      () => stack.up(CONFIG, { refresh: true }),
    ]) {
      await expect(run()).rejects.toThrow(/rejected the API key/);
    }
    expect(Object.keys(stack.ids)).toHaveLength(2);
    expectNothingSent(world);
  });
});

test("a refresh and a destroy use the key and address of the last update; variables take precedence", async () => {
  const { world, stack } = await applied();
  expect((await stack.refresh()).changes).toEqual([]);
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", "other-key");
  await expect(stack.destroy()).rejects.toThrow("wrong account");
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", "demo-key");
  await stack.destroy();
  expect(world.account.pixels.list()).toEqual([]);
});

test("a wrong setting is an error before any request", async () => {
  const world = await startWorld();
  await expect(world.stack({ onExistng: "adopt" }).preview(CONFIG)).rejects.toThrow("onExistng");
  expect(world.requests).toEqual([]);
});

test("a record without an account changes and deletes nothing", async () => {
  const { world, stack } = await applied();
  for (const one of stack.state.resources) delete (one.outputs as Record<string, unknown>).__metadata;
  for (const run of [
    () => stack.up(CONFIG.replace("Shop ads", "Ads"), { preview: false }),
    () => stack.refresh(),
    () => stack.destroy(),
  ])
    expect(await messageOf(run())).toContain("pulumi state delete");
  expect(world.changes).toEqual([]);
});
