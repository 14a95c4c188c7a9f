// Failures that may be for the rate limit, and answers that only look like one: nothing is made twice, and nothing is
// taken for done that is not.
import { afterEach, describe, expect, test } from "vitest";
import { HttpTransport, type TransportRequest } from "../../src/api/http/transport";
import { DEMO_KEY, type Dialect, type EmulatorOptions } from "../../src/emulator/index";
import { type Process, World } from "./world";

let world: World;
afterEach(() => world.end());

const start = (dialect: Partial<Dialect>, rateLimit: number, options: EmulatorOptions = {}) =>
  World.start(dialect, { rateLimit, windowMs: 60_000, ...options });

/** Requests of somebody else who has the same key. */
async function othersSend(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    await fetch(`${world.emulator.url}/api/account`, { headers: { authorization: `Bearer ${DEMO_KEY}` } });
  }
}

/** A process of which others are always ahead: what `meets` is sent when they have used the limit up. */
function crowdedOut(rateLimit: number, meets: (request: TransportRequest) => boolean): Process {
  const real = new HttpTransport(world.emulator.url, DEMO_KEY);
  return world.process(
    {},
    {
      async send(request) {
        if (meets(request)) await othersSend(rateLimit);
        return real.send(request);
      },
      close: () => real.close(),
    },
  );
}

const isAssignment = ({ path }: TransportRequest) => path.includes("/assign/");
const refusedForLimit = () => world.emulator.log.filter(({ rateLimited }) => rateLimited).length;
const asksForAccount = () => world.emulator.log.filter(({ path }) => path === "/api/account").length;

describe("a create that worked, and whose answer is broken and shows nothing left", () => {
  const fault = (nth: number, name: "truncatedJson" | "wrongJson") => {
    let posts = 0;
    world.emulator.faults.rule({
      on: ({ method }) => method === "POST" && ++posts === nth,
      fault: name,
      times: 1,
    });
  };

  test.each(["truncatedJson", "wrongJson"] as const)(
    "as the first of a window of which others left one: %s, not made again",
    async (name) => {
      world = await start({}, 4);
      const process = world.process();
      await process.of("qrCode").create({ type: "text", data: "1" });
      await world.clock.advance(61_000);
      await othersSend(3);
      fault(1, name);
      const { id } = await process.of("qrCode").create({ type: "text", data: "2" });
      expect(world.account.qrs.list().map((code) => String(code.id))).toEqual(["101", id]);
    },
  );

  // Every request is a probe here, and every one truthfully shows 0.
  test.each([7, 8, 12])("alone in sliding windows, at the create %i: not made again", async (nth) => {
    world = await start({ rateLimitWindow: "sliding" }, 4);
    fault(nth, "truncatedJson");
    const process = world.process();
    for (let count = 1; count <= 12; count++) {
      await process.of("channel").create({ name: `Channel ${count}` });
      await world.clock.advance(7000);
    }
    expect(world.account.channels.size).toBe(12);
    expect(refusedForLimit()).toBe(0);
  });
});

describe("a link whose repeat is refused", () => {
  const withoutHeaders = { rateLimitHeadersOnFailure: "absent", rateLimitResponse: "403" } as const;
  const links = [4711, 4712];

  test("for the rate limit, by a service that does not show it: sent until it is there", async () => {
    world = await start({ repeatedAssignment: "error", ...withoutHeaders }, 30);
    for (let id = 5000; id < 5025; id++) world.account.links.create({ id });
    const process = world.process();
    const campaign = await process.create("campaign", { name: "Launch" });
    const assign = "POST /api/campaign/*/assign/*";
    world.emulator.faults.rule({ on: assign, fault: "dropBeforeHandling", times: 10 });
    const wanted = Array.from({ length: 25 }, (_, index) => 5000 + index);
    const all = wanted.map((link) => process.create("campaignLink", { campaign: campaign.id, link }));
    await othersSend(12);
    await Promise.all(all);
    expect(refusedForLimit()).toBeGreaterThan(0);
    const held = world.account.campaigns.get(Number(campaign.id))!.links;
    expect([...held].sort()).toEqual(wanted);
  });

  test.each<Partial<Dialect>>([
    withoutHeaders,
    { rateLimitHeaders: "absent", rateLimitResponse: "403" },
    { rateLimitHeaders: "absent", rateLimitResponse: "200WithError" },
  ])("for the rate limit again and again is kept as unconfirmed: %j", async (dialect) => {
    world = await start({ repeatedAssignment: "error", ...dialect }, 8);
    const { id } = world.account.campaigns.create({ name: "Launch" });
    const process = crowdedOut(8, isAssignment);
    await process.create("campaign", { name: "Launch" });
    const error = await process.create("campaignLink", { campaign: String(id), link: 4711 }).catch((e) => e);
    expect(error.message).toMatch(/may be for the rate limit; it is kept in the state.*sends it again/);
    expect(world.account.campaigns.get(id)?.links).toEqual([]);

    const kept = { id: error.id, outs: error.properties };
    const next = world.process();
    await next.update("campaignLink", kept, { campaign: String(id), link: 4711 });
    expect(world.account.campaigns.get(id)?.links).toEqual([4711]);
    expect(next.messages).toEqual([]);
  });

  test.each<Partial<Dialect>>([
    { rateLimitHeaders: "absent", rateLimitResponse: "403" },
    { rateLimitHeaders: "absent", rateLimitResponse: "200WithError", statusCodes: "always200" },
    { ...withoutHeaders, statusCodes: "always200" },
  ])("since it is there, where no answer tells: taken as assigned, %j", async (dialect) => {
    world = await start({ repeatedAssignment: "error", ...dialect }, 30);
    const { id } = world.account.campaigns.create({ name: "Launch" });
    for (const link of links) world.account.assignLink(id, link);
    const process = world.process();
    const campaign = await process.create("campaign", { name: "Launch" });
    await Promise.all(links.map((link) => process.create("campaignLink", { campaign: campaign.id, link })));
    expect(process.messages.filter((one) => /taken as assigned.*already assigned/.test(one))).toHaveLength(2);
    // Two witnesses each, beside the first request of the process.
    expect(asksForAccount()).toBeLessThanOrEqual(1 + 2 * links.length);
  });

  test("since it does not exist, in a campaign that this run made: an error, also where its create was unclear", async () => {
    world = await start({}, 30);
    world.emulator.faults.rule({ on: "POST /api/campaign/add", fault: "dropAfterCommit", times: 1 });
    const process = world.process();
    const campaign = await process.create("campaign", { name: "Launch" });
    await expect(process.create("campaignLink", { campaign: campaign.id, link: 9999 })).rejects.toThrow(
      /refused: Link does not exist/,
    );
    expect(process.messages).toEqual([expect.stringContaining("was made with id")]);
  });
});

test.each<Partial<Dialect>>([
  { rateLimitHeaders: "absent", rateLimitResponse: "403" },
  { rateLimitHeaders: "absent", rateLimitResponse: "200WithError" },
])("a limit that is lower than documented and never told only takes a reader time: %j", async (dialect) => {
  world = await start(dialect, 5);
  const made = Array.from({ length: 14 }, (_, index) => {
    const { id } = world.account.channels.create({ name: String(index) });
    world.account.assignItem(id, "links", 4711);
    const outs = { channel: String(id), itemType: "links", item: 4711 };
    return { id: `${id}/links/4711`, outs };
  });
  const process = world.process();
  const read = await Promise.all(made.map((item) => process.refresh("channelItem", item)));
  expect(read.map((item) => item?.id)).toEqual(made.map(({ id }) => id));
});

describe("a service whose failures carry no rate headers", () => {
  const dialect = { rateLimitHeadersOnFailure: "absent", rateLimitResponse: "403" } as const;

  test("refuses for the limit while little was believed left: repeated in the next window", async () => {
    world = await start(dialect, 8);
    const process = world.process();
    await Promise.all(["1", "2", "3", "4"].map((tag) => process.of("channel").create({ name: tag })));
    await othersSend(2);
    // Account, list and four creates: 2 are believed left, and others took them.
    await process.of("campaign").create({ name: "Launch" });
    expect(refusedForLimit()).toBe(1);
    expect(world.account.campaigns.size).toBe(1);
  });

  test("refuses for a reason of its own while much is left: no wait", async () => {
    world = await start({ ...dialect, statusCodes: "always200" }, 30);
    const process = world.process();
    const campaign = await process.create("campaign", { name: "Launch" });
    const before = world.clock.now();
    await expect(process.create("campaignLink", { campaign: campaign.id, link: 9999 })).rejects.toThrow(
      /Link does not exist/,
    );
    expect(world.clock.now() - before).toBe(0);
  });
});

describe("a list of which only a refused page tells the end", () => {
  const dialect: Partial<Dialect> = {
    maxPageSize: 3,
    nextpageOnLastPage: "absent",
    maxpageField: "absent",
    resultField: "onPage",
    pageBeyondLast: "error",
    listOrder: "oldestFirst",
    statusCodes: "always200",
    rateLimitResponse: "200WithError",
    rateLimitHeadersOnFailure: "absent",
  };
  const RATE_LIMIT = 40;
  const isThirdPage = ({ path }: TransportRequest) => /^\/api\/qr\?.*page=3/.test(path);

  /** Twelve codes, settled, and a reading of one that only the last page shows. */
  async function readOfLast(meets: (request: TransportRequest) => boolean) {
    // Of a window so short, that the listing which confirms begins in the next one.
    world = await start(dialect, RATE_LIMIT, { windowMs: 8000 });
    const codes = Array.from({ length: 12 }, (_, i) =>
      world.account.qrs.create({ type: "text", data: `${i}` }),
    );
    const { id, data } = codes.at(-1)!;
    await world.clock.advance(120_000);
    const outs = { type: "text", data };
    return crowdedOut(RATE_LIMIT, meets).refresh("qrCode", { id: String(id), outs: outs as never });
  }

  test("pages that are refused for the limit again and again prove nothing gone", async () => {
    await expect(readOfLast(isThirdPage)).rejects.toThrow(/rate limit/);
  });

  test("a page refused right after another request was answered is none", async () => {
    const live = await readOfLast(() => false);
    expect(live?.id).toBe("112");
    expect(world.emulator.log.filter(({ path }) => path === "/api/qr")).toHaveLength(4 + 2);
  });
});
