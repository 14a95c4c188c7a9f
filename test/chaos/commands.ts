// Commands of one stack, under the faults and interruptions of a seed.
import { label } from "../support/engine/state";
import { cancelAt, killAt, losing } from "../support/interruptions";
import { randomNumbers } from "../support/seeded";
import { CommandFailed, type CommandOptions, Killed, type Run, type Stack } from "../support/stack";
import type { World } from "../support/world";
import { CAUSES, type Cause } from "./causes";
import { type Conditions, disturb, LOW_LIMIT } from "./conditions";
import type { Creates } from "./creates";
import { isId, KINDS, kindOfLabel, oneOf, SECTIONS } from "./entries";
import type { Ownership } from "./ownership";
import { MAX_STALE_MS, type Person } from "./person";

export interface Setting {
  readonly world: World;
  readonly seed: number;
  readonly random: () => number;
  readonly conditions: Conditions;
  readonly ownership: Ownership;
  readonly creates: Creates;
  readonly person: Person;
  readonly problems: string[];
  /** Every command, what it met, and its error. Shown when one seed is repeated. */
  readonly history: string[];
  /** Counts the commands of all stacks. */
  commands: number;
  interruptions: number;
}

/**
 * Which causes a command meets: none, if it says that nothing exists. If only the user says that objects exist (`adopt`),
 * two empty lists prove the opposite, so a list is empty once.
 */
type Mood = "any" | "calm" | "adopting";

type Command = "preview" | "refresh" | "up" | "destroy";

const LAG_MS = 4000;
const RATE_WINDOW_MS = 60_000;
const MAX_READS = 5;

/** Share of commands with a cause, and of those with a second one. */
const CAUSE_RATE = 0.5;

/** Of the interruptions, those by SIGKILL. The others are Ctrl-C. */
const KILLED_SHARE = 0.7;

/** @returns the error, if it failed */
async function failureOf(run: () => Promise<Run>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (!(error instanceof CommandFailed || error instanceof Killed)) throw error;
    return error.message;
  }
}

function causeFor(mood: Mood, { rateLimit }: Conditions, random: () => number): Cause {
  if (mood === "adopting" && random() < 0.5) return "an empty list once";
  // Elsewhere, creates hardly wait.
  if (rateLimit <= LOW_LIMIT && random() < 0.4) return "late creates after a wait";
  const name = oneOf(random, Object.keys(CAUSES));
  return mood === "adopting" && name === "all lists empty for a minute" ? "an empty list once" : name;
}

export class Commands {
  readonly #setting: Setting;
  readonly #name: string;
  readonly #stack: Stack;
  /** Of the last command. */
  causes: readonly string[] = [];

  constructor(setting: Setting, name: string, stack: Stack) {
    this.#setting = setting;
    this.#name = name;
    this.#stack = stack;
  }

  /**
   * Runs a command that may be interrupted, until everything that it sent has taken effect.
   * @returns the error, if it failed
   */
  async change(
    what: Command,
    run: (options: CommandOptions) => Promise<Run>,
    mood?: Mood,
  ): Promise<string | undefined> {
    const { world, ownership, problems, conditions } = this.#setting;
    const options = { ...this.#interruption(), parallel: conditions.parallel };
    ownership.begin();
    const outcome = await this.attempt(what, () => run(options), mood);
    if (outcome?.match(/^killed|canceled/)) this.#setting.interruptions++;
    if (outcome === undefined) await this.#readAtOnce();
    if (outcome === undefined) await this.#readEmpty();
    if (outcome === undefined || !conditions.isPrompt) await world.clock.sleep(MAX_STALE_MS);
    await world.faults.settled();
    problems.push(...ownership.note(this.#name));
    return outcome;
  }

  /**
   * @returns the error, if it failed
   */
  async attempt(what: Command, run: () => Promise<Run>, mood: Mood = "any"): Promise<string | undefined> {
    const { world, seed, conditions } = this.#setting;
    const seedOfCommand = seed * 1000 + this.#setting.commands++;
    disturb(world.faults, seedOfCommand, conditions);
    this.causes = this.#addCauses(randomNumbers(seedOfCommand), mood);
    const outcome = await failureOf(run);
    this.#setting.history.push(
      `${this.#name}: ${what}${this.causes.map((cause) => `, ${cause}`).join("")}: ${outcome ?? "succeeded"}`,
    );
    return outcome;
  }

  /** As `read`. @returns the error, if it failed for good */
  async readOnce(read: () => Promise<Run>): Promise<Run | string> {
    try {
      return await this.read(read);
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
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

  /** @returns their names */
  #addCauses(random: () => number, mood: Mood): string[] {
    const { conditions, person, world } = this.#setting;
    const { faults, clock } = world;
    person.begin(this.#name, this.#stack);
    const below = (limit: number) => Math.floor(random() * limit);
    const names: string[] = [];
    while (mood !== "calm" && names.length < 2 && random() < CAUSE_RATE) {
      const name = causeFor(mood, conditions, random);
      // A list that is empty in two readings, while another one shows something, proves an absence.
      if (name === "an empty list once" && names.includes(name)) continue;
      CAUSES[name]!({ faults, clock, person, section: oneOf(random, SECTIONS), below });
      names.push(name);
    }
    return names;
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
    const { world, problems } = this.#setting;
    const { faults } = world;
    faults.clear();
    faults.rule({ on: "GET *", stale: LAG_MS });
    const run = await this.readOnce(() => this.#stack.drift());
    if (typeof run === "string") {
      if (!this.#isReallyEmpty(run)) problems.push(`${this.#name}: right after a command, ${run}`);
      return;
    }
    // A pending create without an object leaves the state.
    const { resources, pendingDeletes } = this.#stack;
    const pending = [...resources, ...pendingDeletes].filter(({ id }) => !isId(id)).map(label);
    const isObject = (one: string) => !pending.includes(one);
    const gone = run.with("gone").filter((one) => isObject(one) && !this.#isDeletedByHand(one));
    if (gone.length > 0)
      problems.push(`${this.#name}: right after a command, ${gone.join(", ")} counts as gone`);
  }

  /** Lists that are empty, again and again, prove nothing. */
  async #readEmpty(): Promise<void> {
    const { world, problems } = this.#setting;
    world.faults.clear();
    world.faults.rule({ on: "GET *", empty: true });
    const run = await this.#stack.drift().catch((error: CommandFailed) => error.run);
    const gone = run.with("gone");
    if (gone.length > 0) problems.push(`${this.#name}: with empty lists, ${gone.join(", ")} count as gone`);
  }

  /** Somebody deleted the last object of the account. */
  #isReallyEmpty(message: string): boolean {
    const { account } = this.#setting.world;
    return message.includes("lists no object") && KINDS.every((kind) => kind.ids(account).length === 0);
  }

  /** Also what is gone with it. */
  #isDeletedByHand(label: string): boolean {
    const { ids } = this.#stack;
    const [type = "", key = ""] = label.split(" ");
    const parent = { ChannelItem: "Channel", CampaignLink: "Campaign" }[type];
    const name = parent === undefined ? label : `${parent} ${key.split("/")[0]}`;
    const kind = kindOfLabel(name);
    return kind !== undefined && this.#setting.person.hasDeleted(kind, ids[name] ?? "");
  }
}
