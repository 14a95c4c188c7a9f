// `doctor`: what the service does where its API document says nothing, and that nobody notices the question.
import { describe, expect, test } from "vitest";
import { AccountSession } from "../../src/api/session";
import { HttpTransport } from "../../src/api/transport";
import { examine } from "../../src/commands/doctor/command";
import { Recorder } from "../../src/commands/doctor/requests";
import { DEMO_KEY, DIALECT_KNOBS, type Dialect } from "../../src/emulator/index";
import { Folder } from "../config/support/folder";
import { namedDialects } from "../support/dialects";
import { startWorld, type World } from "../support/world";
import { run } from "./support/run";

const READING =
  "account rate-limit reset clock page-size limit lists ids errors kinds campaign-name pixel-words qr-names links".split(
    " ",
  );
const WRITING =
  "list-delay update-omits update-empty names colors same-name pixel-accepts qr-data qr-name assign-twice unknown-id".split(
    " ",
  );

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

interface Examined {
  /** Answers by the id of the row. */
  readonly answers: Readonly<Record<string, string>>;
  readonly meanings: Readonly<Record<string, string>>;
  readonly isClean: boolean;
  /** Lines for people. */
  readonly notes: string;
}

async function doctor(
  world: World,
  { write, stop = new AbortController() }: { write?: string; stop?: AbortController } = {},
): Promise<Examined> {
  const { clock, service } = world;
  const recorder = new Recorder(new HttpTransport(service.url, DEMO_KEY));
  const session = new AccountSession(
    { baseUrl: service.url, apiKey: DEMO_KEY },
    { clock, transport: recorder },
  );
  const notes: string[] = [];
  const note = (line: string) => void notes.push(line);
  try {
    const { rows, isClean } = await examine({ session, clock, signal: stop.signal, note }, recorder, write);
    const by = (field: "answer" | "meaning") => Object.fromEntries(rows.map((row) => [row.id, row[field]]));
    return { answers: by("answer"), meanings: by("meaning"), isClean, notes: notes.join("\n") };
  } finally {
    await session.close();
  }
}
const writing = (world: World, stop?: AbortController) =>
  doctor(world, { write: "acme", ...(stop && { stop }) });

/** The row that shows each knob, with its answer for each value. `undefined`: no row can show it. */
type Shown = {
  readonly [K in keyof Dialect]:
    | undefined
    | readonly [row: string, Readonly<Record<`${Dialect[K]}`, RegExp>>];
};
const SHOWN: Shown = {
  responses: [
    "lists",
    {
      documented: /^error "0"; result number/,
      observed: /^error 0; result number/,
      strings: /^error "0"; result string/,
      php: /^error "0"; result number.*starred "0"/,
    },
  ],
  unsetText: [
    "lists",
    {
      empty: /redirectroot "", redirect404 ""/,
      null: /redirectroot null, redirect404 null/,
      absent: /redirectroot undefined, redirect404 undefined/,
    },
  ],
  statusCodes: ["errors", { real: /status 404/, always200: /status 200/, realForAccess: /status 200/ }],
  campaignNameKey: ["campaign-name", { name: /^name$/, domain: /^domain$/, mixed: /^domain, name$/ }],
  maxPageSize: ["limit", { 100: /100: pages of 100/, 15: /100: pages of 15/, 3: /100: pages of 3/ }],
  pageFields: [
    "lists",
    {
      both: /nextpage (null|number), maxpage [^u].*; with/,
      zeroAtEnd: /nextpage "?0"?, maxpage [^u].*; with/,
      sameAtEnd: /nextpage (number|1), maxpage [^u].*; with/,
      maxpageOnly: /nextpage undefined, maxpage [^u].*; with/,
      nextpageOnly: /nextpage (null|number), maxpage undefined; with/,
      none: /nextpage undefined, maxpage undefined; with/,
    },
  ],
  resultField: ["lists", { total: /limit=1: result (number|string)/, onPage: /limit=1: result 1/ }],
  listOrder: ["lists", { newestFirst: /first id: highest/, oldestFirst: /first id: lowest/ }],
  rateLimitHeaders: [
    "rate-limit",
    {
      present: /^a limit of 1000$/,
      withoutDate: /^a limit of 1000$/,
      absent: /^not shown$/,
      zero: /^a limit of 0$/,
      absentOnFailure: /^a limit of 1000, not shown in errors$/,
    },
  ],
  resetFormat: [
    "reset",
    {
      epochSeconds: /^(epoch seconds|not shown)/,
      epochMs: /^epoch milliseconds/,
      secondsLeft: /^seconds left/,
      httpDate: /^HTTP date/,
      isoDate: /^ISO date/,
    },
  ],
  rateLimitWindow: ["reset", { fixed: /60 s left|not shown/, aligned: /\d s left/, sliding: /60 s left/ }],
  limitedResponse: undefined,
  omittedFields: ["update-omits", { kept: /^kept$/, cleared: /^changed: color, starred$/ }],
  emptyText: ["update-empty", { cleared: /^cleared$/, ignored: /^ignored$/, rejected: /^rejected$/ }],
  names: [
    "names",
    { kept: /^as sent$/, firstUpper: /^first letter/, lower: /^lower case$/, lowerInLists: /^lower case$/ },
  ],
  spelling: ["colors", { kept: /^as sent$/, normalized: /^upper case$/ }],
  rejectedDuplicates: [
    "same-name",
    {
      addresses: /channel: accepted.*pixel: accepted.*slug of a campaign: rejected/,
      names: /channel: rejected.*pixel: accepted.*slug of a campaign: rejected/,
      all: /channel: rejected.*pixel: rejected.*slug of a campaign: rejected/,
      none: /channel: accepted.*pixel: accepted.*slug of a campaign: accepted/,
    },
  ],
  pixelTypes: [
    "pixel-accepts",
    { documented: /^only professionalnetworkpixel$/, networks: /^only linkedinpixel$/, both: /^both words$/ },
  ],
  undocumentedInput: ["limit", { accepted: /101: pages/, rejected: /101: rejected/ }],
  qrData: ["qr-data", { any: /^text and object$/, text: /^text only$/, objects: /^object only$/ }],
  qrNames: [
    "qr-name",
    {
      generated: /^another text$/,
      asGiven: /^as sent$/,
      rewritten: /^lower case$/,
      rejected: /^rejected$/,
      shownSometimes: /^(as sent|not shown)$/,
    },
  ],
  campaignsPerLink: undefined,
  deleteOfUnknownId: ["unknown-id", { error: /^rejected/, success: /^accepted/ }],
  repeatedAssignment: [
    "assign-twice",
    { ignored: /^one entry$/, error: /^rejected/, duplicateEntry: /^2 entries$/ },
  ],
};
const KNOBS = Object.entries(SHOWN) as [keyof Dialect, (typeof SHOWN)[keyof Dialect]][];

function expectShown(answers: Examined["answers"], knob: keyof Dialect, value: string | number): void {
  const shown = SHOWN[knob];
  if (!shown) return;
  const [row, byValue] = shown as readonly [string, Readonly<Record<string, RegExp>>];
  expect(answers[row], `${knob} ${value} in ${row}`).toMatch(byValue[value]!);
}

describe("the rows", () => {
  const cases = KNOBS.flatMap(([knob]) => DIALECT_KNOBS[knob].map((value) => [knob, value] as const));
  test.each(cases)("show the knob %s with the value %s", async (knob, value) => {
    const world = await inUse({ [knob]: value });
    const isRead = READING.includes(SHOWN[knob]?.[0] ?? "");
    expectShown((await (isRead ? doctor(world) : writing(world))).answers, knob, value);
  });

  test.each(namedDialects)(
    "are right in the dialect %s, and leave the account as it was",
    async (_, dialect) => {
      const world = await inUse(dialect);
      const before = world.account.data;
      const { answers, isClean } = await writing(world);
      expect(Object.keys(answers)).toEqual([...READING, ...WRITING]);
      for (const [knob] of KNOBS) expectShown(answers, knob, dialect[knob]);
      expect({ data: world.account.data, isClean }).toEqual({ data: before, isClean: true });
    },
  );
});
