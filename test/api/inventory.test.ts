// The rules of existence, on random services: lists are up to 10 s old, short, or fail; all of them are empty for a while;
// pages repeat objects; requests wait in a queue, get lost, and take effect up to 30 s late; somebody deletes objects. After
// the run, refreshes decide what is unclear. A create may have no identity.

import { describe, expect, test } from "vitest";
import { AmbiguousError, ApiError, ErrorResponse, PendingCreateError } from "../../src/api/errors";
import { Inventory } from "../../src/api/lists/inventory";
import { type Item, Reading } from "../../src/api/lists/list";
import { Owners } from "../../src/api/lists/owners";
import type { AccountSession } from "../../src/api/session";
import type { Definition, Props } from "../../src/kind/definition";
import { lifecycleOf } from "../../src/kind/lifecycle/lifecycle";
import type { Metadata } from "../../src/kind/state";
import type { OpenResource } from "../../src/provider/our-object";
import { settle } from "../../src/provider/pending";
import { definitions } from "../../src/resources/definitions";
import { caseCount } from "../support/case-count";
import { randomNumbers } from "../support/seeded";
import { VirtualClock } from "../support/virtual-clock";

const definition: Definition = definitions.find(({ type }) => type === "Channel")!;
const MAX_LATE_MS = 30_000;
const MAX_LAG_MS = 10_000;
/** Longer than everything that a case waits for. */
const END_MS = 1_000_000;
const RECORDED = ["1", "2", "3", "4"];

/** What happens to a request after it went out. */
type Fate = "answered" | "rejected" | "lost before" | "lost after" | "late";

class Service {
  readonly clock = new VirtualClock();
  readonly #random: () => number;
  readonly #log: { readonly at: number; readonly id: string; readonly item: Item | undefined }[] = [];
  /** Times when lists are empty, short, or fail. */
  readonly #outages: { readonly from: number; readonly to: number; readonly how: string }[] = [];
  /** One reading lacks a recorded object, which is not the work of an outage. */
  #readings = 0;
  readonly #faulty: number;
  #next = 100;
  /** Requests that took effect, by what they were for. */
  readonly effects = new Map<string, string[]>();

  constructor(random: () => number) {
    this.#random = random;
    this.#faulty = random() < 0.5 ? this.#below(6) : -1;
    // Else some by a run that has just ended, and lists do not show them yet.
    const before = this.#faulty < 0 ? 0 : MAX_LAG_MS;
    for (const id of RECORDED) this.#set(-before - this.#below(60_000), id, { id, name: `old ${id}` });
    // Nobody's, and equal to what some entries create.
    this.#set(-100_000, "9", { id: "9", name: "equal" });
    for (const how of ["empty", "short", "repeats", "fails"]) {
      // An empty reading at the end of its outage, and a wrong one, are two that prove an absence.
      if (random() < 0.7 || (how === "empty" && this.#faulty >= 0)) continue;
      const from = this.#below(120_000);
      this.#outages.push({ from, to: from + this.#below(60_000), how });
    }
  }

  /** Another list has objects, but for the time in which all are empty. */
  async checkOthers(from: number): Promise<number> {
    const now = Math.max(from, this.clock.monotonic());
    if (this.#outages.some((one) => one.how === "empty" && one.from <= now && now < one.to))
      throw new ApiError("the account lists nothing");
    return now;
  }

  /** One reading decides about a rejected delete, also an empty one. */
  get hidesObjects(): boolean {
    return this.#faulty >= 0 || this.#outages.some(({ how }) => how === "empty");
  }

  existsAt(id: string, at: number): boolean {
    return this.#at(at).has(id);
  }

  deleteByHand(id: string): void {
    this.#set(this.clock.monotonic(), id, undefined);
  }

  /** As of `InventoryOptions`. */
  async read() {
    const now = this.clock.monotonic();
    const rows = this.#at(now - (this.#random() < 0.5 ? 0 : this.#below(MAX_LAG_MS)));
    await this.clock.sleep(this.#below(2000));
    if (this.#readings++ === this.#faulty) rows.delete(RECORDED[this.#below(RECORDED.length)]!);
    const how = this.#outages.find(({ from, to }) => from <= now && now < to)?.how;
    if (how === "fails") throw new ApiError("the list fails");
    if (how === "empty") return new Reading(definition.list!, new Map());
    if (how === undefined || rows.size < 2) return new Reading(definition.list!, rows);
    return new Reading(definition.list!, new Map([...rows].slice(1)), rows.size, how === "repeats");
  }

  /** @param effect changes the account. @returns its result, when it is answered */
  async request<T>(effect: (at: number) => T): Promise<T> {
    await this.clock.sleep(this.#random() < 0.2 ? 60_000 + this.#below(20_000) : this.#below(500));
    const sentAt = this.clock.monotonic();
    const fate = this.#fate();
    if (fate === "rejected") throw rejected();
    if (fate === "answered") return effect(sentAt);
    if (fate === "lost after") effect(sentAt);
    if (fate === "late") effect(sentAt + this.#below(MAX_LATE_MS));
    await this.clock.sleep(this.#random() < 0.5 ? 0 : this.#below(MAX_LATE_MS));
    throw new AmbiguousError("no response");
  }

  create(purpose: string, name: string): (at: number) => object {
    return (at) => {
      const id = String(this.#next++);
      this.#set(at, id, { id, name });
      this.effects.set(purpose, [...(this.effects.get(purpose) ?? []), id]);
      return { error: 0, id, name };
    };
  }

  delete(id: string): (at: number) => undefined {
    return (at) => {
      if (!this.existsAt(id, at)) throw rejected();
      this.#set(at, id, undefined);
      return undefined;
    };
  }

  #fate(): Fate {
    const fates: Fate[] = ["answered", "answered", "rejected", "lost before", "lost after", "late"];
    return fates[this.#below(fates.length)]!;
  }

  #set(at: number, id: string, item: Item | undefined): void {
    this.#log.push({ at, id, item });
  }

  #at(at: number): Map<string, Item> {
    const rows = new Map<string, Item>();
    const log = this.#log.filter((one) => one.at <= at).sort((a, b) => a.at - b.at);
    for (const { id, item } of log) {
      if (item) rows.set(id, item);
      else rows.delete(id);
    }
    return rows;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

const rejected = () => new ErrorResponse("no", 200, "no", false);

interface Result {
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** An entry of the program. The first three have one identity, and two of them want objects of their own. */
interface Entry {
  readonly name: string;
  readonly isDuplicate: boolean;
}
const ENTRIES: readonly Entry[] = [
  { name: "equal", isDuplicate: true },
  { name: "equal", isDuplicate: true },
  { name: "equal", isDuplicate: false },
  { name: "other", isDuplicate: false },
];
const MAX_RUNS = 8;

/** What the state has of an entry. */
type Recorded = { readonly id: string } | { readonly pending: NonNullable<Metadata["pending"]> };

async function runCase(seed: number): Promise<Result> {
  const random = randomNumbers(seed);
  const service = new Service(random);
  const { clock } = service;
  const problems: string[] = [];
  const counts: { [what: string]: number } = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  // No own write is in flight while the list is read, as the session takes care of.
  let inFlight: Promise<unknown> = Promise.resolve();
  const alone = <T>(call: () => Promise<T>): Promise<T> => {
    const result = inFlight.then(call, call);
    inFlight = result.catch(() => {});
    return result;
  };
  const state = new Map<Entry, Recorded>();
  const removals = new Set<string>();

  /** A process, which knows nothing of those before. */
  const open = () => {
    const owners = new Owners();
    const inventory = new Inventory({
      spec: definition.list!,
      clock,
      owners,
      pause: (ms) => clock.sleep(ms),
      read: () => alone(() => service.read()),
      checkAccount: (from) => service.checkOthers(from),
      log: () => {},
    });
    const session = {
      clock,
      inventory: () => inventory,
      create: (_: string, { name }: Props) =>
        alone(() => service.request(service.create(String(name), String(name)))),
      send: (_: string, path: string) =>
        alone(() => service.request(service.delete(path.split("/").at(-2)!))),
    } as unknown as AccountSession;
    return { owners, inventory, session };
  };
  type Process = ReturnType<typeof open>;

  const create = async ({ session }: Process, entry: Entry) => {
    const { name } = entry;
    const owner = { name, urn: String(ENTRIES.indexOf(entry)) };
    try {
      const { id } = await lifecycleOf(definition).create(
        session,
        { name },
        { owner, log: NO_LOG, mayExist: false },
      );
      state.set(entry, { id });
      count("created");
    } catch (error) {
      count(error instanceof PendingCreateError ? "pending" : "failed");
      if (error instanceof PendingCreateError)
        state.set(entry, { pending: { at: clock.now(), after: error.after } });
    }
  };
  const prove = async ({ session }: Process, id: string) => {
    const found = await lifecycleOf(definition)
      .prove(session, id)
      .catch(() => undefined);
    count(found === undefined ? "no answer" : found.length > 0 ? "present" : "absent");
    if (found?.length === 0 && service.existsAt(id, clock.monotonic())) problems.push(`${id} is not absent`);
  };
  const remove = async ({ session }: Process, id: string) => {
    const error = await lifecycleOf(definition)
      .delete(session, id)
      .then(
        () => undefined,
        (reason: Error) => reason,
      );
    count(error ? "not removed" : "removed");
    if (!error) removals.add(id);
  };
  const refresh = async (process: Process) => {
    const { owners, session } = process;
    for (const id of RECORDED) owners.expect(id);
    for (const record of state.values()) if ("id" in record) owners.expect(record.id);
    const pending = [...state].flatMap(([entry, record]) =>
      "pending" in record ? [{ entry, ...record }] : [],
    );
    await Promise.all(
      pending.map(async ({ entry, pending }) => {
        const resource = {
          ...{ definition, session, name: entry.name, urn: "", id: "undecided", metadata: { pending } },
          ...{ args: { name: entry.name }, provider: providerOf(owners) },
          state: { __entry: JSON.stringify(entry.isDuplicate ? { onExisting: "duplicate" } : {}) },
        };
        const found = await settle(resource as unknown as OpenResource).catch(() => "open" as const);
        count(found === "open" ? "open" : found ? "found" : "none");
        if (found === undefined) state.delete(entry);
        else if (found !== "open") state.set(entry, { id: found.id });
      }),
    );
  };

  const later = async (call: () => Promise<void>) => {
    await clock.sleep(Math.floor(random() ** 3 * 30_000));
    await call();
  };
  const entries = ENTRIES.filter(() => random() < 0.7);
  const first = open();
  first.owners.record(RECORDED);
  const run = async () => {
    await Promise.all([
      ...entries.map((entry) => later(() => create(first, entry))),
      ...RECORDED.filter(() => random() < 0.6).map((id) => later(() => prove(first, id))),
      ...["3", "4"].filter(() => random() < 0.3).map((id) => later(() => remove(first, id))),
      ...["1", "2"].filter(() => random() < 0.3).map((id) => later(async () => service.deleteByHand(id))),
    ]);
    for (let number = 1; number < MAX_RUNS && state.size < entries.length + 1; number++) {
      await clock.sleep(Math.floor(random() * 20_000));
      const next = open();
      await refresh(next);
      next.owners.record(RECORDED);
      await Promise.all(entries.filter((one) => !state.has(one)).map((one) => create(next, one)));
    }
  };
  const done = run();
  await clock.advance(END_MS);
  await done;

  for (const name of ["equal", "other"]) {
    const own = entries.filter((entry) => entry.name === name);
    const records = own.flatMap((entry) => state.get(entry) ?? []);
    const recorded = records.flatMap((record) => ("id" in record ? record.id : [])).sort();
    const made = [...(service.effects.get(name) ?? [])].sort();
    // What nobody could decide may have an object, and no other.
    const open = records.length - recorded.length;
    const others = made.filter((id) => !recorded.includes(id));
    if (recorded.some((id) => !made.includes(id)) || others.length > open)
      problems.push(`${name}: the account has ${made}, and the entries ${recorded} and ${open} pending`);
    if (new Set(recorded).size < recorded.length) problems.push(`two entries have one object: ${recorded}`);
  }
  for (const id of removals)
    if (!service.hidesObjects && service.existsAt(id, clock.monotonic()))
      problems.push(`${id} is removed, and exists`);
  return { problems, counts };
}

const NO_LOG = { info: () => {}, warn: () => {} };
const providerOf = (owners: Owners) => ({
  ownersOf: () => owners,
  logFor: () => NO_LOG,
  entries: { withKey: () => undefined },
});

describe("whatever the service does", () => {
  const seeds = Array.from({ length: caseCount(12_000, 200) }, (_, seed) => seed);

  test("nothing is doubled, lost or shared, and what is called absent is", async () => {
    const total: { [what: string]: number } = {};
    for (const seed of seeds) {
      const { problems, counts } = await runCase(seed);
      expect(problems, `seed ${seed}`).toEqual([]);
      for (const [what, number] of Object.entries(counts)) total[what] = (total[what] ?? 0) + number;
    }
    // Each outcome is met.
    const outcomes = [
      "created",
      "pending",
      "failed",
      "present",
      "absent",
      "no answer",
      "removed",
      "not removed",
    ];
    expect(Object.keys(total).sort()).toEqual([...outcomes, "found", "none", "open"].sort());
  }, 600_000);
});
