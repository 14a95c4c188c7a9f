// Rules of design.md 1 to 6 that the code does not keep yet: each of these tests fails today. Whoever makes one pass turns
// `test.fails` into `test`, in the file of its rule.
import { afterEach, expect, test, vi } from "vitest";
import { Pixel, QrCode } from "../../src/index";
import { startWorld } from "../support/world";

afterEach(() => void vi.unstubAllEnvs());

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const pixels = (count: number, rest = "") =>
  `pixels:\n${times(count, (n) => `  p${n}: { type: fbpixel, name: P${n}, tag: "${n}"${rest} }\n`).join("")}`;
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

// Deletions are guarded (6): objects that would be deleted or replaced.
test.fails("a change of 50 types does not replace 50 objects with maxDeletions: 1", async () => {
  const { world, stack } = await applied(`maxDeletions: 1\n${pixels(50)}`);
  const changed = `maxDeletions: 1\n${pixels(50).replaceAll("fbpixel", "gapixel")}`;
  expect(await messageOf(stack.up(changed))).toContain("50 of 50");
  expect(world.changes).toEqual([]);
});

// Existing objects (4): `{ id }` on an entry that manages another object is an error.
test.fails("onExisting: { id: 102 } on an entry that manages 101 is an error", async () => {
  const world = await startWorld();
  for (const tag of ["1", "2"]) world.account.pixels.create({ type: "fbpixel", name: "Ads", tag });
  const stack = world.stack();
  const ads = (id: number) => () =>
    void new Pixel("ads", { type: "fbpixel", name: "Ads", tag: "1" }, { onExisting: { id } });
  await stack.up(ads(101));
  expect(await messageOf(stack.preview(ads(102)))).toContain("102");
});

// The provider decides (1): all invalid plain values of a program are one error.
test.fails("a program's invalid entries are one error", async () => {
  const world = await startWorld();
  const program = () => {
    for (const n of [1, 2, 3]) new Pixel(`p${n}`, { type: "fbpixel", name: n as never, tag: "1" });
  };
  const failure = await messageOf(world.stack().preview(program));
  for (const n of [1, 2, 3]) expect(failure).toContain(`Pixel p${n}`);
});

// Existing objects (4): the preview of `duplicate` names the ids that it ignores.
test.fails("the preview of duplicate names the ids that it ignores", async () => {
  const world = await startWorld();
  world.account.pixels.create({ type: "fbpixel", name: "P0", tag: "0" });
  const run = await world.stack({ onExisting: "duplicate" }).preview(pixels(1));
  expect(run.text).toContain("101");
});

// Kinds (2): new QR codes without a name are one warning with their number.
test.fails("new QR codes without a name are one warning with their number", async () => {
  const world = await startWorld();
  const run = await world.stack().preview(() => {
    for (const n of [1, 2, 3]) new QrCode(`c${n}`, { type: "text", data: `code ${n}` });
  });
  expect(run.messages.filter((message) => /\b3\b.*without a name/.test(message))).toHaveLength(1);
});
