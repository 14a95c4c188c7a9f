// `show` in every dialect, pairwise: complete and correct values, GET requests only, and no more than needed.
import { describe, expect, test } from "vitest";
import { AccountSession } from "../../../src/api/session";
import * as views from "../../../src/commands/show/views";
import { DEMO_KEY, type Dialect, startEmulator } from "../../../src/emulator/index";
import { allDialects } from "../../support/dialects";
import { VirtualClock } from "../../support/virtual-clock";

const OBJECTS = 7;

const byId = (rows: readonly object[]) =>
  (rows as { id: string }[]).toSorted((a, b) => Number(a.id) - Number(b.id));

/** An account with a few objects, and a session with it. */
async function start(dialect: Partial<Dialect>, rateLimit?: number) {
  const clock = new VirtualClock({ autoAdvance: true });
  const emulator = await startEmulator({ clock, dialect, ...(rateLimit && { rateLimit }) });
  const account = emulator.store.account("acme");
  const ids = Array.from({ length: OBJECTS }, (_, n) => {
    account.pixels.create({ type: "fbpixel", name: `Ads ${n}`, tag: `${n}` });
    account.domains.create({ domain: `https://go${n}.example.com`, redirectroot: "https://example.com" });
    account.campaigns.create({ name: `Launch ${n}`, slug: `launch-${n}`, public: n % 2 === 0 });
    account.channels.create({ name: `Spring ${n}`, description: "", color: "#22AA66", starred: n === 0 });
    return account.qrs.create({ type: "link", data: "https://example.com", name: `Menu ${n}` }).id;
  });
  const [channel] = account.channels.list();
  for (const id of ids) account.assignItem(channel!.id, "qr", id);
  account.scan(ids[0]!, { country: "Austria", browser: "Firefox" });
  account.scan(ids[0]!, { country: "Austria", unique: false });
  const settings = { apiKey: DEMO_KEY, baseUrl: emulator.url, pageSize: 100, settleTimeMs: 0 };
  const session = new AccountSession(settings, { clock });
  const read = <Value>(view: views.View<Value>, word = "") =>
    view.read({ session, project: undefined, folder: "/", file: undefined }, word);
  const end = async () => {
    await session.close();
    await emulator.close();
  };
  return { emulator, account, channel: String(channel!.id), code: String(ids[0]), read, end };
}

/** What lists show depends on the dialect: the case of names, and the words of pixel types. */
const anyCase = (text: string) => expect.stringMatching(new RegExp(`^${text}$`, "i"));

describe.each(allDialects)("dialect %s", (_, dialect) => {
  test("shows everything, and changes nothing", async () => {
    // Some list is outside of the plan in other dialects.
    const { emulator, account, channel, code, read, end } = await start({
      ...dialect,
      pathOutsidePlan: "none",
    });
    try {
      expect(await read(views.accountView)).toMatchObject({ id: "1", username: "acme" });
      expect(byId(await read(views.pixelList))).toMatchObject(
        account.pixels
          .list()
          .map(({ id, type, name, tag }) => ({ id: String(id), type, name: anyCase(name), tag })),
      );
      expect(await read(views.domainList)).toHaveLength(OBJECTS);
      expect(byId(await read(views.campaignList))).toMatchObject(
        account.campaigns
          .list()
          .map(({ id, name }) => ({ id: String(id), name: anyCase(name), public: expect.any(Boolean) })),
      );
      expect(byId(await read(views.channelList))[0]).toMatchObject({
        name: anyCase("Spring 0"),
        starred: true,
      });
      expect(byId(await read(views.qrCodeList))[0]).toMatchObject({ id: code, name: "Menu 0", scans: 2 });
      expect(byId(await read(views.overlayList)).map(({ id }) => id)).toEqual(["21", "22"]);
      expect(byId(await read(views.splashPageList)).map(({ id }) => id)).toEqual(["31", "32"]);
      const { items, name } = await read(views.channelView, channel);
      expect([name, items.length]).toEqual([anyCase("Spring 0"), OBJECTS]);
      expect(await read(views.qrCodeView, code)).toMatchObject({
        scans: 2,
        clicks: 2,
        uniqueClicks: 1,
        topCountries: { Austria: 2 },
        topBrowsers: { Firefox: 1 },
        topReferrers: {},
      });
      expect(emulator.log.every(({ method }) => method === "GET")).toBe(true);
    } finally {
      await end();
    }
  });
});

describe("requests of", () => {
  test.each([
    ["account", views.accountView, "none", ["/api/account"]],
    ["pixels", views.pixelList, "none", ["/api/account", "/api/pixels"]],
    ["qr", views.qrCodeList, "none", ["/api/account", "/api/qr"]],
    ["qr ID", views.qrCodeView, "code", ["/api/account", "/api/qr/ID"]],
    ["channel ID", views.channelView, "channel", ["/api/account", "/api/channels", "/api/channel/ID"]],
  ] as const)("show %s", async (_, view, argument, expected) => {
    const world = await start({});
    try {
      const word = argument === "none" ? "" : world[argument];
      await world.read(view as views.View<unknown>, word);
      const paths = world.emulator.log.map(({ path }) => path.replace(/\/\d+$/, "/ID"));
      expect(paths).toEqual(expected);
    } finally {
      await world.end();
    }
  });

  test("10,000 QR codes: one per page of 100", async () => {
    const { emulator, account, read, end } = await start({});
    try {
      for (let n = OBJECTS; n < 10_000; n++)
        account.qrs.create({ type: "link", data: "x", name: `Menu ${n}` });
      expect(await read(views.qrCodeList)).toHaveLength(10_000);
      expect(emulator.log).toHaveLength(101);
    } finally {
      await end();
    }
  });
});
