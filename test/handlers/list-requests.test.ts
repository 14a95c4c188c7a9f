// What the lists of one process cost, where a list ends with a full page, where objects are missing or cannot be
// deleted, and who shares a listing.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect } from "../../src/emulator/index";
import { range } from "./every-kind";
import { type Process, type State, World } from "./world";

let world: World;
afterEach(() => world.end());

const PAGE = 3;
const SETTLE_MS = 10_000;
const UNLIMITED = { rateLimit: 1_000_000 };

/** What a process of its own sends, in order, beside the request for the account. */
async function sentBy(run: (process: Process) => Promise<unknown>): Promise<string[]> {
  world.emulator.clearLog();
  await run(world.process({ pageSize: String(PAGE) }));
  const [account, ...rest] = world.emulator.log.map(
    ({ method, path, query }) => `${method} ${path}${query.page === undefined ? "" : ` page ${query.page}`}`,
  );
  expect(account).toBe("GET /api/account");
  return rest;
}

const pages = (path: string, count: number) => range(count).map((index) => `GET ${path} page ${index + 1}`);
const pixel = (index: number) => ({ type: "fbpixel", name: `P${index}`, tag: `t${index}` });

const SHAPES = DIALECT_KNOBS.resultField.flatMap((resultField) =>
  DIALECT_KNOBS.maxpageField.map((maxpageField) => ({ resultField, maxpageField })),
);

describe.each(SHAPES)("where result is the $resultField and maxpage is $maxpageField", (shape) => {
  test.each(DIALECT_KNOBS.pageBeyondLast)(
    "a list costs one page more only where nothing tells that a full page is its last, and %s comes after it",
    async (pageBeyondLast) => {
      world = await World.start({ ...shape, pageBeyondLast }, UNLIMITED);
      const read = (process: Process) => process.of("pixel").check({}, pixel(0));
      for (const count of range(2 * PAGE + 2)) {
        for (const nextpageOnLastPage of DIALECT_KNOBS.nextpageOnLastPage) {
          world.emulator.setDialect({ nextpageOnLastPage });
          const needed = Math.max(1, Math.ceil(count / PAGE));
          const extra = tellsEnd({ ...shape, nextpageOnLastPage }, count) ? 0 : 1;
          expect(await sentBy(read), `${count} entries, nextpage ${nextpageOnLastPage} at the end`).toEqual(
            pages("/api/pixels", needed + extra),
          );
        }
        world.account.pixels.create({ type: "forum", name: `F${count}`, tag: `f${count}` });
      }
    },
  );
});

/** Whether the envelope of the last page tells that it is the last one. */
function tellsEnd(
  {
    resultField,
    maxpageField,
    nextpageOnLastPage,
  }: Pick<Dialect, "resultField" | "maxpageField" | "nextpageOnLastPage">,
  count: number,
): boolean {
  const isShort = count === 0 || count % PAGE !== 0;
  const hasSeveralPages = count > PAGE;
  if (isShort || (hasSeveralPages && resultField === "total")) return true;
  if (maxpageField === "absent") return false;
  // On a single full page all figures are about the page, so that one which points on has to be followed.
  return hasSeveralPages || nextpageOnLastPage !== "pastEnd";
}

test("what one list has shown of the figures holds for the next: it costs no page more", async () => {
  world = await World.start({ resultField: "total", maxpageField: "absent" }, UNLIMITED);
  for (const index of range(PAGE + 1)) world.account.channels.create({ name: `C${index}` });
  for (const index of range(PAGE)) {
    world.account.pixels.create({ type: "forum", name: `F${index}`, tag: `f${index}` });
  }
  const sent = await sentBy(async (process) => {
    await process.of("channel").check({}, { name: "New" });
    await process.of("pixel").check({}, pixel(0));
  });
  expect(sent).toEqual([...pages("/api/channels", 2), ...pages("/api/pixels", 1)]);
});

describe("a replacement", () => {
  test("costs the preview a list, and the update the same, a create and a delete", async () => {
    world = await World.start({}, UNLIMITED);
    const made = await world.process().create("pixel", pixel(1));
    const replaced = { ...pixel(1), type: "forum" };
    // As the engine does: a diff that replaces is followed by a check as of something new.
    const plan = async (process: Process) => {
      expect((await process.of("pixel").diff(made.id, made.outs, replaced)).replaces).toEqual(["type"]);
      await process.of("pixel").check({}, replaced);
    };
    expect(await sentBy(plan)).toEqual(pages("/api/pixels", 1));
    const apply = async (process: Process) => {
      await plan(process);
      await process.of("pixel").create(replaced);
      await process.delete("pixel", made);
    };
    expect(await sentBy(apply)).toEqual([
      ...pages("/api/pixels", 1),
      "POST /api/pixel/add",
      `DELETE /api/pixel/${made.id}/delete`,
    ]);
  });
});

describe("objects that are gone already", () => {
  test.each([1, 20])("%i of them that cannot be deleted are judged by two listings in all", async (gone) => {
    world = await World.start({ deleteUnknownId: "error" }, UNLIMITED);
    for (const index of range(PAGE + 1)) {
      world.account.pixels.create({ type: "forum", name: `F${index}`, tag: `f${index}` });
    }
    const maker = world.process();
    const states = await Promise.all(range(gone).map((index) => maker.create("pixel", pixel(index))));
    for (const { id } of states) world.account.pixels.delete(Number(id));
    // What was written just now would be looked for once more.
    await world.clock.advance(SETTLE_MS);
    const sent = await sentBy((process) =>
      Promise.all(states.map((state) => process.delete("pixel", state))),
    );
    expect(sent.sort()).toEqual(
      [
        ...states.map(({ id }) => `DELETE /api/pixel/${id}/delete`),
        ...pages("/api/pixels", 2),
        ...pages("/api/pixels", 2),
      ].sort(),
    );
  });

  test("are confirmed together with the items and links that went with them", async () => {
    world = await World.start({}, UNLIMITED);
    const maker = world.process();
    const channel = await maker.create("channel", { name: "Spring" });
    const campaign = await maker.create("campaign", { name: "Launch" });
    const items = await Promise.all(
      [4711, 4712].map((item) =>
        maker.create("channelItem", { channel: channel.id, itemType: "links", item }),
      ),
    );
    const link = await maker.create("campaignLink", { campaign: campaign.id, link: 4711 });
    world.account.channels.delete(Number(channel.id));
    world.account.campaigns.delete(Number(campaign.id));
    const all: [string, State][] = [
      ["channel", channel],
      ["campaign", campaign],
      ["campaignLink", link],
      ...items.map((item): [string, State] => ["channelItem", item]),
    ];
    const sent = await sentBy((process) =>
      Promise.all(
        all.map(async ([kind, state]) => expect(await process.refresh(kind, state)).toBeUndefined()),
      ),
    );
    const lists = [...pages("/api/channels", 1), ...pages("/api/campaigns", 1)];
    expect(sent.sort()).toEqual([...lists, ...lists].sort());
  });
});

describe("one process", () => {
  test("takes take-over, unmanaged fields and a refresh from one listing, and sees its own changes in it", async () => {
    world = await World.start({}, UNLIMITED);
    const old = await world.process().create("channel", { name: "Old" });
    const sent = await sentBy(async (process) => {
      const [made, updated] = await Promise.all([
        process.create("channel", { name: "New" }),
        process.update("channel", old, { name: "Newer" }),
      ]);
      expect(await process.refresh("channel", made)).toMatchObject({ inputs: { name: "New" } });
      expect(await process.refresh("channel", updated)).toMatchObject({ inputs: { name: "Newer" } });
      // An object is not found by what it was, and as what it is its entry keeps it.
      for (const name of ["Old", "Newer"]) await process.of("channel").check({}, { name });
      expect(process.messages).toEqual([]);
    });
    expect(sent.sort()).toEqual(
      [...pages("/api/channels", 1), "POST /api/channel/add", `PUT /api/channel/${old.id}/update`].sort(),
    );
  });

  test("lists the items of a channel once, however many are assigned or read", async () => {
    world = await World.start({}, UNLIMITED);
    const { id } = world.account.channels.create({ name: "Spring" });
    const args = [4711, 4712, 4713, 4714].map((item) => ({ channel: id, itemType: "links", item }));
    const sent = await sentBy(async (process) => {
      const made = await Promise.all(args.map((one) => process.create("channelItem", one)));
      const again = await Promise.all(args.map((one) => process.create("channelItem", one)));
      expect(again.map((one) => one.id)).toEqual(made.map((one) => one.id));
      await Promise.all(made.map((one) => process.refresh("channelItem", one)));
    });
    expect(sent.filter((line) => line.startsWith("GET"))).toEqual([
      ...pages(`/api/channel/${id}`, 1),
      ...pages("/api/channels", 1),
    ]);
    expect(sent.filter((line) => line.startsWith("POST"))).toHaveLength(4);
  });
});
