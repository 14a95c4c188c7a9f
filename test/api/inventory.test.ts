// The rules of existence, on random services: lists are up to 10 s old, empty or short for a while, or fail; requests wait
// in a queue, get lost, and take effect up to 30 s late; somebody deletes objects, and sets the clock of the machine. Two
// creates may have one identity.
import { describe, expect, test } from "vitest";
import { ENTRY_ADVICE } from "../../src/api/advice";
import { AmbiguousError, ApiError, ErrorResponse } from "../../src/api/errors";
import { type Created, Inventory } from "../../src/api/lists/inventory";
import type { Item } from "../../src/api/lists/list";
import { Owners } from "../../src/api/lists/owners";
import { caseCount } from "../support/case-count";
import { randomNumbers } from "../support/seeded";
import { VirtualClock } from "../support/virtual-clock";

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
    for (const how of ["empty", "short", "fails"]) {
      if (random() < 0.7) continue;
      const from = this.#below(120_000);
      this.#outages.push({ from, to: from + this.#below(60_000), how });
    }
  }

  existsAt(id: string, at: number): boolean {
    return this.#at(at).has(id);
  }

  deleteByHand(id: string): void {
    this.#set(this.clock.monotonic(), id, undefined);
  }

  /** As of `InventoryOptions`. */
  async read(onSend: () => void) {
    await this.clock.sleep(this.#below(3000));
    onSend();
    const now = this.clock.monotonic();
    const rows = this.#at(now - (this.#random() < 0.5 ? 0 : this.#below(MAX_LAG_MS)));
    await this.clock.sleep(this.#below(2000));
    if (this.#readings++ === this.#faulty) rows.delete(RECORDED[this.#below(RECORDED.length)]!);
    const how = this.#outages.find(({ from, to }) => from <= now && now < to)?.how;
    if (how === "fails") throw new ApiError("the list fails");
    if (how === "empty") return { items: new Map<string, Item>() };
    if (how !== "short" || rows.size < 2) return { items: rows };
    return { items: new Map([...rows].slice(1)), counted: rows.size };
  }

  /** @param effect changes the account. @returns its result, when it is answered */
  async request<T>(onSend: () => void, effect: (at: number) => T): Promise<T> {
    await this.clock.sleep(this.#random() < 0.2 ? 60_000 + this.#below(20_000) : this.#below(500));
    onSend();
    const sentAt = this.clock.monotonic();
    const fate = this.#fate();
    if (fate === "rejected") throw rejected();
    if (fate === "answered") return effect(sentAt);
    if (fate === "lost after") effect(sentAt);
    if (fate === "late") effect(sentAt + this.#below(MAX_LATE_MS));
    await this.clock.sleep(this.#random() < 0.5 ? 0 : this.#below(MAX_LATE_MS));
    throw new AmbiguousError("no response");
  }

  create(purpose: string, name: string): (at: number) => readonly [string, Item] {
    return (at) => {
      const id = String(this.#next++);
      this.#set(at, id, { id, name });
      this.effects.set(purpose, [...(this.effects.get(purpose) ?? []), id]);
      return [id, { id, name }];
    };
  }

  /** Assigned twice, it is there twice: nobody sees it. */
  assign(id: string): (at: number) => void {
    return (at) => {
      this.#set(at, id, { id });
      this.effects.set(id, [...(this.effects.get(id) ?? []), id]);
    };
  }

  delete(id: string): (at: number) => void {
    return (at) => {
      if (!this.existsAt(id, at)) throw rejected();
      this.#set(at, id, undefined);
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

const rejected = () =>
  new ErrorResponse("no", { status: 200, reason: "no", isAfterAmbiguous: false } as never);

interface Result {
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

async function runCase(seed: number): Promise<Result> {
  const random = randomNumbers(seed);
  const service = new Service(random);
  const { clock } = service;
  const problems: string[] = [];
  const counts: Record<string, number> = {};
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
  const inventory = new Inventory(
    { path: "/list", key: "list", writePath: "/one/", identitiesOf: ({ name }) => [String(name)] },
    {
      clock,
      advice: ENTRY_ADVICE,
      owners: new Owners(),
      pause: (ms) => clock.sleep(ms),
      read: (onSend) => alone(() => service.read(onSend)),
      othersShow: async () => true,
      log: () => {},
    },
  );
  inventory.owners.record(RECORDED);
  const objectOf = new Map<string, string>();
  /** Then a person decides. */
  const undecided = new Set<string>();
  /** Whether the object is gone for certain, by id. */
  const removals = new Map<string, boolean>();
  const nameOf = (n: number) => (n < 2 ? "equal" : `new ${n}`);

  const create = async (n: number) => {
    // The first two are equal.
    const [purpose, name] = [`create ${n}`, nameOf(n)];
    const created: Created | undefined = await inventory
      .create({
        owner: { name: purpose, urn: purpose },
        match: (item) => (item.name === name ? 1 : 0),
        onWait: () => {},
        send: (onSend) => alone(() => service.request(onSend, service.create(purpose, name))),
      })
      .catch(() => undefined);
    count(created?.kind ?? "failed");
    if (created?.kind === "created") objectOf.set(purpose, created.object[0]);
    if (created?.kind === "undecided") undecided.add(name);
  };
  const prove = async (id: string) => {
    const found = await inventory.prove(id).catch(() => undefined);
    count(found === undefined ? "no answer" : found.length > 0 ? "present" : "absent");
    if (found?.length === 0 && service.existsAt(id, clock.monotonic())) problems.push(`${id} is not absent`);
  };
  const remove = async (id: string) => {
    const send = (onSend: () => void) => alone(() => service.request(onSend, service.delete(id)));
    const error = await inventory.remove(id, send).then(
      () => undefined,
      (reason: Error) => reason,
    );
    count(error ? "not removed" : "removed");
    // Otherwise the list that decides fails, or is in doubt.
    const isCertain = !error || error instanceof AmbiguousError || error instanceof ErrorResponse;
    if (isCertain) removals.set(id, !error);
  };
  /** As `kind/lifecycle/assignment.ts`. */
  const assign = async (id: string) => {
    const send = (onSend: () => void) => alone(() => service.request(onSend, service.assign(id)));
    for (let attempt = 1; attempt <= 2; attempt++) {
      const error = await inventory
        .write(id, send, () => ({ id }))
        .then(
          () => undefined,
          (reason: Error) => reason,
        );
      if (!(error instanceof AmbiguousError)) return;
      const found = await inventory.prove(id).catch(() => undefined);
      if (found?.length !== 0) return;
    }
  };

  const later = async (call: () => Promise<void>) => {
    await clock.sleep(Math.floor(random() ** 3 * 30_000));
    await call();
  };
  const all = [
    ...[0, 1, 2, 3].filter(() => random() < 0.7).map((n) => later(() => create(n))),
    ...RECORDED.filter(() => random() < 0.6).map((id) => later(() => prove(id))),
    ...["3", "4"].filter(() => random() < 0.3).map((id) => later(() => remove(id))),
    ...["1", "2"].filter(() => random() < 0.3).map((id) => later(async () => service.deleteByHand(id))),
    ...["a", "b"].filter(() => random() < 0.5).map((id) => later(() => assign(id))),
    later(async () => clock.jump((random() - 0.5) * 7_200_000)),
  ];
  const done = Promise.all(all);
  await clock.advance(END_MS);
  await done;

  // Of two equal creates, one may get the object of the other.
  for (const name of new Set([0, 1, 2, 3].map(nameOf))) {
    const purposes = [0, 1, 2, 3].filter((n) => nameOf(n) === name).map((n) => `create ${n}`);
    const made = purposes.flatMap((purpose) => service.effects.get(purpose) ?? []).sort();
    const recorded = purposes.flatMap((purpose) => objectOf.get(purpose) ?? []).sort();
    if (!undecided.has(name) && String(made) !== String(recorded))
      problems.push(`${name}: the account has ${made}, and the entries ${recorded}`);
  }
  for (const [id, isRemoved] of removals)
    if (service.existsAt(id, clock.monotonic()) === isRemoved)
      problems.push(`${id} is removed: ${isRemoved}`);
  for (const id of ["a", "b"])
    if ((service.effects.get(id) ?? []).length > 1) problems.push(`${id} is assigned twice`);
  const ids = [...objectOf.values()];
  if (new Set(ids).size < ids.length) problems.push(`two creates have one object: ${ids.join(", ")}`);
  return { problems, counts };
}

describe("whatever the service does", () => {
  const seeds = Array.from({ length: caseCount(12_000, 400) }, (_, seed) => seed);

  test("nothing is doubled, lost or shared, and what is called absent is", async () => {
    const total: Record<string, number> = {};
    for (const seed of seeds) {
      const { problems, counts } = await runCase(seed);
      expect(problems, `seed ${seed}`).toEqual([]);
      for (const [what, number] of Object.entries(counts)) total[what] = (total[what] ?? 0) + number;
    }
    // Each outcome is met.
    const outcomes = [
      "created",
      "undecided",
      "failed",
      "present",
      "absent",
      "no answer",
      "removed",
      "not removed",
    ];
    expect(Object.keys(total).sort()).toEqual(outcomes.sort());
  }, 600_000);
});
