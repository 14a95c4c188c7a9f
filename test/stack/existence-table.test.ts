// What exists, as a table: who says that an object exists, what the readings of its list show, and what a command does.
import { expect, test } from "vitest";
import { Channel, ChannelItem, Domain } from "../../src/index";
import { runsAllCases } from "../support/case-count";
import type { ServiceRequest } from "../support/emulator";
import { type Case, expectedOutcome, type Outcome, type Reading } from "../support/existence-oracle";
import { messageOf } from "../support/message-of";
import type { Stack } from "../support/stack";
import { sent } from "../support/what-exists";
import { World } from "../support/world";

type Action = Case["action"];
/** The account has a channel or domain that nobody manages (101), and that of the entry (102). */
const CHANNELS = "/api/channels";
const ITEMS = "/api/channel/102";
const DOMAINS = "/api/domains";
const FIELDS = { name: "Own", color: "#000000" };
const DOMAIN = "https://own.example.com";
const LINK = 4711;

const listOf = (action: Action) =>
  action === "list item" ? ITEMS : action === "refresh domain" ? DOMAINS : CHANNELS;
const isRecorded = ({ action, claim }: Case) =>
  claim === "state" || action === "delete" || action === "list item";
/** The values that an action can meet. One value: it makes no difference. */
const VALUES: Readonly<
  Record<Action, { readonly [K in keyof Omit<Case, "action" | "readings">]?: readonly Case[K][] }>
> = {
  refresh: { claim: ["state"] },
  "refresh domain": { claim: ["state"], beside: [false, true] },
  "up --refresh": { claim: ["state"] },
  update: { claim: ["state"] },
  assign: { claim: ["state"] },
  delete: {
    claim: ["request"],
    answer: ["accepted", "rejected", "lost"],
    beside: [false, true],
  },
  "list item": { claim: ["request"], answer: ["accepted", "rejected", "lost"] },
  create: {
    claim: ["nobody", "user", "request"],
    answer: ["accepted", "lost"],
    onExisting: ["fail", "adopt", "overwrite", "duplicate", "id"],
    beside: [false, true],
  },
  preview: { claim: ["nobody", "user"], onExisting: ["fail", "adopt", "id"], beside: [false, true] },
};

/** An entry is new: the user claims by a word, and a request by the answer that is lost. */
const isPossible = ({ action, claim, onExisting, answer }: Case) =>
  (action !== "create" && action !== "preview") ||
  ((claim === "user") === ["adopt", "overwrite", "id"].includes(onExisting) &&
    (claim === "request") === (answer === "lost"));

/** Readings up to the one that decides: a failed one, one that shows the object unless a request is unclear. */
function sequences({ action, claim, answer, onExisting }: Case, before: Reading[] = []): Reading[][] {
  const isLostCreate = action === "create" && answer === "lost";
  const isUnclear = answer !== "accepted" && before.length === 1 && !isLostCreate;
  const isDecided =
    before.includes("fails") || before.includes("renamed") || (before.includes("shows") && !isUnclear);
  const isSingle = isLostCreate || action === "preview" || claim === "nobody";
  const needed = isSingle && onExisting !== "id" ? 1 : 2;
  if (isDecided || before.length === needed) return [before];
  // An item list without its only item would be empty.
  const all: Reading[] = [
    "shows",
    "lacks",
    "empty",
    "fails",
    ...(action === "list item" ? [] : ["short" as const]),
  ];
  const isAfterCreate = isLostCreate && before.length > 0;
  // What exists already is no create.
  const next = isAfterCreate
    ? [...all, "renamed" as const]
    : all.filter((one) => !isLostCreate || one !== "shows");
  return next.flatMap((one) => sequences({ action, claim, answer, onExisting } as Case, [...before, one]));
}

function rowsOf(action: Action): Case[] {
  const { claim = [], answer = ["accepted"], onExisting = ["fail"], beside = [false] } = VALUES[action];
  const rows = claim.flatMap((claim) =>
    answer.flatMap((answer) =>
      onExisting.flatMap((onExisting) =>
        beside.map((beside): Case => ({ action, claim, answer, onExisting, beside, readings: [] })),
      ),
    ),
  );
  return rows.filter(isPossible).flatMap((row) => sequences(row).map((readings) => ({ ...row, readings })));
}

/** Each second one by day. */
const today = (rows: readonly Case[]) => rows.filter((_, n) => runsAllCases || n % 2 === 0);

const nameOf = ({ action, claim, answer, onExisting, beside, readings }: Case) =>
  [
    `${action}${onExisting === "fail" ? "" : ` with ${onExisting}`}`,
    claim,
    answer,
    beside ? "beside another one" : "alone",
    readings.join(", then "),
  ].join(" | ");

/** @param isBefore what the state has */
function programOf({ action, onExisting, beside, ...row }: Case, isBefore: boolean): () => void {
  const hasEntry = isBefore ? isRecorded({ action, onExisting, beside, ...row }) : action !== "delete";
  const word = onExisting === "id" ? { id: beside ? 103 : 102 } : onExisting;
  const color = action === "update" && !isBefore ? "#111111" : FIELDS.color;
  return () => {
    if (action === "refresh domain") return void new Domain("own", { domain: DOMAIN });
    if (beside) new Channel("beside", { name: "Beside" });
    if (!hasEntry) return;
    const channel = new Channel("own", { ...FIELDS, color }, { onExisting: word });
    const hasItem = !isBefore && (action === "assign" || action === "list item");
    if (hasItem) new ChannelItem("item", { channel, itemType: "links", item: LINK });
  };
}

function run({ action }: Case, stack: Stack, program: () => void): Promise<unknown> {
  if (action === "refresh" || action === "refresh domain") return stack.refresh();
  return action === "preview"
    ? stack.preview(program)
    : stack.up(program, { preview: false, refresh: action === "up --refresh" });
}

interface ListRow {
  readonly id: number;
  readonly name?: string;
  readonly domain?: string;
}

/** The list shows what the account has, but for what the readings say of the object. */
function follow(world: World, { action, readings }: Case): void {
  let count = 0;
  // The client reads a list again that is shorter than it says.
  let isAgain = false;
  const change = (rows: readonly ListRow[], reading: Reading): readonly ListRow[] => {
    const isOwn = ({ id, name, domain }: ListRow) => name === FIELDS.name || domain === DOMAIN || id === LINK;
    const first = rows.find(({ id }) => id === Math.min(...rows.filter(isOwn).map((row) => row.id)));
    if (reading === "empty") return [];
    if (reading === "lacks" || reading === "short") return rows.filter((row) => row !== first);
    return reading === "renamed"
      ? rows.map((row) => (row === first ? { ...row, name: "Renamed" } : row))
      : rows;
  };
  world.faults.rule({
    on: ({ method, path }: ServiceRequest) => method === "GET" && path === listOf(action),
    respond: (response) => {
      const reading = readings[Math.min(count, readings.length - 1)]!;
      isAgain = reading === "short" && !isAgain;
      if (!isAgain) count++;
      if (reading === "fails") return { ...response, status: 422, body: { error: 1, message: "down" } };
      const body = structuredClone(response.body) as { data: Record<string, unknown> };
      const key = listOf(action) === ITEMS ? "items" : listOf(action).replace("/api/", "");
      const rows = change(body.data[key] as ListRow[], reading);
      const result = rows.length + (reading === "short" ? 1 : 0);
      return { ...response, body: { ...body, data: { ...body.data, [key]: rows, result } } };
    },
  });
}

/** Requests take 10 ms. */
function answer(world: World, { action, answer, readings }: Case): void {
  const on = ({ method }: ServiceRequest) => method !== "GET";
  world.faults.rule({ on, delay: 10 });
  if (answer === "rejected") world.faults.rule({ on, reject: "rejected" });
  // The client repeats a delete for 30 s. What is shown after it was not deleted.
  const isDelete = action === "delete";
  const when = isDelete && readings.at(-1) === "shows" ? "before" : "after";
  if (answer === "lost") world.faults.rule({ on, fault: "reset", when, times: isDelete ? undefined : 1 });
}

/** What happens, in the words of the oracle. */
async function outcomeOf(row: Case): Promise<Outcome> {
  const { action, readings } = row;
  const world = await World.start({ dialect: { rejectedDuplicates: "none" } });
  try {
    const { channels, domains, pixels } = world.account;
    if (action !== "refresh domain") channels.create({ name: "By hand" });
    else if (row.beside) pixels.create({ id: 1, type: "fbpixel", name: "By hand", tag: "1" });
    domains.create({ id: 2, domain: "https://by-hand.example.com" });
    const stack = world.stack();
    await stack.up(programOf(row, true), { preview: false });
    const label =
      action === "assign" || action === "list item"
        ? "ChannelItem item"
        : action === "refresh domain"
          ? "Domain own"
          : "Channel own";
    const before = stack.ids[label];
    const exists = readings.includes("shows") && !isRecorded(row) && row.answer === "accepted";
    if (exists) channels.create(FIELDS);
    if (action === "list item") channels.update(102, { items: [{ type: "links", id: LINK }] });
    await world.clock.advance(60_000);
    world.service.clearLog();
    follow(world, row);
    answer(world, row);
    const failure = await messageOf(run(row, stack, programOf(row, false)));
    const requests = sent(world).map((request) => request.split(" ")[0]!);
    const shown = action === "delete" ? [...new Set(requests)] : requests;
    return [shown.join(", ") || "nothing", recordOf(before, stack.ids[label]), errorOf(row, failure)].join(
      "; ",
    );
  } finally {
    await world.end();
  }
}

function recordOf(before: string | undefined, now: string | undefined): string {
  if (now === "undecided") return "pending";
  if (now === undefined) return before === undefined ? "not recorded" : "left the state";
  return now === before ? "kept" : "recorded";
}

/** The words that the oracle expects, if the message has them. */
function errorOf(row: Case, failure: string): string {
  if (failure === "") return "ok";
  const [, words = ""] = /error: (.*)$/.exec(expectedOutcome(row, listOf(row.action))) ?? [];
  return failure.includes(words) ? `error: ${words}` : `error: ${failure}`;
}

/** Worlds wait most of the time. */
const SIDE_BY_SIDE = 6;

test.each(Object.keys(VALUES) as Action[])("%s", async (action) => {
  const rows = today(rowsOf(action));
  const outcomes = new Map<string, Outcome>();
  const queue = rows.values();
  const work = async () => {
    for (const row of queue) outcomes.set(nameOf(row), await outcomeOf(row));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  expect(outcomes.size).toBe(rows.length);
  expect(outcomes).toEqual(new Map(rows.map((row) => [nameOf(row), expectedOutcome(row, listOf(action))])));
});
