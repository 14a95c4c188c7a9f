// One seed: random stacks, applied in sequence under faults and kills until `up` succeeds, and what is wrong afterwards.
// The same seed gives the same stacks, dialect, faults and kills.
import type { Transport } from "../../src/api/http/transport";
import { randomNumbers } from "../support/seeded";
import { addStrangers, LISTED_KINDS, leftBehind, strangersOf } from "./account-view";
import { allowsDuplicates, type Conditions, drawConditions } from "./conditions";
import { type Command, Stack } from "./engine";
import { damageResponses, delayPages, editConcurrently, seedFaults } from "./faults";
import { drawMoment, runAndKill } from "./kill";
import { type Failure, isError } from "./program";
import { addLinks, type Entry, randomStack } from "./random-stack";
import { rearrange } from "./rearrange";
import { LossyTransport } from "./transports";
import { User } from "./user";
import { lostObjects, problemsOf } from "./verify";
import { type ProcessOptions, type SimulatedProcess, World } from "./world";

export interface SeedReport {
  /** Runs of `up` for all stacks. */
  readonly runs: number;
  readonly kills: number;
  /** Requests with a fault of the service. */
  readonly faults: number;
  /** Edits of the config because of a message. */
  readonly decisions: number;
  /** Empty if everything is right. */
  readonly problems: readonly string[];
}

const LOSS_RATE = 0.03;
/** Share of updates that are killed. */
const KILL_RATE = 0.4;
/** Share of stacks that are applied with `--replace`. */
const REPLACE_RATE = 1 / 3;
const MAX_RUNS = 40;
const MAX_READS = 5;
/** Lists are stale by less than this time. */
const BETWEEN_STAGES_MS = 120_000;
const EVEN_LAG_MS = 4000;
const RATE_WINDOW_MS = 60_000;
/** The default of `settleTime`. */
const SETTLE_TIME_MS = 10_000;

/** A stack, from the previous one. */
type Stage = (previous: readonly Entry[]) => readonly Entry[];

export async function runSeed(seed: number): Promise<SeedReport> {
  const random = randomNumbers(seed);
  const conditions = drawConditions(seed, random);
  const { dialect, rateLimit, size } = conditions;
  const another = () => randomStack(random, size);
  const stages: Stage[] = [
    another,
    another,
    (previous) => rearrange(random, previous, (handler) => allowsDuplicates(dialect, handler)),
  ];
  const world = await World.start(dialect, rateLimit);
  try {
    return await new SeedRun(world, seed, random, conditions).run(stages);
  } finally {
    await world.end();
  }
}

class SeedRun {
  readonly #world: World;
  readonly #seed: number;
  readonly #random: () => number;
  readonly #conditions: Conditions;
  readonly #stack: Stack;
  readonly #user: User;
  readonly #strangers: string;
  readonly #problems: string[] = [];
  #runs = 0;
  #kills = 0;
  #processes = 0;

  constructor(world: World, seed: number, random: () => number, conditions: Conditions) {
    this.#world = world;
    this.#seed = seed;
    this.#random = random;
    this.#conditions = conditions;
    const { parallel, pauseMs, dialect } = conditions;
    const pause = async () => void (pauseMs > 0 && (await world.clock.sleep(pauseMs)));
    this.#stack = new Stack({ parallel, pause });
    const { account } = world;
    this.#user = new User({ account, dialect, random });
    addStrangers(account);
    addLinks(account);
    this.#strangers = strangersOf(account);
  }

  async run(stages: readonly Stage[]): Promise<SeedReport> {
    let desired: readonly Entry[] = [];
    for (const next of stages) {
      // Otherwise a stale list would show the account before the strangers.
      await this.#world.clock.advance(BETWEEN_STAGES_MS);
      desired = next(desired);
      await this.#applyUntilDone(desired, this.#drawReplace(desired));
      if (this.#problems.length > 0) break;
      await this.#repeatRead(() => this.#refreshAtOnce());
      await this.#repeatRead(() => this.#verify(desired));
      if (this.#problems.length > 0) break;
    }
    const faults = this.#world.emulator.log.filter((entry) => entry.faults.length > 0).length;
    const { decisions } = this.#user;
    return { runs: this.#runs, kills: this.#kills, faults, decisions, problems: this.#problems };
  }

  /** Keys for `--replace`. A service without duplicates rejects the second object. */
  #drawReplace(desired: readonly Entry[]): ReadonlySet<string> {
    const { dialect } = this.#conditions;
    const isDrawn = this.#random() < REPLACE_RATE;
    const isReplaced = ({ handler, parent }: Entry) =>
      parent === undefined && allowsDuplicates(dialect, handler) && this.#random() < 0.3;
    return new Set(isDrawn ? desired.filter(isReplaced).map(({ key }) => key) : []);
  }

  async #applyUntilDone(all: readonly Entry[], replace: ReadonlySet<string>): Promise<void> {
    const user = this.#user;
    const { faults } = this.#world.emulator;
    if (this.#conditions.pagesDiffer) delayPages(faults);
    else editConcurrently(faults);
    if (this.#conditions.pauseMs > 0) damageResponses(faults);
    let failures: readonly Failure[] = [];
    for (let run = 0; run < MAX_RUNS; run++) {
      const command = this.#commandFor(all, replace);
      seedFaults(faults, this.#seed * 1000 + this.#runs++);
      failures = await this.#stack.preview(this.#process(user.onExisting), command);
      if (failures.length > 0) {
        await this.#settle();
        user.readPreview(failures, command.desired, this.#stack.state);
        continue;
      }
      failures = await this.#update(command);
      this.#problems.push(...lostObjects(this.#world.account, this.#stack.state, command.desired));
      if (failures.length === 0 && !user.postpones) return user.succeeded();
      // If the next run started earlier, its lists might be stale.
      await this.#settle();
      if (failures.length === 0) {
        user.succeeded();
        continue;
      }
      user.readUpdate(command.desired, this.#stack.state);
      await this.#repeatRead(() => this.#checkNamesOfLeftBehind(this.#commandFor(all, replace)));
    }
    const messages = failures.map(({ key, message }) => `${key}: ${message}`);
    this.#problems.push(`no success in ${MAX_RUNS} runs: ${messages.join("; ")}`);
  }

  #commandFor(all: readonly Entry[], replace: ReadonlySet<string>): Command {
    const { state } = this.#stack;
    const desired = this.#user.configOf(all, state);
    const isReplaced = (key: string) => state.pendingDeletes.some(({ entry }) => entry.key === key);
    const keys = desired
      .filter((entry) => state.find(entry) && !this.#user.isPostponed(entry.key))
      .map(({ key }) => key);
    return { desired, replace: new Set(keys.filter((key) => replace.has(key) && !isReplaced(key))) };
  }

  /** The update, killed at a random moment in some runs. */
  async #update(command: Command): Promise<readonly Failure[]> {
    if (this.#random() >= KILL_RATE) {
      return this.#stack.update(this.#process(this.#user.onExisting), command);
    }
    const outcome = await runAndKill({
      world: this.#world,
      stack: this.#stack,
      onExisting: this.#user.onExisting,
      wrap: (real) => this.#lossy(real),
      moment: drawMoment(this.#random),
      run: (process) => this.#stack.update(process, command),
    });
    if (outcome) return outcome;
    this.#kills++;
    return [{ key: "", message: "killed" }];
  }

  /** Waits until everything that was sent has taken effect, and lists show it. */
  async #settle(): Promise<void> {
    const { clock, emulator } = this.#world;
    await clock.sleep(SETTLE_TIME_MS);
    await emulator.faults.settled();
  }

  /** After a failed or killed run, a preview without options names everything that the run left behind. */
  async #checkNamesOfLeftBehind(command: Command): Promise<void> {
    const { account, emulator } = this.#world;
    seedFaults(emulator.faults, 1, 0);
    const failures = await this.#stack.preview(this.#world.process(), command);
    const error = failures.find(isError);
    if (error) throw new Error(error.message);
    for (const handler of LISTED_KINDS.filter((kind) => kind !== "qrCode")) {
      const named = failures
        .filter(({ key }) => key.startsWith(handler))
        .flatMap(({ existing = [] }) => existing);
      const unnamed = leftBehind(account, handler, this.#stack.state).filter(
        (id) => !named.includes(String(id)),
      );
      if (unnamed.length > 0) this.#problems.push(`a preview does not name ${handler} ${unnamed.join(", ")}`);
    }
  }

  /** A process stops if a limit that the service never reports may be used up, or if others change a list all the time. */
  async #repeatRead(read: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        const { message } = error as Error;
        const mayPass = /The rate limit is reached|Run the command again/.test(message);
        if (attempt === MAX_READS || !mayPass) throw error;
        await this.#world.clock.sleep(RATE_WINDOW_MS);
      }
    }
  }

  /** Right after the `up`, while lists are stale, nothing is gone. */
  async #refreshAtOnce(): Promise<void> {
    const { emulator, clock } = this.#world;
    emulator.faults.clear();
    if (this.#conditions.pagesDiffer) {
      // Some pages then are older than the `up`, and some are not.
      await clock.advance(this.#random() * SETTLE_TIME_MS);
      emulator.faults.seed(this.#seed, { rate: 1, kinds: ["staleList"], maxMs: SETTLE_TIME_MS });
    } else emulator.faults.rule({ on: "GET *", fault: "staleList", ms: EVEN_LAG_MS });
    const process = this.#world.process();
    for (const { entry, id, outputs } of this.#stack.state.live.values()) {
      const read = await process.of(entry.handler).read(id, outputs);
      if (read.id === "") this.#problems.push(`${entry.key}: counts as gone right after the up`);
    }
  }

  async #verify(desired: readonly Entry[]): Promise<void> {
    const { account, emulator } = this.#world;
    emulator.faults.clear();
    await emulator.faults.settled();
    const { state } = this.#stack;
    const config = this.#user.configOf(desired, state);
    this.#problems.push(...(await problemsOf(account, this.#world.process(), this.#stack, config)));
    if (strangersOf(account) !== this.#strangers) this.#problems.push("an object of a stranger was changed");
  }

  #process(onExisting?: ProcessOptions["onExisting"]): SimulatedProcess {
    return this.#world.process({ onExisting, wrap: (real) => this.#lossy(real) });
  }

  #lossy(real: Transport): Transport {
    return new LossyTransport(real, `${this.#seed} ${this.#processes++}`, LOSS_RATE);
  }
}
