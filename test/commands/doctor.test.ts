// `doctor`: what the service does where its API document says nothing, and that nobody notices the question.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AccountSession } from "../../src/api/session";
import { examine } from "../../src/commands/doctor/command";
import {
  DEMO_KEY,
  DIALECT_KNOBS,
  type Dialect,
  type ServiceRequest,
  type ServiceResponse,
} from "../../src/emulator/index";
import { Folder } from "../config/support/folder";
import { namedDialects } from "../support/dialects";
import { startWorld, type World } from "../support/world";
import { run } from "./support/run";

const READING =
  "account rate-limit reset clock page-size limit lists ids errors kinds campaign-name pixel-words qr-names links";
const WRITING =
  "list-delay update-omits update-empty names colors same-name pixel-accepts qr-data qr-name assign-twice unknown-id";

const REQUESTS = 34;
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

/** Answers and meanings by the id of the row, and the lines for people. */
async function doctor(world: World, write?: string, stop = new AbortController()) {
  const { clock, service } = world;
  const session = new AccountSession({ baseUrl: service.url, apiKey: DEMO_KEY }, { clock });
  const notes: string[] = [];
  const note = (line: string) => void notes.push(line);
  try {
    const { rows, isClean } = await examine({ session, clock, signal: stop.signal, note }, write);
    const by = (field: "answer" | "meaning"): Answers =>
      Object.fromEntries(rows.map((row) => [row.id, row[field]]));
    return { answers: by("answer"), meanings: by("meaning"), isClean, notes: notes.join("\n") };
  } finally {
    await session.close();
  }
}
const writing = (world: World, stop?: AbortController) => doctor(world, "acme", stop);

/** The row that shows each knob, with its answer for each value, in their order. `undefined`: none can show it. */
const SHOWN: Readonly<
  Record<keyof Dialect, undefined | readonly [row: string, ...answers: readonly RegExp[]]>
> = {
  responses: ["ids", /channels number.*pixels number/, /channels number.*pixels string/, /channels string/],
  unsetText: ["update-empty", /^cleared, then ""$/, /^cleared, then null$/, /^cleared, then absent$/],
  statusCodes: ["errors", /status 404/, /status 200/, /status 200/],
  campaignNameKey: ["campaign-name", /^name$/, /^domain$/],
  maxPageSize: ["limit", /100: pages of 100/, /100: pages of 15/, /100: pages of 3/],
  maxLimit: ["limit", /100: pages/, /100: rejected/],
  pageFields: [
    "lists",
    /^nextpage (null|number), maxpage ("?1"?|number),/,
    /^nextpage 0, maxpage 1,/,
    /^nextpage (1|number), maxpage (1|number),/,
    /^nextpage absent, maxpage 1,/,
    /^nextpage (null|number), maxpage absent,/,
    /^nextpage absent, maxpage absent,/,
  ],
  resultField: ["lists", /result (number|string) with/, /result 1 with/],
  listOrder: ["lists", /newest first$/, /oldest first$/],
  rateLimitHeaders: ["rate-limit", /1000$/, /1000$/, /^not shown$/, /^a limit of 0$/, /1000$/],
  resetFormat: ["reset", /^(0{10},|not)/, /^0{13},/, /^00?,/, /GMT,/, /^0000-.*Z,/],
  // A window slides, or not: nothing shows it before the limit is reached.
  rateLimitWindow: ["reset", /60 s left|not shown/, /\d s left/, /60 s left/],
  limitedResponse: undefined,
  omittedFields: ["update-omits", /^kept$/, /^changed$/],
  emptyText: ["update-empty", /^cleared/, /^ignored$/, /^rejected/],
  names: ["names", /^as sent$/, /^with other case/, /^with other case/],
  spelling: ["colors", /^as sent$/, /^with other case/],
  rejectedDuplicates: ["same-name", /^accepted$/, /^rejected$/, /^rejected$/, /^accepted$/],
  pixelTypes: ["pixel-accepts", /^only the word of the API/, /^only the network's own/, /^both words$/],
  undocumentedInput: ["limit", /101: pages/, /101: rejected/],
  qrData: ["qr-data", /^text and object$/, /^text only$/, /^object only$/],
  qrNames: [
    "qr-name",
    /^another text$/,
    /^as sent$/,
    /^with other case/,
    /^rejected$/,
    /^(as sent|not shown)$/,
  ],
  campaignsPerLink: undefined,
  deleteOfUnknownId: ["unknown-id", /^rejected/, /^accepted/],
  repeatedAssignment: ["assign-twice", /^one entry$/, /^rejected/, /^2 entries$/],
  linkEndpoints: ["links", /^accepted$/, /^rejected with status 404$/, /^rejected with status 404$/],
  knownUrl: undefined,
  ownAlias: undefined,
  linkDomain: undefined,
  singleLink: undefined,
  shortQuery: undefined,
};
const KNOBS = Object.keys(SHOWN) as (keyof Dialect)[];

function expectShown(answers: Answers, knob: keyof Dialect, value: unknown): void {
  const [row, ...forms] = SHOWN[knob] ?? [];
  if (row === undefined) return;
  const values: readonly unknown[] = DIALECT_KNOBS[knob];
  expect(forms).toHaveLength(values.length);
  expect(answers[row], `${knob} ${value} in ${row}`).toMatch(forms[values.indexOf(value)]!);
}

describe("the rows", () => {
  const cases = KNOBS.flatMap((knob) => DIALECT_KNOBS[knob].map((value) => [knob, value] as const));
  test.each(cases)("show the knob %s with the value %s", async (knob, value) => {
    const world = await inUse({ [knob]: value });
    const isRead = READING.split(" ").includes(SHOWN[knob]?.[0] ?? "");
    expectShown((await (isRead ? doctor(world) : writing(world))).answers, knob, value);
  });

  test.each(namedDialects)(
    "are right in the dialect %s, and leave the account as it was",
    async (_, dialect) => {
      const world = await inUse(dialect);
      const before = world.account.data;
      const { answers, isClean } = await writing(world);
      expect(Object.keys(answers).join(" ")).toBe(`${READING} ${WRITING}`);
      // Nothing else shows where lists reject any large limit, and where no text can be cleared.
      const isHidden = (knob: keyof Dialect) =>
        (dialect.maxLimit !== "any" && SHOWN[knob]?.[0] === "limit") ||
        (dialect.emptyText !== "cleared" && knob === "unsetText");
      for (const knob of KNOBS) if (!isHidden(knob)) expectShown(answers, knob, dialect[knob]);
      expect({ data: world.account.data, isClean }).toEqual({ data: before, isClean: true });
    },
  );
});

test("each answer with a meaning on the page is one that a row gives", async () => {
  const world = await inUse({ qrNames: "shownSometimes", linkEndpoints: "absent" });
  world.account.qrs.create({ type: "text", data: "so that the next name is not shown" });
  const respond = () => ({ status: 200, headers: {}, body: { error: 0, data: { id: 1, username: "acme" } } });
  world.faults.rule({ on: "GET /api/account", respond });
  world.faults.rule({ on: "GET /api/domains", reject: true });
  world.faults.rule({ on: "GET /api/channels", stale: 12_000 });
  const worlds = await Promise.all(namedDialects.map(([, dialect]) => inUse(dialect)));
  const given: Answers[] = [];
  for (const one of [world, ...worlds]) given.push((await writing(one)).answers);
  const page = readFileSync("docs/assumptions.md", "utf8");
  let id = "";
  for (const [, row, answer] of page.matchAll(/^(?:- `(.+?)`| {2}- \*(.+?)\*):/gm)) {
    id = row ?? id;
    if (answer !== undefined) expect(given.map((answers) => answers[id]).join(), id).toContain(answer);
  }
});

describe("without --write", () => {
  test.each(namedDialects)("at most 15 GET requests are sent in the dialect %s", async (_, dialect) => {
    const world = await inUse(dialect);
    const { answers } = await doctor(world);
    expect(Object.keys(answers).join(" ")).toBe(READING);
    expect(world.requests.length).toBeLessThanOrEqual(15);
    expect(world.requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  });

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

  test.each([
    ["documented", "the word of the API document"],
    ["networks", "the network's own word"],
  ] as const)("the words of pixel types in lists: %s", async (pixelTypes, word) => {
    expect((await doctor(await inUse({ pixelTypes }))).answers["pixel-words"]).toBe(word);
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

describe("with --write", () => {
  test("another account than the named one is an error, and nothing is read or changed", async () => {
    const world = await inUse();
    await expect(doctor(world, "other")).rejects.toThrow(/other.*acme/);
    expect(world.requests).toEqual(["GET /api/account"]);
  });

  test("no request is above the limit, and each object is printed before its create", async () => {
    const world = await inUse({}, 30);
    const { notes } = await writing(world);
    expect(world.service.log.filter(({ limited }) => limited)).toEqual([]);
    expect(world.requests).toHaveLength(REQUESTS);
    const creates = world.service.log.filter(({ path }) => path.endsWith("/add"));
    expect(notes.match(/^creating .+ plm-doctor-/gm)).toHaveLength(creates.length);
  });

  test("it changes only what it creates, and no account, domain or campaign", async () => {
    const world = await inUse();
    await writing(world);
    // The ids of the account in use end with 104.
    const isOwn = (path: string) => path.endsWith("/add") || Number(path.split("/")[3]) > 104;
    for (const { method, path } of world.service.log.filter(({ method }) => method !== "GET"))
      expect(isOwn(path) && !/account|domain|campaign/.test(path), `${method} ${path}`).toBe(true);
  });

  test.each([
    [5000, /^7 s$/],
    [12_000, /^15 s or later$/],
  ])("lists that are %s ms old change no answer but that row", async (stale, delay) => {
    const world = await inUse();
    await world.clock.sleep(60_000);
    world.faults.rule({ on: "GET /api/channel*", stale });
    world.faults.rule({ on: "GET /api/qr", stale });
    const before = world.account.data;
    const { answers } = await writing(world);
    const others = {
      "update-omits": "kept",
      "update-empty": 'cleared, then ""',
      names: "as sent",
      colors: "as sent",
    };
    expect(answers).toMatchObject({ "list-delay": expect.stringMatching(delay), ...others });
    expect(world.account.data).toEqual(before);
  });

  test("a service that rejects every update says nothing about empty texts and objects", async () => {
    const world = await inUse();
    world.faults.rule({ on: "PUT *", reject: true });
    const unknown = { "update-empty": "unknown", "update-omits": "unknown", "qr-data": "unknown" };
    expect(await writing(world)).toMatchObject({ answers: unknown, isClean: true });
  });

  test("a plan with one object of a kind, or without the kind, says nothing about equal names and words", async () => {
    const world = await inUse({ rejectedDuplicates: "all", pixelTypes: "both" });
    world.faults.rule({ on: "POST /api/channel/add", after: 1, reject: true });
    const { pixels } = world.account;
    const isFull = ({ path }: ServiceRequest) => path === "/api/pixel/add" && pixels.list().length > 5;
    world.faults.rule({ on: isFull, reject: true });
    world.faults.rule({ on: "GET /api/qr", reject: true });
    const answers = { "same-name": "unknown", "pixel-accepts": "both words", "qr-data": "unknown" };
    expect(await writing(world)).toMatchObject({ answers, isClean: true });
  });

  test("an object of somebody else that a create answers with is left alone", async () => {
    const world = await inUse();
    const before = world.account.data;
    const { id } = world.account.channels.list()[0]!;
    const respond = () => ({ status: 200, headers: {}, body: { error: 0, id } });
    world.faults.rule({ on: "POST /api/channel/add", reject: true, respond });
    await writing(world);
    expect(world.account.data).toEqual(before);
  });
});

describe("nothing stays on the account", () => {
  const requests = Array.from({ length: REQUESTS }, (_, n) => n + 1);

  test.each(requests)("after Ctrl-C during request %i", async (n) => {
    const world = await inUse({ qrNames: "asGiven", names: "firstUpper" });
    const before = world.account.data;
    const stop = new AbortController();
    world.faults.rule({ on: "*", after: n - 1, times: 1, edit: () => stop.abort() });
    const { isClean } = await writing(world, stop);
    expect({ data: world.account.data, isClean }).toEqual({ data: before, isClean: true });
    const later = world.requests.slice(n).filter((request) => !/^(DELETE|GET) /.test(request));
    expect(later).toEqual([]);
  });

  test.each(requests)("after a lost response to request %i", async (n) => {
    const world = await inUse({ qrNames: "asGiven", names: "firstUpper" });
    const before = world.account.data;
    world.faults.rule({ on: "*", after: n - 1, times: 1, fault: "reset", when: "after" });
    const { isClean } = await writing(world);
    expect({ data: world.account.data, isClean }).toEqual({ data: before, isClean: true });
  });

  test("a code whose name no list shows is printed, if the response to its create is lost", async () => {
    const world = await inUse();
    const before = world.account.data;
    world.faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "after" });
    const { isClean, notes } = await writing(world);
    const left = world.account.qrs.list().at(-1)!;
    expect(isClean).toBe(false);
    expect(notes).toMatch(new RegExp(`left: QrCode .*may be one of the new ids ${left.id}\\b`));
    world.account.qrs.delete(left.id);
    expect(world.account.data).toEqual(before);
  });

  test.each([
    ["channel", "channels"],
    ["pixel", "pixels"],
    ["qr", "qrs"],
  ] as const)(
    "a %s that cannot be deleted is printed, and listed by the next run",
    async (path, collection) => {
      const world = await inUse();
      const before = new Set(world.account[collection].list().map(({ id }) => id));
      world.faults.rule({ on: `DELETE /api/${path}/*`, reject: true });
      const first = await writing(world);
      const left = world.account[collection].list().filter(({ id }) => !before.has(id));
      expect(left).not.toEqual([]);
      expect(first.isClean).toBe(false);
      world.faults.clear();
      const data = world.account.data;
      const next = await writing(world);
      for (const { id } of left) {
        expect(first.notes).toMatch(new RegExp(`^left: .* ${id} `, "m"));
        expect(next.notes).toMatch(new RegExp(`^left by an earlier run: .*\\b${id}\\b`, "m"));
      }
      expect(world.account.data).toEqual(data);
    },
  );
});

describe("the command", () => {
  async function start() {
    // The list that tells what an accepted one does is read 10 s later, by the real clock.
    const world = await inUse({ repeatedAssignment: "error", linkEndpoints: "absent" });
    const env = { LINK_MANAGEMENT_API_KEY: DEMO_KEY, LINK_MANAGEMENT_BASE_URL: world.service.url };
    return { world, doctor: (...args: string[]) => run(["doctor", ...args], new Folder().path, env) };
  }

  test("prints questions, answers and what they mean, also as JSON without a value of the account", async () => {
    const { world, doctor } = await start();
    const text = await doctor();
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toMatch(
      /^links: Do short links have endpoints\?\n {2}rejected with status 404\n {2}\S/m,
    );
    const { code, stdout } = await doctor("--format", "json", "--write", "acme");
    expect(code).toBe(0);
    const { rows } = JSON.parse(stdout);
    for (const row of rows) expect(Object.keys(row)).toEqual(["id", "question", "answer", "meaning"]);
    for (const { meaning } of rows) expect(meaning).toMatch(/^[^[\]]+\.$/);
    const { username, email, registered } = world.account;
    const values = [username, email, registered, DEMO_KEY, world.service.url, "link.example", "Menu", "GTM-"];
    for (const value of values) expect(stdout).not.toContain(value);
  });

  test("Ctrl-C deletes what was created, and exits with 130", async () => {
    const { world, doctor } = await start();
    const before = world.account.data;
    world.faults.rule({ on: "PUT *", times: 1, edit: () => process.listeners("SIGINT").at(-1)!("SIGINT") });
    const { code, stdout } = await doctor("--write", "acme");
    expect({ code, data: world.account.data }).toEqual({ code: 130, data: before });
    expect(stdout).toContain("list-delay: ");
  });

  test("exits with 1 if something is left, or the key belongs to another account, and with 2 for wrong usage", async () => {
    const { world, doctor } = await start();
    expect((await doctor("--write", "other")).code).toBe(1);
    for (const wrong of ["--format=xml", "--write="]) expect((await doctor(wrong)).code).toBe(2);
    const headers = { "X-RateLimit-Remaining": "900", "X-RateLimit-Reset": "60" };
    const respond = (response: ServiceResponse) => ({ ...response, headers });
    world.faults.rule({ on: "DELETE /api/channel/105/*", reject: true, respond });
    expect((await doctor("--write", "acme")).code).toBe(1);
  });
});
