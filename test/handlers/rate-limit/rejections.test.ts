// Failures that may be rate-limit responses, and responses that only look like one: nothing is created twice, and nothing
// counts as done that is not.
import { afterEach, describe, expect, test } from "vitest";
import { HttpTransport, type TransportRequest } from "../../../src/api/http/transport";
import { DEMO_KEY, type Dialect, type EmulatorOptions, SEEDED_LINKS } from "../../../src/emulator/index";
import { type Process, range, World } from "../support/world";

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

/** A process that others always precede: matching requests are sent when the limit is used up. */
function crowdedOut(rateLimit: number, matches: (request: TransportRequest) => boolean): Process {
  const http = new HttpTransport(world.emulator.url, DEMO_KEY);
  return world.process(
    {},
    {
      async send(request) {
        if (matches(request)) await othersSend(rateLimit);
        return http.send(request);
      },
      close: () => http.close(),
    },
  );
}

const isAssignment = ({ path }: TransportRequest) => path.includes("/assign/");
const rateLimited = () => world.emulator.log.filter((entry) => entry.rateLimited).length;
const accountRequests = () => world.requests().filter((request) => request === "GET /api/account").length;
const FIRST_LINK = SEEDED_LINKS[0]!.id;

describe("a create that worked, and whose broken response shows nothing left,", () => {
  const fault = (nth: number, name: "truncatedJson" | "wrongJson") => {
    let posts = 0;
    world.emulator.faults.rule({
      on: ({ method }) => method === "POST" && ++posts === nth,
      fault: name,
      times: 1,
    });
  };

  test.each(["truncatedJson", "wrongJson"] as const)(
    "is not sent again: as the first one of a window of which others left one (%s)",
    async (name) => {
      world = await start({}, 4);
      const process = world.process();
      await process.create("qrCode", { type: "text", data: "1" });
      await world.clock.advance(61_000);
      await othersSend(3);
      fault(1, name);
      const { id } = await process.create("qrCode", { type: "text", data: "2" });
      expect(world.account.qrs.list().map((code) => String(code.id))).toEqual(["101", id]);
    },
  );

  // Every request is a probe here, and every response rightly shows 0.
  test.each([7, 8, 12])("is not sent again: alone in sliding windows, as create %i", async (nth) => {
    world = await start({ rateLimitWindow: "sliding" }, 4);
    fault(nth, "truncatedJson");
    const process = world.process();
    for (let count = 1; count <= 12; count++) {
      await process.create("channel", { name: `Channel ${count}` });
      await world.clock.advance(7000);
    }
    expect(world.account.channels.size).toBe(12);
    expect(rateLimited()).toBe(0);
  });
});

describe("a rejected link", () => {
  const withoutHeaders = { rateLimitHeadersOnFailure: "absent", rateLimitResponse: "403" } as const;
  const HIDDEN: readonly Partial<Dialect>[] = [
    withoutHeaders,
    { rateLimitHeaders: "absent", rateLimitResponse: "403" },
    { rateLimitHeaders: "absent", rateLimitResponse: "200WithError" },
  ];

  test("is sent again until it is assigned, if the service hides that it was the rate limit", async () => {
    world = await start({ repeatedAssignment: "error", ...withoutHeaders }, 30);
    const process = world.process();
    const campaign = await process.create("campaign", { name: "Launch" });
    world.emulator.faults.rule({
      on: "POST /api/campaign/*/assign/*",
      fault: "dropBeforeHandling",
      times: 10,
    });
    const links = range(25).map((n) => FIRST_LINK + n);
    const all = links.map((link) => process.create("campaignLink", { campaign: campaign.id, link }));
    await othersSend(12);
    await Promise.all(all);
    expect(rateLimited()).toBeGreaterThan(0);
    const assigned = world.account.campaigns.get(Number(campaign.id))!.links;
    expect([...assigned].sort()).toEqual(links);
  });

  test.each(HIDDEN)(
    "is an error if it may be the rate limit again and again, with adopt as well: %j",
    async (dialect) => {
      world = await start({ repeatedAssignment: "error", ...dialect }, 8);
      const { id } = world.account.campaigns.create({ name: "Launch" });
      const args = { campaign: String(id), link: FIRST_LINK };
      const process = crowdedOut(8, isAssignment);
      await expect(process.create("campaignLink", args, { onExisting: "adopt" })).rejects.toThrow(
        /the service rejected the request.*Check that the account has short link/s,
      );
      expect(process.messages.filter((message) => message.includes("counts as assigned"))).toEqual([]);
      expect(world.account.campaigns.get(id)?.links).toEqual([]);

      const next = world.process();
      await next.create("campaignLink", args);
      expect(world.account.campaigns.get(id)?.links).toEqual([FIRST_LINK]);
    },
  );

  test.each<Partial<Dialect>>([
    { rateLimitHeaders: "absent", rateLimitResponse: "403" },
    { rateLimitHeaders: "absent", rateLimitResponse: "200WithError", statusCodes: "always200" },
    { ...withoutHeaders, statusCodes: "always200" },
  ])("counts as assigned with adopt, although no response excludes the rate limit: %j", async (dialect) => {
    world = await start({ repeatedAssignment: "error", ...dialect }, 30);
    const { id } = world.account.campaigns.create({ name: "Launch" });
    const links = [FIRST_LINK, FIRST_LINK + 1];
    for (const link of links) world.account.assignLink(id, link);
    const process = world.process({ onExisting: "adopt" });
    const campaign = await process.create("campaign", { name: "Launch" });
    await Promise.all(links.map((link) => process.create("campaignLink", { campaign: campaign.id, link })));
    const counted = process.messages.filter((message) =>
      /counts as assigned, although the service rejected it: It is already assigned/.test(message),
    );
    expect(counted).toHaveLength(2);
    // Two requests per link show that the service responds at once.
    expect(accountRequests()).toBeLessThanOrEqual(1 + 2 * links.length);
  });

  test("is an error if it does not exist, in a campaign of this run whose create was ambiguous", async () => {
    world = await start({}, 30);
    world.emulator.faults.rule({ on: "POST /api/campaign/add", fault: "dropAfterCommit", times: 1 });
    const process = world.process();
    const campaign = await process.create("campaign", { name: "Launch" });
    await expect(process.create("campaignLink", { campaign: campaign.id, link: 9999 })).rejects.toThrow(
      /rejected the request: Link does not exist/,
    );
    expect(process.messages).toEqual([expect.stringContaining("although the create had no clear result")]);
  });
});

test.each<Partial<Dialect>>([
  { rateLimitHeaders: "absent", rateLimitResponse: "403" },
  { rateLimitHeaders: "absent", rateLimitResponse: "200WithError" },
])("a hidden limit below the documented one costs a refresh only time: %j", async (dialect) => {
  world = await start(dialect, 5);
  const items = range(14).map((n) => {
    const { id } = world.account.channels.create({ name: String(n) });
    world.account.assignItem(id, "links", FIRST_LINK);
    const outs = { channel: String(id), itemType: "links", item: FIRST_LINK };
    return { id: `${id}/links/${FIRST_LINK}`, outs };
  });
  const process = world.process();
  const read = await Promise.all(items.map((item) => process.refresh("channelItem", item)));
  expect(read.map((item) => item?.id)).toEqual(items.map(({ id }) => id));
});

describe("a service whose failures have no rate limit headers", () => {
  const dialect = { rateLimitHeadersOnFailure: "absent", rateLimitResponse: "403" } as const;

  test("rejects while little seems left: the request is repeated in the next window", async () => {
    world = await start(dialect, 8);
    const process = world.process();
    await Promise.all(["1", "2", "3", "4"].map((name) => process.create("channel", { name })));
    await process.check("campaign", { name: "Launch" }, { onExisting: "duplicate" });
    await othersSend(2);
    // Account, list and four creates: 2 seem left, and others used them.
    await process.of("campaign").create({ name: "Launch" });
    expect(rateLimited()).toBe(1);
    expect(world.account.campaigns.size).toBe(1);
  });

  test("rejects for its own reason while much is left: no wait", async () => {
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

describe("a list whose end only a rejected page shows", () => {
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

  /** Twelve codes, settled, and a read of one that only the last page shows. */
  async function readOfLast(matches: (request: TransportRequest) => boolean) {
    // The window is so short that the confirming listing begins in the next one.
    world = await start(dialect, RATE_LIMIT, { windowMs: 8000 });
    const codes = range(12).map((n) => world.account.qrs.create({ type: "text", data: `${n}` }));
    const { id, data } = codes.at(-1)!;
    await world.clock.advance(120_000);
    return crowdedOut(RATE_LIMIT, matches).refresh("qrCode", {
      id: String(id),
      outs: { type: "text", data },
    });
  }

  test("proves nothing if its pages are rejected for the rate limit again and again", async () => {
    await expect(readOfLast(isThirdPage)).rejects.toThrow(/rate limit/i);
  });

  test("has ended if a page is rejected right after another request got a response", async () => {
    const read = await readOfLast(() => false);
    expect(read?.id).toBe("112");
    expect(world.requests().filter((request) => request === "GET /api/qr")).toHaveLength(4 + 2);
  });
});
