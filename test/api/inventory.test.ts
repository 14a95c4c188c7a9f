// The rules of existence, on random services: lists are up to 10 s old, short, or fail; all of them are empty for a while;
// pages repeat objects; requests wait in a queue, get lost, and take effect up to 30 s late; somebody deletes objects. After
// the run, refreshes decide what is unclear. A create may have no identity.
import { expect, test } from "vitest";
import { AmbiguousError, ApiError, ErrorResponse, PendingCreateError } from "../../src/api/errors";
import { Inventory } from "../../src/api/lists/inventory";
import { type Item, Reading } from "../../src/api/lists/list";
import { Owners } from "../../src/api/lists/owners";
import type { AccountSession } from "../../src/api/session";
import type { Props } from "../../src/kind/definition";
import { lifecycleOf } from "../../src/kind/lifecycle/lifecycle";
import type { Metadata } from "../../src/kind/state";
import type { OpenResource } from "../../src/provider/our-object";
import { settle } from "../../src/provider/pending";
import { definitions } from "../../src/resources/definitions";
import { caseCount } from "../support/case-count";
import { messageOf } from "../support/message-of";
import { randomNumbers } from "../support/seeded";
import { VirtualClock } from "../support/virtual-clock";

const definition = definitions.find(({ type }) => type === "Channel")!;
const spec = definition.list!;
const lifecycle = lifecycleOf(definition);
const MAX_LATE_MS = 30_000;
const MAX_LAG_MS = 10_000;
/** Longer than everything that a case waits for. */
const END_MS = 1_000_000;
const MAX_RUNS = 8;
const RECORDED = ["1", "2", "3", "4"];
/** Of the first object that a request creates. */
const FIRST_ID = 100;
/** Entries of the program. The first three have one identity, and two of them want objects of their own. */
const ENTRIES = [
  { name: "equal", onExisting: "duplicate" },
  { name: "equal", onExisting: "duplicate" },
  { name: "equal" },
  { name: "other" },
] as const;
type Entry = (typeof ENTRIES)[number];
/** What the state has of an entry: an id, or a pending create. */
type Recorded = string | NonNullable<Metadata["pending"]>;
const log = { info: () => {}, warn: () => {} };
const rejected = () => new ErrorResponse("no", 200, "no", false);

/** What happens to a request. */
const FATES = ["answered", "answered", "rejected", "lost", "executed, and its answer lost"] as const;

class Service {
  readonly clock = new VirtualClock();
  readonly #changes: { readonly at: number; readonly id: string; readonly item: Item | undefined }[] = [];
  /** Times when lists are empty, short, or fail. */
  readonly outages = new Map<string, { readonly from: number; readonly to: number }>();
  #nextId = FIRST_ID;

  /** @param below a random whole number */
  constructor(readonly below: (limit: number) => number) {
    // Some by a run that has just ended, and lists do not show them yet.
    for (const id of RECORDED) this.change(-below(60_000), id, { id, name: `old ${id}` });
    // Nobody's, and equal to what some entries create.
    this.change(-60_000, "9", { id: "9", name: "equal" });
    for (const how of ["empty", "short", "repeats", "fails"]) {
      const from = below(120_000);
      if (below(10) < 3) this.outages.set(how, { from, to: from + below(60_000) });
    }
  }

  change(at: number, id: string, item?: Item): void {
    this.#changes.push({ at, id, item });
  }

  objectsAt(time = this.clock.monotonic()): Map<string, Item> {
    const objects = new Map<string, Item>();
    for (const { at, id, item } of this.#changes.toSorted((a, b) => a.at - b.at)) {
      if (at <= time && item) objects.set(id, item);
      else if (at <= time) objects.delete(id);
    }
    return objects;
  }

  /** Another list has objects, but for the time in which all are empty. */
  async checkAccount(from: number): Promise<number> {
    const now = Math.max(from, this.clock.monotonic());
    const empty = this.outages.get("empty");
    if (empty && empty.from <= now && now < empty.to) throw new ApiError("the account lists nothing");
    return now;
  }

  async read(): Promise<Reading> {
    const now = this.clock.monotonic();
    const objects = this.objectsAt(now - this.below(2) * this.below(MAX_LAG_MS));
    await this.clock.sleep(this.below(2000));
    const [how] = [...this.outages].find(([, { from, to }]) => from <= now && now < to) ?? [];
    if (how === "fails") throw new ApiError("the list fails");
    if (how === "empty") return new Reading(spec, new Map());
    if (how === undefined || objects.size < 2) return new Reading(spec, objects);
    return new Reading(spec, new Map([...objects].slice(1)), objects.size, how === "repeats");
  }

  /** @param effect changes the account. @returns its result, when it is answered */
  async request<T>(effect: (at: number) => T): Promise<T> {
    await this.clock.sleep(this.below(5) === 0 ? 60_000 + this.below(20_000) : this.below(500));
    const sentAt = this.clock.monotonic();
    const fate = FATES[this.below(FATES.length)]!;
    if (fate === "rejected") throw rejected();
    if (fate === "answered") return effect(sentAt);
    if (fate !== "lost") effect(sentAt + this.below(2) * this.below(MAX_LATE_MS));
    await this.clock.sleep(this.below(2) * this.below(MAX_LATE_MS));
    throw new AmbiguousError("no response");
  }

  create(name: string): Promise<object> {
    return this.request((at) => {
      const id = String(this.#nextId++);
      this.change(at, id, { id, name });
      return { error: 0, id, name };
    });
  }

  delete(id: string): Promise<void> {
    return this.request((at) => {
      if (!this.objectsAt(at).has(id)) throw rejected();
      this.change(at, id);
    });
  }
}

/** What the processes of a case do, and what the state has after them. */
class Case {
  readonly state = new Map<Entry, Recorded>();
  readonly problems: string[] = [];
  readonly #removed: string[] = [];
  #inFlight: Promise<unknown> = Promise.resolve();

  /** @param met gets what happened */
  constructor(
    readonly service: Service,
    readonly met: Set<string>,
  ) {}

  /** A process, which knows nothing of those before. */
  start() {
    const { clock } = this.service;
    const owners = new Owners();
    const inventory = new Inventory({
      ...{ spec, clock, owners, log: () => {}, pause: (ms) => clock.sleep(ms) },
      read: () => this.#alone(() => this.service.read()),
      checkAccount: (from) => this.service.checkAccount(from),
    });
    const session = {
      clock,
      inventory: () => inventory,
      create: (_: string, { name }: Props) => this.#alone(() => this.service.create(String(name))),
      send: (_: string, path: string) => this.#alone(() => this.service.delete(path.split("/").at(-2)!)),
    } as unknown as AccountSession;
    return { owners, session };
  }

  async create({ session }: Process, entry: Entry): Promise<void> {
    const { name } = entry;
    const owner = { name, urn: String(ENTRIES.indexOf(entry)) };
    try {
      const { id } = await lifecycle.create(session, { name }, { owner, log, mayExist: false });
      this.state.set(entry, id);
      this.met.add("created");
    } catch (error) {
      const isPending = error instanceof PendingCreateError;
      if (isPending) this.state.set(entry, { at: this.service.clock.now(), after: error.after });
      this.met.add(isPending ? "pending" : "failed");
    }
  }

  async prove({ session }: Process, id: string): Promise<void> {
    const found = await lifecycle.prove(session, id).catch(() => undefined);
    this.met.add(found ? `${found.length} present` : "no answer");
    if (found?.length === 0 && this.service.objectsAt().has(id)) this.problems.push(`${id} is not absent`);
  }

  async remove({ session }: Process, id: string): Promise<void> {
    const failure = await messageOf(lifecycle.delete(session, id));
    if (failure === "") this.#removed.push(id);
    this.met.add(failure === "" ? "removed" : "not removed");
  }

  async refresh(process: Process): Promise<void> {
    const records = [...this.state];
    for (const id of RECORDED) process.owners.expect(id);
    for (const [, record] of records) if (typeof record === "string") process.owners.expect(record);
    const pending = records.filter(([, record]) => typeof record !== "string");
    await Promise.all(pending.map(([entry, record]) => this.#decide(process, entry, record)));
  }

  async #decide({ owners, session }: Process, entry: Entry, pending: Recorded): Promise<void> {
    const { name, ...request } = entry;
    const provider = { ownersOf: () => owners, logFor: () => log, entries: { withKey: () => undefined } };
    const resource = {
      ...{ definition, session, provider, name, urn: "", id: "undecided", metadata: { pending } },
      ...{ args: { name }, state: { __entry: JSON.stringify(request) } },
    };
    const found = await settle(resource as unknown as OpenResource).catch(() => "open" as const);
    this.met.add(found === "open" ? "open" : found ? "found" : "none");
    if (found === undefined) this.state.delete(entry);
    else if (found !== "open") this.state.set(entry, found.id);
  }

  /** When all requests have taken effect. */
  check(): void {
    const objects = this.service.objectsAt();
    for (const name of ["equal", "other"]) {
      const records = [...this.state].flatMap(([entry, record]) => (entry.name === name ? [record] : []));
      const recorded = records.filter((record) => typeof record === "string");
      const all = [...objects.keys()].filter((id) => objects.get(id)!.name === name);
      const made = all.filter((id) => Number(id) >= FIRST_ID);
      // What nobody could decide may have an object, and no other.
      const open = records.length - recorded.length;
      const others = made.filter((id) => !recorded.includes(id));
      if (recorded.some((id) => !made.includes(id)) || others.length > open)
        this.problems.push(
          `${name}: the account has ${made}, and the entries ${recorded} and ${open} pending`,
        );
      if (new Set(recorded).size < recorded.length)
        this.problems.push(`two entries have one object: ${recorded}`);
    }
    // One reading decides about a rejected delete, also an empty one.
    if (this.service.outages.has("empty")) return;
    for (const id of this.#removed) if (objects.has(id)) this.problems.push(`${id} is removed, and exists`);
  }

  /** No own write is in flight while the list is read, as the session takes care of. */
  #alone<T>(call: () => Promise<T>): Promise<T> {
    const result = this.#inFlight.then(call, call);
    this.#inFlight = result.catch(() => {});
    return result;
  }
}
type Process = ReturnType<Case["start"]>;

/** @returns what is wrong */
async function runCase(seed: number, met: Set<string>): Promise<readonly string[]> {
  const random = randomNumbers(seed);
  const service = new Service((limit) => Math.floor(random() * limit));
  const { clock, below } = service;
  const one = new Case(service, met);
  const later = async (call: () => unknown) => {
    await clock.sleep(Math.floor(random() ** 3 * 30_000));
    await call();
  };
  const entries = ENTRIES.filter(() => below(10) < 7);
  const some = (ids: readonly string[], among: number) => ids.filter(() => below(among) === 0);
  const run = async () => {
    const first = one.start();
    first.owners.record(RECORDED);
    await Promise.all([
      ...entries.map((entry) => later(() => one.create(first, entry))),
      ...some(RECORDED, 2).map((id) => later(() => one.prove(first, id))),
      ...some(["3", "4"], 3).map((id) => later(() => one.remove(first, id))),
      // By hand.
      ...some(["1", "2"], 3).map((id) => later(() => service.change(clock.monotonic(), id))),
    ]);
    for (let number = 1; number < MAX_RUNS; number++) {
      await clock.sleep(below(20_000));
      const next = one.start();
      await one.refresh(next);
      next.owners.record(RECORDED);
      const missing = entries.filter((entry) => !one.state.has(entry));
      await Promise.all(missing.map((entry) => one.create(next, entry)));
    }
  };
  const done = run();
  await clock.advance(END_MS);
  await done;
  one.check();
  return one.problems;
}

test("whatever the service does, nothing is doubled, lost or shared, and what is called absent is", async () => {
  const met = new Set<string>();
  for (let seed = 0; seed < caseCount(12_000, 200); seed++)
    expect(await runCase(seed, met), `seed ${seed}`).toEqual([]);
  const creates = ["created", "pending", "failed", "found", "none", "open"];
  const others = ["1 present", "0 present", "no answer", "removed", "not removed"];
  expect([...met].sort()).toEqual([...creates, ...others].sort());
}, 600_000);
