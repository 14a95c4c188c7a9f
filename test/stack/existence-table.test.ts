// What exists, as a table: who says that an object exists, what the readings of its list show, and what a command does.
import { test } from "vitest";
import { Channel, Domain } from "../../src/index";
import { runsAllCases } from "../support/case-count";
import type { ServiceRequest } from "../support/emulator";
import { type Case, expectedOutcome, type Reading } from "../support/existence-oracle";
import { messageOf } from "../support/message-of";
import type { Stack } from "../support/stack";
import { sent } from "../support/what-exists";
import { World } from "../support/world";

type Action = Case["action"];
/** The account has a channel or domain that nobody manages (101), and that of the entry (102). */
const FIELDS = { name: "Own", color: "#000000" };
const DOMAIN = "https://own.example.com";

const listOf = (action: Action) => (action === "refresh domain" ? "/api/domains" : "/api/channels");
const isRecorded = ({ action, claim }: Case) => claim === "state" || action === "delete";
/** The values that an action can meet. One value: it makes no difference. */
const VALUES: Readonly<
  Record<Action, { readonly [K in keyof Omit<Case, "action" | "readings">]?: readonly Case[K][] }>
> = {
  refresh: { claim: ["state"] },
  "refresh domain": { claim: ["state"], beside: [false, true] },
  "up --refresh": { claim: ["state"] },
  update: { claim: ["state"] },
  delete: { claim: ["request"], answer: ["accepted", "rejected", "lost"], beside: [false, true] },
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
function sequences(row: Case, before: Reading[] = []): Reading[][] {
  const { action, claim, answer, onExisting } = row;
  const isUnclear = answer !== "accepted" && before.length === 1;
  const isDecided = before.includes("fails") || (before.includes("shows") && !isUnclear);
  const isLostCreate = action === "create" && answer === "lost";
  const isSingle = isLostCreate || action === "preview" || claim === "nobody";
  const needed = isSingle && onExisting !== "id" ? 1 : 2;
  if (isDecided || before.length === needed) return [before];
  const absent: Reading[] = ["lacks", "empty", "fails", "short"];
  // What exists already is no create.
  const next: Reading[] = isLostCreate ? absent : ["shows", ...absent];
  return next.flatMap((one) => sequences(row, [...before, one]));
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

const nameOf = ({ action, claim, answer, onExisting, beside, readings }: Case) =>
  [action, onExisting, claim, answer, beside ? "beside another one" : "alone", ...readings].join(" | ");

/** @param isBefore what the state has */
function programOf(row: Case, isBefore: boolean): () => void {
  const { action, onExisting, beside } = row;
  const hasEntry = isBefore ? isRecorded(row) : action !== "delete";
  const word = onExisting === "id" ? { id: beside ? 103 : 102 } : onExisting;
  const color = action === "update" && !isBefore ? "#111111" : FIELDS.color;
  return () => {
    if (action === "refresh domain") return void new Domain("own", { domain: DOMAIN });
    if (beside) new Channel("beside", { name: "Beside" });
    if (hasEntry) new Channel("own", { ...FIELDS, color }, { onExisting: word });
  };
}

function run({ action }: Case, stack: Stack, program: () => void): Promise<unknown> {
  if (action === "refresh" || action === "refresh domain") return stack.refresh();
  return action === "preview"
    ? stack.preview(program)
    : stack.up(program, { preview: false, refresh: action === "up --refresh" });
}

type ListRow = { readonly id: number; readonly name?: string; readonly domain?: string };

/** The list shows what the account has, but for what the readings say of the object. */
function follow(world: World, { action, readings }: Case): void {
  let count = 0;
  // The client reads a list again that is shorter than it says.
  let isAgain = false;
  const change = (rows: readonly ListRow[], reading: Reading): readonly ListRow[] => {
    const isOwn = ({ name, domain }: ListRow) => name === FIELDS.name || domain === DOMAIN;
    const first = rows.find(({ id }) => id === Math.min(...rows.filter(isOwn).map((row) => row.id)));
    if (reading === "empty") return [];
    return reading === "shows" ? rows : rows.filter((row) => row !== first);
  };
  world.faults.rule({
    on: ({ method, path }: ServiceRequest) => method === "GET" && path === listOf(action),
    respond: (response) => {
      const reading = readings[Math.min(count, readings.length - 1)]!;
      isAgain = reading === "short" && !isAgain;
      if (!isAgain) count++;
      if (reading === "fails") return { ...response, status: 422, body: { error: 1, message: "down" } };
      const body = structuredClone(response.body) as { data: Record<string, unknown> };
      const key = listOf(action).replace("/api/", "");
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

function recordOf(before: string | undefined, now: string | undefined): string {
  if (now === "undecided") return "pending";
  if (now === undefined) return before === undefined ? "not recorded" : "left the state";
  return now === before ? "kept" : "recorded";
}

/** Each second one by day. */
const rows = (Object.keys(VALUES) as Action[]).flatMap((action) =>
  rowsOf(action).filter((_, n) => runsAllCases || n % 2 === 0),
);

test.concurrent.for(rows.map((row) => [nameOf(row), row] as const))(
  "%s",
  async ([, row], { expect, onTestFinished }) => {
    const { action, readings } = row;
    const [requests, record, error = ""] = expectedOutcome(row, listOf(action)).split("; ");
    const world = await World.start({ dialect: { rejectedDuplicates: "none" } });
    onTestFinished(() => world.end());
    const { channels, domains, pixels } = world.account;
    if (action !== "refresh domain") channels.create({ name: "By hand" });
    else if (row.beside) pixels.create({ id: 1, type: "fbpixel", name: "By hand", tag: "1" });
    domains.create({ id: 2, domain: "https://by-hand.example.com" });
    const stack = world.stack();
    await stack.up(programOf(row, true), { preview: false });
    const label = action === "refresh domain" ? "Domain own" : "Channel own";
    const before = stack.ids[label];
    const exists = readings.includes("shows") && !isRecorded(row) && row.answer === "accepted";
    if (exists) channels.create(FIELDS);
    await world.clock.advance(60_000);
    world.service.clearLog();
    follow(world, row);
    answer(world, row);
    const failure = await messageOf(run(row, stack, programOf(row, false)));
    const shown = sent(world).map((request) => request.split(" ")[0]);
    // A delete is repeated.
    expect((action === "delete" ? [...new Set(shown)] : shown).join(", ") || "nothing").toBe(requests);
    expect(recordOf(before, stack.ids[label])).toBe(record);
    expect(failure === "").toBe(error === "ok");
    expect(failure).toContain(error.replace(/^ok$|^error: /, ""));
  },
);
