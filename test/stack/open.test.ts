// Rules of design.md 1 to 6 that the code does not keep yet: each of these tests fails today. Whoever makes one pass turns
// `test.fails` into `test`, in the file of its rule.
import { afterEach, expect, test, vi } from "vitest";
import { startWorld, type World } from "../support/world";

afterEach(() => void vi.unstubAllEnvs());

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const pixels = (count: number, rest = "") =>
  `pixels:\n${times(count, (n) => `  p${n}: { type: fbpixel, name: P${n}, tag: "${n}"${rest} }\n`).join("")}`;
const codes = (count: number, rest = "") =>
  `qrCodes:\n${times(count, (n) => `  c${n}: { type: text, data: code ${n}${rest} }\n`).join("")}`;
const messageOf = (run: Promise<unknown>) =>
  run.then(
    () => "",
    (error: Error) => error.message,
  );

async function applied(config: string, options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options);
  const stack = world.stack();
  await stack.up(config);
  await world.clock.advance(60_000);
  world.service.clearLog();
  return { world, stack };
}

/** A second deployment with the same accounts: a staging system restored from production. */
async function restoredFrom(production: World): Promise<World> {
  const { id, registered } = production.account;
  return startWorld({ accounts: [{ username: "acme", keys: ["demo-key"], id, registered }] });
}

// The account (5): an account is its id, its registered time and the address of the service.
test.fails("the stack of a restored staging system destroys nothing of production", async () => {
  const production = await startWorld();
  const staging = await restoredFrom(production);
  await production.stack().up(pixels(2));
  const stack = staging.stack();
  await stack.up(pixels(2));
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", production.service.url);
  expect(await messageOf(stack.destroy())).toContain("wrong account");
  expect(production.account.pixels.list()).toHaveLength(2);
});

// The account (5): the setting movedFrom ends a move of the service in one `up --refresh`.
test.fails("after a move, movedFrom names the old address", async () => {
  const before = await startWorld();
  const stack = before.stack();
  await stack.up(pixels(2));
  const after = await restoredFrom(before);
  for (const { id: _, ...pixel } of before.account.pixels.list().toReversed())
    after.account.pixels.create(pixel);
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", after.service.url);
  expect(await messageOf(stack.up(pixels(2)))).toContain("movedFrom");
  await stack.up(pixels(2), { refresh: true, config: { movedFrom: before.service.url } });
  expect((await stack.preview(pixels(2))).changes).toEqual([]);
});

// Another object (3): another path of the address under a recorded id.
test.fails("after a restored backup with reused ids, destroy deletes nobody else's code", async () => {
  const { world, stack } = await applied(codes(1));
  world.account.qrs.delete(101);
  world.account.qrs.create({ id: 101, type: "text", data: "of somebody else" });
  await messageOf(stack.destroy());
  expect(world.account.qrs.list()).toHaveLength(1);
});

// Another object (3): identity and all other managed texts differ.
test.fails("a channel whose name, description and color are all others is not renamed", async () => {
  const config = 'channels: { spring: { name: Spring, description: Blossoms, color: "#22aa66" } }\n';
  const { world, stack } = await applied(config);
  world.account.channels.update(101, { name: "Press", description: "Of somebody else", color: "#000000" });
  expect(await messageOf(stack.up(config, { refresh: true, preview: false }))).toContain(
    "pulumi state delete",
  );
  expect(world.account.channels.get(101)).toMatchObject({ name: "Press" });
});
