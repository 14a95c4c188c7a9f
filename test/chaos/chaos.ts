// One seed of chaos: stacks by chance, one after the other, applied under faults until an `up` succeeds, and what came
// of it. The same seed gives the same stacks, dialect and faults.
import { HttpTransport } from "../../src/api/http/transport";
import { CONCURRENT_EDITOR_PREFIX, DEMO_KEY, FAULT_NAMES } from "../../src/emulator/index";
import { World } from "../handlers/world";
import { allowsDoubles, type Circumstances, drawCircumstances } from "./circumstances";
import { type Failure, Stack } from "./engine";
import { LosingTransport } from "./losing-transport";
import { type Entry, randomNumbers, randomStack } from "./random-stack";
import { changeRoles } from "./role-change";
import { User } from "./user";

export interface ChaosReport {
  /** Runs of `up` that were needed for all stacks. */
  readonly runs: number;
  /** Requests that met a fault of the service. */
  readonly faults: number;
  /** Times that the user had to say what is meant. */
  readonly answers: number;
  /** What is wrong in the end; empty when all is as it should be. */
  readonly problems: readonly string[];
}

/** What hangs is lost by the transport, without the time; the other writer has rules of its own. */
const KINDS = FAULT_NAMES.filter((name) => !name.startsWith("hang") && name !== "concurrentEditor");
const FAULT_RATE = 0.12;
const LOSS_RATE = 0.03;
const MOST_RUNS = 25;
const MOST_READS = 5;
/** How often somebody else writes while one stack is applied. */
const OTHERS_WRITES = 5;
/** Lists lag by less than the time before which a stack was applied. */
const BETWEEN_STAGES_MS = 120_000;
const EVEN_LAG_MS = 4000;
/** The settle time. */
const MOST_LAG_MS = 10_000;

/** The next stack, from the one before it. */
type Stage = (before: readonly Entry[]) => readonly Entry[];

export async function runChaos(seed: number): Promise<ChaosReport> {
  const random = randomNumbers(seed);
  const circumstances = drawCircumstances(seed, random);
  const { dialect, rateLimit, size } = circumstances;
  const another = () => randomStack(random, size);
  const stages: Stage[] = [
    another,
    another,
    (before) => changeRoles(random, before, (handler) => allowsDoubles(dialect, handler)),
  ];
  const world = await World.start(dialect, { rateLimit });
  try {
    return await new Chaos(world, seed, random, circumstances).run(stages);
  } finally {
    await world.end();
  }
}

class Chaos {
  readonly #stack: Stack;
  readonly #user: User;
  readonly #problems: string[] = [];
  readonly #strangers: string;
  #runs = 0;
  #processes = 0;

  constructor(
    readonly world: World,
    readonly seed: number,
    readonly random: () => number,
    readonly circumstances: Circumstances,
  ) {
    const { parallel, pauseMs, tellsKept } = circumstances;
    const pause = async () => void (pauseMs > 0 && (await world.clock.sleep(pauseMs)));
    this.#stack = new Stack({ parallel, tellsKept, pause });
    this.#user = new User(this.#stack, world.account);
    const { account } = world;
    for (const number of [1, 2, 3, 4]) {
      account.pixels.create({ type: "forum", name: "stranger", tag: `stranger-${number}` });
      account.domains.create({ domain: `https://stranger-${number}.example.com` });
      account.channels.create({ name: `stranger-${number}` });
      account.campaigns.create({ name: `stranger-${number}` });
      account.qrs.create({ type: "text", data: `stranger-${number}` });
    }
    for (const id of [4713, 4714, 4715]) if (!account.links.get(id)) account.links.create({ id });
    this.#strangers = this.#strangersNow();
  }

  async run(stages: readonly Stage[]): Promise<ChaosReport> {
    let desired: readonly Entry[] = [];
    for (const next of stages) {
      // Lists that lag show what was there before the strangers, too, unless these are old.
      await this.world.clock.advance(BETWEEN_STAGES_MS);
      desired = next(desired);
      this.#stack.rename(desired);
      if (!(await this.#applyUntilDone(desired))) break;
      await this.#read(() => this.#verifyAtOnce(desired));
      await this.#read(() => this.#verify(desired));
      if (this.#problems.length > 0) break;
    }
    const faults = this.world.emulator.log.filter((entry) => entry.faults.length > 0).length;
    return { runs: this.#runs, faults, answers: this.#user.answers, problems: this.#problems };
  }

  async #applyUntilDone(desired: readonly Entry[]): Promise<boolean> {
    let failures: readonly Failure[] = [];
    this.#letOthersWrite();
    if (this.circumstances.lagsByPage) this.#letPagesLag();
    if (this.circumstances.pauseMs > 0) this.#garbleAnswers();
    for (let run = 0; run < MOST_RUNS; run++) {
      this.world.emulator.faults.seed(this.seed * 1000 + this.#runs++, { rate: FAULT_RATE, kinds: KINDS });
      failures = await this.#stack.preview(this.#process(LOSS_RATE), desired);
      if (failures.length === 0) failures = await this.#stack.up(this.#process(LOSS_RATE), desired);
      if (failures.length === 0) return true;
      // What the user looks at rests.
      await this.world.emulator.faults.settled();
      this.#user.read(failures, desired);
    }
    this.#problems.push(
      `no success in ${MOST_RUNS} runs: ${failures.map(({ key, message }) => `${key}: ${message}`).join("; ")}`,
    );
    return false;
  }

  /** Of QR codes somebody else makes two at a time: one alone, in the seconds of a lost create, is taken for ours. */
  #letOthersWrite(): void {
    const { faults } = this.world.emulator;
    faults.rule({
      on: ({ method, path }) => method === "GET" && path !== "/api/qr",
      fault: "concurrentEditor",
      every: 7,
      times: OTHERS_WRITES,
    });
    faults.rule({
      on: "GET /api/qr",
      fault: "concurrentEditor",
      every: 5,
      times: OTHERS_WRITES,
      edit: ({ qrs }) => {
        for (const _ of ["one", "two"]) qrs.create({ type: "text", data: CONCURRENT_EDITOR_PREFIX });
      },
    });
  }

  /** Of creates that come one by one: whether they worked must not be concluded from the rate headers beside. */
  #garbleAnswers(): void {
    const { faults } = this.world.emulator;
    faults.rule({ on: "POST /api/*/add", fault: "truncatedJson", after: 1, every: 5, times: 2 });
    faults.rule({ on: "POST /api/*/add", fault: "wrongJson", after: 3, every: 5, times: 2 });
  }

  /** Some pages by more than others; a request that takes effect late is shown within the settle time all the same. */
  #letPagesLag(): void {
    const { faults } = this.world.emulator;
    faults.rule({ on: "GET *", fault: "staleList", ms: 6000, every: 2 });
    faults.rule({ on: "GET *", fault: "staleList", ms: 2500, every: 3 });
  }

  /** Of a service that never tells its limit a process reads no more than it is sure of: then another one does. */
  async #read(verify: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await verify();
      } catch (error) {
        if (tries === MOST_READS || !(error as Error).message.includes("The rate limit is reached"))
          throw error;
      }
    }
  }

  /** In a process begun soon after the `up`, under lists that lag: nothing is gone. */
  async #verifyAtOnce(desired: readonly Entry[]): Promise<void> {
    const { faults } = this.world.emulator;
    faults.clear();
    if (this.circumstances.lagsByPage) {
      // So that some pages are from before the `up` and some from after it.
      await this.world.clock.advance(this.random() * MOST_LAG_MS);
      faults.seed(this.seed, { rate: 1, kinds: ["staleList"], maxMs: MOST_LAG_MS });
    } else faults.rule({ on: "GET *", fault: "staleList", ms: EVEN_LAG_MS });
    const process = this.#process(0);
    await Promise.all(
      desired.map(async ({ key, handler }) => {
        const live = await process.refresh(handler, this.#stack.held.get(key)!.state);
        if (!live) this.#problems.push(`${key}: is taken for gone right after the up`);
      }),
    );
  }

  /** State, account and config agree, and nothing else was touched. */
  async #verify(desired: readonly Entry[]): Promise<void> {
    const { emulator } = this.world;
    emulator.faults.clear();
    await emulator.faults.settled();
    const process = this.#process(0);
    const expect = (holds: boolean, problem: string) => void (holds || this.#problems.push(problem));
    const { held } = this.#stack;
    expect(held.size === desired.length, `${held.size} in state, ${desired.length} desired`);
    for (const { key, handler } of desired) {
      const live = await process.refresh(handler, held.get(key)!.state);
      const changes = live && (await process.hasChanges(handler, live, live.inputs));
      expect(changes === false, `${key}: ${live ? "differs" : "is lost"}`);
    }
    const ids = [...held.values()].map(({ entry, state }) => `${entry.handler} ${state.id}`);
    expect(new Set(ids).size === ids.length, `two entries hold one object: ${ids.join(", ")}`);
    const failures = await this.#stack.preview(process, desired);
    expect(failures.length === 0, `preview of what is done fails: ${failures[0]?.message}`);
    for (const [handler, size] of this.#sizes()) {
      const wanted = desired.filter((entry) => entry.handler === handler).length;
      expect(size === wanted, `${handler}: ${size} on the account, ${wanted} desired`);
    }
    for (const { entry, state } of held.values()) {
      const members = this.#membersOf(entry.handler, Number(state.id));
      const links = desired.filter(({ parent }) => parent === entry.key).map(linkOf);
      const missing = links.filter((link) => !members.includes(link));
      expect(missing.length === 0, `${entry.key}: does not hold ${missing.join(", ")}`);
      // No list shows the links of a campaign, so a repeat of an assignment may make a second entry.
      const isBlind = entry.handler === "campaign";
      expect(isBlind || new Set(members).size === members.length, `${entry.key}: holds something twice`);
    }
    expect(this.#strangersNow() === this.#strangers, "something else was touched");
  }

  #process(lossRate: number) {
    const real = new HttpTransport(this.world.emulator.url, DEMO_KEY);
    return this.world.process({}, new LosingTransport(real, `${this.seed} ${this.#processes++}`, lossRate));
  }

  /** The short links that an object holds, as the account has them: for a campaign no endpoint shows them. */
  #membersOf(handler: string, id: number): readonly number[] {
    const { channels, campaigns } = this.world.account;
    if (handler === "campaign") return campaigns.get(id)?.links ?? [];
    if (handler !== "channel") return [];
    return (channels.get(id)?.items ?? []).filter(({ type }) => type === "links").map((item) => item.id);
  }

  /** Objects on the account that are neither strangers nor the other writer's. */
  #sizes(): [handler: string, size: number][] {
    const { pixels, domains, channels, campaigns, qrs } = this.world.account;
    return [
      ["pixel", ours(pixels.list())],
      ["domain", ours(domains.list())],
      ["channel", ours(channels.list())],
      ["campaign", ours(campaigns.list())],
      ["qrCode", ours(qrs.list())],
    ];
  }

  #strangersNow(): string {
    const { pixels, domains, channels, campaigns, qrs } = this.world.account;
    const all = [pixels.list(), domains.list(), channels.list(), campaigns.list(), qrs.list()];
    return JSON.stringify(all.map((rows) => rows.filter(isStranger)));
  }
}

const linkOf = ({ args }: Entry) => Number(args.item ?? args.link);
const isStranger = (row: object) => JSON.stringify(row).includes("stranger");
const isOthers = (row: object) => JSON.stringify(row).includes(CONCURRENT_EDITOR_PREFIX);
const ours = (rows: readonly object[]) => rows.filter((row) => !isStranger(row) && !isOthers(row)).length;
