// What a list costs if its last page is full: one more page only if nothing in the envelope shows the end.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect } from "../../../src/emulator/index";
import { type Process, range, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const PAGE = 3;
const UNLIMITED = { rateLimit: 1_000_000 };
const PIXEL = { type: "fbpixel", name: "New", tag: "new" };

/** What a process sends after the request for the account, in order. */
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
const addPixel = (n: number) => world.account.pixels.create({ type: "forum", name: `F${n}`, tag: `f${n}` });

const FIGURES = DIALECT_KNOBS.resultField.flatMap((resultField) =>
  DIALECT_KNOBS.maxpageField.map((maxpageField) => ({ resultField, maxpageField })),
);

type Envelope = Pick<Dialect, "resultField" | "maxpageField" | "nextpageOnLastPage">;

/** Whether the envelope of the last page shows that it is the last one. */
function showsEnd({ resultField, maxpageField, nextpageOnLastPage }: Envelope, count: number): boolean {
  const isShort = count === 0 || count % PAGE !== 0;
  const hasSeveralPages = count > PAGE;
  if (isShort || (hasSeveralPages && resultField === "total")) return true;
  if (maxpageField === "absent") return false;
  // On a single full page, all figures concern the page. So a next page that it announces has to be requested.
  return hasSeveralPages || nextpageOnLastPage !== "pastEnd";
}

describe.each(FIGURES)("result: $resultField, maxpage: $maxpageField", (figures) => {
  test.each(DIALECT_KNOBS.pageBeyondLast)(
    "a full last page costs one more only if nothing shows the end (page beyond it: %s)",
    async (pageBeyondLast) => {
      world = await World.start({ ...figures, pageBeyondLast }, UNLIMITED);
      for (const count of range(2 * PAGE + 2)) {
        for (const nextpageOnLastPage of DIALECT_KNOBS.nextpageOnLastPage) {
          world.emulator.setDialect({ nextpageOnLastPage });
          const needed = Math.max(1, Math.ceil(count / PAGE));
          const extra = showsEnd({ ...figures, nextpageOnLastPage }, count) ? 0 : 1;
          const sent = await sentBy((process) => process.check("pixel", PIXEL));
          expect(sent, `${count} pixels, nextpage ${nextpageOnLastPage} on the last page`).toEqual(
            pages("/api/pixels", needed + extra),
          );
        }
        addPixel(count);
      }
    },
  );
});

test("what one list has shown about the figures holds for the next one", async () => {
  world = await World.start({ resultField: "total", maxpageField: "absent" }, UNLIMITED);
  for (const n of range(PAGE + 1)) world.account.channels.create({ name: `C${n}` });
  for (const n of range(PAGE)) addPixel(n);
  const sent = await sentBy(async (process) => {
    await process.check("channel", { name: "New" });
    await process.check("pixel", PIXEL);
  });
  expect(sent).toEqual([...pages("/api/channels", 2), ...pages("/api/pixels", 1)]);
});
