// Commands of one stack, under the faults and interruptions of a seed.
import { cancelAt, killAt, losing } from "../support/interruptions";
import { CommandFailed, type CommandOptions, Killed, type Run, type Stack } from "../support/stack";
import type { World } from "../support/world";
import { type Conditions, disturb } from "./conditions";
import { oneOf } from "./entries";
import type { Ownership } from "./ownership";

export interface Setting {
  readonly world: World;
  readonly seed: number;
  readonly random: () => number;
  readonly conditions: Conditions;
  readonly ownership: Ownership;
  readonly problems: string[];
  /** Counts the commands of all stacks. */
  commands: number;
  interruptions: number;
}

/** Lists show every change after this time. */
const SETTLE_MS = 10_000;
const EVEN_LAG_MS = 4000;
const RATE_WINDOW_MS = 60_000;
const MAX_READS = 5;

/** Of the interruptions, those by SIGKILL. The others are Ctrl-C. */
const KILLED_SHARE = 0.7;

export class Commands {
  readonly #setting: Setting;
  readonly #name: string;
  readonly #stack: Stack;

  constructor(setting: Setting, name: string, stack: Stack) {
    this.#setting = setting;
    this.#name = name;
    this.#stack = stack;
  }

  /**
   * Runs a command that may be interrupted, until everything that it sent has taken effect.
   * @returns the error, if it failed
   */
  async change(run: (options: CommandOptions) => Promise<Run>): Promise<string | undefined> {
    const { world, ownership, problems, conditions } = this.#setting;
    const options = { ...this.#interruption(), parallel: conditions.parallel };
    ownership.begin();
    const outcome = await this.attempt(() => run(options));
    if (outcome?.match(/^killed|canceled/)) this.#setting.interruptions++;
    if (outcome === undefined) await this.#readAtOnce();
    if (outcome === undefined) await this.#readEmpty();
    await world.clock.sleep(SETTLE_MS);
    await world.faults.settled();
    problems.push(...ownership.note(this.#name));
    return outcome;
  }

  /** @returns the error, if it failed */
  async attempt(run: () => Promise<Run>): Promise<string | undefined> {
    const { world, seed, conditions } = this.#setting;
    disturb(world.faults, seed * 1000 + this.#setting.commands++, conditions);
    try {
      await run();
      return undefined;
    } catch (error) {
      if (!(error instanceof CommandFailed || error instanceof Killed)) throw error;
      return error.message;
    }
  }

  /** Without faults. A process stops if a limit that the service never reports may be used up. */
  async read(read: () => Promise<Run>): Promise<Run> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        const mayPass = /The rate limit is reached|Run the command again/.test((error as Error).message);
        if (attempt === MAX_READS || !mayPass) throw error;
        await this.#setting.world.clock.sleep(RATE_WINDOW_MS);
      }
    }
  }

  #interruption(): CommandOptions {
    const { seed, commands, random, conditions } = this.#setting;
    const wrap = losing(`${seed} ${commands}`, conditions.lossRate);
    const among = oneOf(random, ["changes", "changes", "all"] as const);
    const timing = oneOf(random, ["before", "after", "answered"] as const);
    // A short command may end before.
    const moment = { among, timing, request: 1 + Math.floor(random() * (among === "changes" ? 8 : 16)) };
    const chance = random() / conditions.interruptionRate;
    if (chance >= 1) return { wrap };
    return chance < KILLED_SHARE ? killAt(moment, wrap) : cancelAt(moment, wrap);
  }

  /** Right after a command, while lists are stale, nothing is gone. */
  async #readAtOnce(): Promise<void> {
    const { world, seed, conditions, random, problems } = this.#setting;
    const { faults, clock } = world;
    faults.clear();
    if (conditions.pagesDiffer) {
      // Some pages then are older than the command, and some are not.
      await clock.advance(random() * SETTLE_MS);
      faults.seed(seed, { rate: 1, kinds: ["stale"], maxMs: SETTLE_MS });
    } else faults.rule({ on: "GET *", stale: EVEN_LAG_MS });
    const gone = (await this.read(() => this.#stack.drift())).with("gone");
    if (gone.length > 0)
      problems.push(`${this.#name}: right after a command, ${gone.join(", ")} counts as gone`);
  }

  /** Lists that are empty, again and again, prove that one object of a kind is gone, and nothing about QR codes. */
  async #readEmpty(): Promise<void> {
    const { world, problems } = this.#setting;
    world.faults.clear();
    world.faults.rule({ on: "GET *", empty: true });
    const run = await this.#stack.drift().catch((error: CommandFailed) => error.run);
    // Items and links are gone with their parent.
    const listed = run.with("gone").filter((label) => !/^(ChannelItem|CampaignLink) /.test(label));
    const types = listed.map((label) => label.split(" ")[0]);
    const wrong = types.filter((type, index) => type === "QrCode" || types.indexOf(type) !== index);
    if (wrong.length > 0)
      problems.push(`${this.#name}: with empty lists, ${listed.join(", ")} count as gone`);
  }
}
