// `doctor`: what the service does where its API document says nothing, and that nobody notices the question.
import { describe, expect, test } from "vitest";
import { AccountSession } from "../../src/api/session";
import { examine } from "../../src/commands/doctor/command";
import { QUESTIONS } from "../../src/commands/doctor/questions";
import { Folder } from "../config/support/folder";
import { DIALECT_KNOBS, namedDialects } from "../support/dialects";
import { DEMO_KEY, type Dialect, type ServiceResponse } from "../support/emulator";
import { startWorld, type World } from "../support/world";
import { run } from "./support/run";

const ROWS =
  "account plan rate-limit reset clock page-size limit lists ids errors kinds campaign-name pixel-words qr-names links";

const ENDED = "2024-01-05 00:00:00";

type Answers = Readonly<Record<string, string>>;

/** An account in use, with objects of every kind, some with fields that were never set. */
async function inUse(dialect: Partial<Dialect> = {}, rateLimit = 1000): Promise<World> {
  const world = await startWorld({ dialect, rateLimit });
  const { pixels, domains, channels, campaigns, qrs } = world.account;
  for (const n of [1, 2, 3, 4]) {
    pixels.create({ type: "gtmpixel", name: `Ads ${n}`, tag: `GTM-${n}` });
    campaigns.create({ name: `Launch ${n}`, slug: `launch-${n}`, public: true, links: [4710 + n] });
    const code = qrs.create({ type: "link", data: `https://example.com/${n}`, name: `Menu ${n}` });
    const item = { type: "qr", id: code.id } as const;
    channels.create({ name: `Spring ${n}`, color: n === 1 ? "#112233" : "", items: [item] });
  }
  pixels.create({
    type: dialect.pixelTypes === "networks" || dialect.pixelTypes === "both" ? "tiktok" : "shortvideo",
    name: "Shop",
    tag: "1",
  });
  domains.create({ domain: "https://go.example.com" });
  return world;
}

/** Answers and meanings by the id of the row. */
async function doctor({ clock, service }: World) {
  const session = new AccountSession({ baseUrl: service.url, apiKey: DEMO_KEY }, { clock });
  try {
    const rows = await examine(session);
    const by = (field: "answer" | "meaning"): Answers =>
      Object.fromEntries(rows.map((row) => [row.id, row[field] ?? ""]));
    return { answers: by("answer"), meanings: by("meaning") };
  } finally {
    await session.close();
  }
}

/** The row that shows each knob, with its answer for each value, in their order. No reading shows the other knobs. */
const SHOWN: Partial<Readonly<Record<keyof Dialect, readonly [row: string, ...answers: readonly RegExp[]]>>> =
  {
    responses: ["ids", /channels number.*pixels number/, /channels number.*pixels string/, /channels string/],
    statusCodes: ["errors", /status 404/, /status 200/, /status 200/],
    campaignNameKey: ["campaign-name", /^name$/, /^domain$/],
    maxPageSize: ["limit", /100: (pages of 100|rejected)/, /100: pages of 15/, /100: pages of 3/],
    maxLimit: ["limit", /100: pages.*101: rejected/, /101: pages/, /100: rejected/],
    pageFields: [
      "lists",
      /^nextpage ("?1"?|number), maxpage ("?1"?|number),/,
      /^nextpage 0, maxpage 1,/,
      /^nextpage (null|number), maxpage (1|number),/,
      /^nextpage absent, maxpage 1,/,
      /^nextpage (1|number), maxpage absent,/,
      /^nextpage absent, maxpage absent,/,
    ],
    resultField: ["lists", /result (number|string) with/, /result 1 with/],
    listOrder: ["lists", /newest first$/, /oldest first$/],
    rateLimitHeaders: ["rate-limit", /1000$/, /1000$/, /^not shown$/, /^a limit of 0$/, /1000$/],
    linkEndpoints: ["links", /^rejected with status 404$/, /^accepted$/],
  };
const KNOBS = Object.keys(SHOWN) as (keyof Dialect)[];

/** The named dialects, and the values that none of them has. */
const CASES: readonly (readonly [name: string, dialect: Partial<Dialect>])[] = [
  ...namedDialects,
  ...KNOBS.flatMap((knob) =>
    DIALECT_KNOBS[knob]
      .filter((value) => namedDialects.every(([, dialect]) => dialect[knob] !== value))
      .map((value) => [`of ${knob}: ${value}`, { [knob]: value }] as const),
  ),
];

test.each(CASES)(
  "the rows show each knob of the dialect %s, by at most 15 GET requests",
  async (_, dialect) => {
    const world = await inUse(dialect);
    const { answers } = await doctor(world);
    expect(Object.keys(answers).join(" ")).toBe(ROWS);
    for (const knob of KNOBS.filter((one) => one in dialect)) {
      const [row = "", ...forms] = SHOWN[knob]!;
      const values: readonly unknown[] = DIALECT_KNOBS[knob];
      expect(forms).toHaveLength(values.length);
      expect(answers[row], `${knob} in ${row}`).toMatch(forms[values.indexOf(dialect[knob])]!);
    }
    expect(world.requests.length).toBeLessThanOrEqual(15);
    expect(world.requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  },
);

test("each answer with a meaning is one that a row gives", async () => {
  const world = await inUse({ linkEndpoints: "absent", rateLimitHeaders: "withoutDate" });
  const respond = () => ({ status: 200, headers: {}, body: { error: 0, data: { id: 1, username: "acme" } } });
  world.faults.rule({ on: "GET /api/account", respond });
  const ending = await inUse({ linkEndpoints: "present" });
  ending.account.expires = ENDED;
  world.faults.rule({ on: "GET /api/domains", reject: true });
  world.faults.rule({ on: "GET /api/qr", respond: withoutNames });
  const given = [(await doctor(world)).answers, (await doctor(ending)).answers];
  for (const { id, meanings = {} } of Object.values(QUESTIONS).flat())
    for (const answer of Object.keys(meanings))
      expect(given.map((answers) => answers[id]).join(), id).toContain(answer);
});

function withoutNames({ body, ...response }: ServiceResponse): ServiceResponse {
  const text = JSON.stringify(body, (key, value) => (key === "name" ? undefined : value));
  return { ...response, body: JSON.parse(text) };
}

describe("the requests", () => {
  test("a service that fails gets no more than 15 requests, and the rest is unknown", async () => {
    const world = await inUse();
    world.faults.rule({ on: "GET /api/[cd]*", after: 1, fault: 503 });
    world.faults.rule({ on: "GET /api/domains", fault: 503 });
    world.faults.rule({ on: "GET /api/channels", fault: "reset" });
    const { answers } = await doctor(world);
    expect(world.requests.length).toBeLessThanOrEqual(15);
    expect(answers).toMatchObject({
      ids: expect.stringContaining("pixels number"),
      kinds: expect.stringContaining("channels unknown"),
      lists: "unknown",
      links: "unknown",
    });
  });

  test("what an account without objects cannot show is unknown", async () => {
    const world = await startWorld({ accounts: [{ username: "acme", keys: [DEMO_KEY], overlays: [] }] });
    const { answers } = await doctor(world);
    const unknown = Object.keys(answers).filter((id) => answers[id] === "unknown");
    expect(unknown).toEqual(["lists", "ids", "campaign-name", "pixel-words", "qr-names"]);
  });

  test("a list that the plan lacks is named, with what to do", async () => {
    const world = await inUse();
    const respond = () => ({ status: 403, headers: {}, body: { error: 1, message: "no" } });
    world.faults.rule({ on: "GET /api/qr", respond });
    const { answers, meanings } = await doctor(world);
    expect(answers.kinds).toBe("qrCodes rejected with status 403");
    expect(meanings.kinds).toMatch(/Leave .* out/);
  });

  test("endpoints of links that a web page answers are rejected", async () => {
    const world = await inUse({ linkEndpoints: "present" });
    const respond = () => ({ status: 404, headers: {}, body: "<h1>Not Found</h1>" });
    world.faults.rule({ on: "GET /api/urls", respond });
    expect((await doctor(world)).answers.links).toBe("rejected with status 404");
  });

  test.each([
    ["shortvideo", "the word of the API document"],
    ["tiktok", "the network's own word"],
    ["gtmpixel", "a word that both have"],
    ["vkpixel", "another word"],
    ["", "not shown"],
  ] as const)("the word of a pixel type in lists: %j", async (type, word) => {
    const world = await startWorld();
    world.account.pixels.create({ type, name: "Shop", tag: "1" });
    expect((await doctor(world)).answers["pixel-words"]).toBe(word);
  });

  test.each([
    ["1772366400", /^0{10}, read as /],
    ["42", /^00, read as 42 s left$/],
    ["2026-03-01T12:00:00Z", /^0000-00-00T00:00:00Z, read as /],
  ])("the form of the reset: %s", async (reset, form) => {
    const world = await inUse();
    world.faults.rule({
      on: "GET /api/pixels",
      respond: ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, "X-RateLimit-Reset": reset } }),
    });
    expect((await doctor(world)).answers.reset).toMatch(form);
  });

  test("the clock of the service", async () => {
    const world = await inUse();
    const ahead = (date: string) => new Date(Date.parse(date) + 41_900).toUTCString();
    world.faults.rule({
      on: "GET /api/pixels",
      respond: ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, Date: ahead(headers.Date!) } }),
    });
    expect((await doctor(world)).answers.clock).toBe("42 s ahead");
  });
});

test("a plan that ends soon is a row that says what to do", async () => {
  const world = await inUse();
  expect((await doctor(world)).meanings.plan).toBe("");
  world.account.expires = ENDED;
  expect((await doctor(world)).meanings.plan).toMatch(/^Renew/);
});

describe("the command", () => {
  async function start() {
    const world = await inUse({ linkEndpoints: "absent" });
    const env = { LINK_MANAGEMENT_API_KEY: DEMO_KEY, LINK_MANAGEMENT_BASE_URL: world.service.url };
    return { world, doctor: (...args: string[]) => run(["doctor", ...args], new Folder().path, env) };
  }

  test("prints the answers that ask for something, and with --all the others", async () => {
    const { doctor } = await start();
    const { code, stdout, stderr } = await doctor();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^links: Do short links have endpoints\?\n {2}rejected with status 404\n {2}Leave/m,
    );
    expect(stdout).not.toMatch(/^ids:/m);
    expect((await doctor("--all")).stdout).toMatch(/^ids:/m);
  });

  test("prints JSON with all answers, and without a value of the account", async () => {
    const { world, doctor } = await start();
    const { code, stdout } = await doctor("--format", "json");
    expect(code).toBe(0);
    const { rows } = JSON.parse(stdout);
    expect(rows.map(({ id }: { id: string }) => id).join(" ")).toBe(ROWS);
    const { username, email, registered } = world.account;
    const values = [username, email, registered, DEMO_KEY, world.service.url, "link.example", "Menu", "GTM-"];
    for (const value of values) expect(stdout).not.toContain(value);
  });

  test("exits with 1 if the key is refused, and with 2 for wrong usage", async () => {
    const { world, doctor } = await start();
    expect((await doctor("--format=xml")).code).toBe(2);
    world.faults.rule({ on: "GET /api/account", reject: true });
    expect((await doctor()).code).toBe(1);
  });
});
