// One seed of two stacks on one account, whose configs share some entries. Both run random commands in a random order:
// `up`, `destroy`, edits, renamed keys and kills. No command changes an object of the other stack.
import type { Transport } from "../../src/api/http/transport";
import type { Dialect } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { randomNumbers } from "../support/seeded";
import { addStrangers, hasIdentityOf, LISTED_KINDS, objectsOf, strangersOf } from "./account-view";
import { drawConditions } from "./conditions";
import { type Command, Stack } from "./engine";
import { seedFaults } from "./faults";
import { drawMoment, runAndKill } from "./kill";
import { Ownership } from "./ownership";
import { type Failure, isError } from "./program";
import { addLinks, type Entry, linksOfCampaign, membersOf, randomStack } from "./random-stack";
import { renameKeys } from "./rearrange";
import { LossyTransport } from "./transports";
import { User } from "./user";
import { lostObjects } from "./verify";
import { World } from "./world";

export interface SharedAccountReport {
  readonly commands: number;
  readonly kills: number;
  /** Previews that stopped because of an object of the other stack. */
  readonly stopped: number;
  readonly problems: readonly string[];
}

const COMMANDS = 14;
const MAX_RUNS = 40;
const FAULT_RATE = 0.05;
const LOSS_RATE = 0.02;
const KILL_RATE = 0.3;
const SIZE = 2;
const RATE_LIMIT = 200;
const SETTLE_TIME_MS = 10_000;
/** Share of blocked updates that run with `--skip-preview`. */
const SKIP_PREVIEW_RATE = 0.2;
/** Share of unfinished runs after which the other stack may run a command. */
const INTERRUPT_RATE = 0.3;

/** Number of the first campaign of a stack. One campaign more than `SIZE` is shared. */
const FIRST_CAMPAIGN: Readonly<Record<string, number>> = { first: 0, second: 4 };

/** Entries with one identity in both stacks. Most are equal in all fields. */
function sharedEntries(stack: string): Entry[] {
  const entry = (handler: string, args: Props): Entry => ({
    key: `${handler}/${stack}-shared`,
    handler,
    args,
  });
  const channel = entry("channel", { name: "Shared", description: "Of all" });
  const campaign = entry("campaign", { name: "Shared", slug: "shared", public: true });
  return [
    entry("pixel", { type: "gapixel", name: `Shared ${stack}`, tag: "shared" }),
    entry("domain", { domain: "https://shared.example.com", redirectRoot: "https://example.com" }),
    entry("qrCode", { type: "text", data: "shared" }),
    channel,
    campaign,
    ...membersOf(channel),
    ...membersOf(campaign, linksOfCampaign(FIRST_CAMPAIGN[stack]! + SIZE)),
  ];
}

export async function runSharedAccount(seed: number): Promise<SharedAccountReport> {
  const random = randomNumbers(seed);
  const { dialect } = drawConditions(seed, random);
  const world = await World.start(dialect, RATE_LIMIT);
  try {
    return await new SharedAccount(world, seed, random, dialect).run();
  } finally {
    await world.end();
  }
}

class SharedAccount {
  readonly #random: () => number;
  readonly #world: World;
  readonly #members: readonly Member[];
  readonly #strangers: string;
  readonly #context: Context;

  constructor(world: World, seed: number, random: () => number, dialect: Dialect) {
    const { account } = world;
    addStrangers(account);
    addLinks(account);
    this.#random = random;
    this.#world = world;
    this.#strangers = strangersOf(account);
    const ownership = new Ownership(account);
    this.#context = { world, seed, random, dialect, ownership, problems: [], kills: 0, stopped: 0, runs: 0 };
    this.#members = ["first", "second"].map((name) => new Member(name, this.#context));
  }

  async run(): Promise<SharedAccountReport> {
    const { problems } = this.#context;
    let commands = 0;
    while (commands < COMMANDS && problems.length === 0) {
      commands++;
      await this.#members[Math.floor(this.#random() * this.#members.length)]!.runCommand();
    }
    for (const member of this.#members) if (problems.length === 0) await member.finish();
    for (const handler of LISTED_KINDS) {
      const left = objectsOf(this.#world.account, handler).length;
      const strangers = JSON.parse(this.#strangers)[LISTED_KINDS.indexOf(handler)].length;
      if (problems.length === 0 && left !== strangers)
        problems.push(`${left - strangers} of ${handler} are left`);
    }
    const { kills, stopped } = this.#context;
    return { commands, kills, stopped, problems };
  }
}

interface Context {
  readonly world: World;
  readonly seed: number;
  readonly random: () => number;
  readonly dialect: Dialect;
  readonly ownership: Ownership;
  readonly problems: string[];
  kills: number;
  stopped: number;
  runs: number;
}

type Kind = "up" | "destroy";

/** One stack with its user. */
class Member {
  readonly #name: string;
  readonly #context: Context;
  readonly #stack = new Stack({ parallel: 8 });
  readonly #user: User;
  #config: readonly Entry[];
  /** A command that has not succeeded yet. */
  #unfinished: Kind | undefined;

  constructor(name: string, context: Context) {
    this.#name = name;
    this.#context = context;
    const { world, dialect, random, ownership } = context;
    const isOwn = (handler: string, id: number | string) => ownership.isCreatedBy(name, handler, id);
    this.#user = new User({ account: world.account, dialect, random, isOwn });
    this.#config = this.#drawConfig();
  }

  async runCommand(): Promise<void> {
    const { random } = this.#context;
    const drawn = random();
    if (this.#unfinished === undefined) {
      if (drawn < 0.2) this.#edit(this.#drawConfig());
      else if (drawn < 0.4) this.#renameKeys();
    }
    await this.#run(this.#unfinished ?? (drawn < 0.85 ? "up" : "destroy"), INTERRUPT_RATE);
  }

  /** Completes what a kill left unfinished, and removes everything. */
  async finish(): Promise<void> {
    if (this.#unfinished === "up") await this.#run("up", 0);
    await this.#run("destroy", 0);
  }

  #drawConfig(): Entry[] {
    const { random } = this.#context;
    const owners = new Set(sharedEntries(this.#name).map(({ key, parent }) => parent ?? key));
    for (const owner of owners) if (random() < 0.4) owners.delete(owner);
    const shared = sharedEntries(this.#name).filter(({ key, parent }) => owners.has(parent ?? key));
    return [...randomStack(random, SIZE, `${this.#name}-`, FIRST_CAMPAIGN[this.#name]), ...shared];
  }

  #edit(config: readonly Entry[]): void {
    this.#config = config;
    this.#user.startOver();
  }

  #renameKeys(): void {
    const { random } = this.#context;
    const parents = this.#config.filter(({ parent }) => parent === undefined).map(({ key }) => key);
    const renamed = new Set(parents.filter(() => random() < 0.4));
    this.#edit(renameKeys(this.#config, renamed, random() < 0.5));
  }

  async #run(kind: Kind, interruptRate: number): Promise<void> {
    this.#unfinished = kind;
    this.#user.returned();
    for (let run = 0; run < MAX_RUNS; run++) {
      const isDone = kind === "up" ? await this.#up() : await this.#destroy();
      if (isDone) this.#unfinished = undefined;
      if (isDone || this.#context.problems.length > 0 || this.#context.random() < interruptRate) return;
    }
    this.#context.problems.push(`${this.#name}: no success of ${kind} in ${MAX_RUNS} runs`);
  }

  /** @returns whether the whole config is applied */
  async #up(): Promise<boolean> {
    const user = this.#user;
    const desired = user.configOf(this.#config, this.#stack.state);
    const command = { desired };
    const failures = await this.#preview(command);
    const isBlocked = this.#checkConflicts(failures, desired);
    if (failures.length > 0) {
      user.readPreview(failures, desired, this.#stack.state);
      if (!isBlocked || this.#context.random() >= SKIP_PREVIEW_RATE) return false;
    } else user.previewSucceeded();
    const onExisting = isBlocked ? undefined : user.onExisting;
    const outcome = await this.#changed(onExisting, (process) => this.#stack.update(process, command));
    const { account } = this.#context.world;
    this.#context.problems.push(...lostObjects(account, this.#stack.state, desired));
    if (isBlocked && outcome?.length === 0) {
      this.#context.problems.push(`${this.#name}: --skip-preview succeeded although objects exist`);
    }
    if (outcome?.length === 0) {
      const isDone = !user.postpones;
      user.succeeded();
      return isDone;
    }
    user.readUpdate(desired, this.#stack.state);
    return false;
  }

  async #destroy(): Promise<boolean> {
    const outcome = await this.#changed(undefined, (process) => this.#stack.destroy(process));
    if (outcome?.length === 0) this.#user.startOver();
    return outcome?.length === 0;
  }

  async #preview(command: Command): Promise<Failure[]> {
    const { world } = this.#context;
    const changes = () => world.emulator.log.filter((entry) => entry.changes).length;
    const before = changes();
    this.#seedFaults();
    const process = world.process({ onExisting: this.#user.onExisting, wrap: (real) => this.#lossy(real) });
    const failures = await this.#stack.preview(process, command);
    if (changes() > before) this.#context.problems.push(`${this.#name}: a preview changed the account`);
    return failures;
  }

  /** A preview without options names every object of the other stack that an entry would duplicate. */
  #checkConflicts(failures: readonly Failure[], desired: readonly Entry[]): boolean {
    const { world, ownership, problems } = this.#context;
    const { state } = this.#stack;
    let isBlocked = false;
    for (const entry of desired) {
      const { handler, key, onExisting } = entry;
      if (onExisting !== undefined || state.find(entry)) continue;
      const foreign = objectsOf(world.account, handler)
        .filter((object) => hasIdentityOf(entry, object))
        .filter(({ id }) => !ownership.isCreatedBy(this.#name, handler, id));
      if (foreign.length === 0) continue;
      isBlocked = true;
      const named = failures
        .filter((failure) => failure.key === key)
        .flatMap(({ existing = [] }) => existing);
      const isNamed = foreign.every(({ id }) => named.includes(String(id)));
      if (!isNamed && !failures.some(isError))
        problems.push(`${this.#name}: ${key} does not name the other object`);
    }
    if (isBlocked && failures.length > 0) this.#context.stopped++;
    return isBlocked;
  }

  /** Runs a change, killed in some runs. @returns `undefined` if it was killed */
  async #changed(
    onExisting: User["onExisting"],
    run: Parameters<typeof runAndKill>[0]["run"],
  ): Promise<readonly Failure[] | undefined> {
    const { world, random, ownership, problems } = this.#context;
    this.#seedFaults();
    const wrap = (real: Transport) => this.#lossy(real);
    const isKilled = random() < KILL_RATE;
    const outcome = isKilled
      ? await runAndKill({ world, stack: this.#stack, onExisting, wrap, moment: drawMoment(random), run })
      : await run(world.process({ onExisting, wrap }));
    if (!outcome) this.#context.kills++;
    await world.clock.sleep(SETTLE_TIME_MS);
    await world.emulator.faults.settled();
    problems.push(...ownership.note(this.#name));
    return outcome;
  }

  #seedFaults(): void {
    const { world, seed } = this.#context;
    seedFaults(world.emulator.faults, seed * 1000 + this.#context.runs++, FAULT_RATE);
  }

  #lossy(real: Transport): Transport {
    return new LossyTransport(real, `${this.#context.seed} ${this.#context.runs}`, LOSS_RATE);
  }
}
