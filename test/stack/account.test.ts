// One stack, one account: a key of another account changes nothing, whatever the command.
import { afterEach, expect, test, vi } from "vitest";
import { Channel, Pixel } from "../../src/index";
import { messageOf } from "../support/message-of";
import type { Stack } from "../support/stack";
import { startStack, startWorld } from "../support/world";

afterEach(() => void vi.unstubAllEnvs());

const CONFIG = `
pixels: { ads: { type: fbpixel, name: Shop ads, tag: "1" } }
qrCodes: { menu: { type: link, data: https://example.com/menu } }
`;
const EDITED = CONFIG.replace("Shop ads", "Ads");
const NEW = CONFIG.replace("ads:", "new:").replace('"1"', '"2"');
const ACCOUNTS = [
  { username: "acme", keys: ["demo-key"] },
  { username: "globex", keys: ["other-key"] },
];

/** A stack of the account acme. */
async function applied(settings: Readonly<Record<string, string>> = {}) {
  const { world, stack } = await startStack({ accounts: ACCOUNTS, settings, up: CONFIG });
  world.service.clearLog();
  return { world, stack };
}

test.each<[string, (stack: Stack) => Promise<unknown>]>([
  ["preview", (stack) => stack.preview(EDITED)],
  ["preview of new entries only", (stack) => stack.preview(NEW)],
  ["update", (stack) => stack.up(EDITED, { preview: false })],
  ["up --refresh", (stack) => stack.up(CONFIG, { refresh: true, preview: false })],
  ["refresh", (stack) => stack.refresh()],
  ["destroy", (stack) => stack.destroy()],
])("with the key of another account, %s fails and names both", async (_, run) => {
  const { world, stack } = await applied();
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", "other-key");
  expect(await messageOf(run(stack))).toMatch(/wrong account.*globex/s);
  expect(new Set(world.requests)).toEqual(new Set(["GET /api/account"]));
  expect(Object.keys(stack.ids)).toHaveLength(2);
});

test("after a move of the service, the error names movedFrom, and one refresh with it ends the move", async () => {
  const old = await startWorld();
  old.account.channels.create({ name: "Press" });
  const program = () => {
    new Pixel("ads", { type: "fbpixel", name: "Ads", tag: "1" });
    Channel.get("press", "101");
  };
  const stack = old.stack();
  await stack.up(program);
  // The same account at another address, also a copy such as a staging system.
  const world = await startWorld({ accounts: [{ ...old.account.user, keys: ["demo-key"] }] });
  for (const name of ["channels", "pixels"] as const)
    for (const object of old.account[name].list()) world.account[name].create(object as never);
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", world.service.url);
  const { host } = new URL(old.service.url);
  for (const run of [() => stack.up(program), () => stack.destroy()])
    await expect(run()).rejects.toThrow(`MOVED_FROM=${host}`);
  vi.stubEnv("LINK_MANAGEMENT_MOVED_FROM", `https://older.example/links, ${host}`);
  await stack.refresh();
  vi.stubEnv("LINK_MANAGEMENT_MOVED_FROM", "");
  expect((await stack.preview(program, { refresh: true })).changes).toEqual([]);
  expect(world.changes).toEqual([]);
});

test.each([
  ["missing", ""],
  ["rejected", "of-somebody-else"],
])(
  "a key that is %s in a refresh: the error says how a new one in the stack config is used",
  async (_, key) => {
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", "demo-key");
    const { world, stack } = await applied({ apiKey: "" });
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", key);
    await expect(stack.refresh()).rejects.toThrow("pulumi refresh --run-program");
    // An environment that has all cannot be old.
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", "of-somebody-else");
    vi.stubEnv("LINK_MANAGEMENT_BASE_URL", world.service.url);
    expect(await messageOf(stack.refresh())).not.toContain("--run-program");
    vi.stubEnv("LINK_MANAGEMENT_API_KEY", key);
    vi.stubEnv("LINK_MANAGEMENT_BASE_URL", "");
    // The program has the new one.
    expect(await messageOf(stack.up(CONFIG))).not.toContain("--run-program");
  },
);
