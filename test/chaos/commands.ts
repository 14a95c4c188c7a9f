// Commands of one stack, under the faults and interruptions of a seed.
import { randomNumbers } from "../support/seeded";
import { CommandFailed, type CommandOptions, type Run, type Stack } from "../support/stack";
import type { World } from "../support/world";
import { CAUSES, type Cause } from "./causes";
import type { Conditions } from "./conditions";
import { isId, oneOf, SECTIONS } from "./entries";
import { interruptAt } from "./interruptions";
import type { Ownership } from "./ownership";
import { MAX_STALE_MS, type Person } from "./person";
import { injectFaults } from "./random-faults";

export interface Setting {
  readonly world: World;
  readonly seed: number;
  readonly random: () => number;
  readonly conditions: Conditions;
  readonly ownership: Ownership;
  readonly person: Person;
  readonly problems: string[];
  /** Every command, what it met, and its error. Shown when one seed is repeated. */
  readonly history: string[];
  /** Counts the commands of all stacks. */
  commands: number;
}

/**
 * Which causes a command meets: none, if it says that nothing exists. If only the user says that objects exist (`adopt`),
 * or only pending creates, two empty lists prove the opposite, so a list is empty once.
 */
type Mood = "any" | "calm" | "adopting";

const RATE_WINDOW_MS = 60_000;
const MAX_READS = 5;
/** Share of commands with a cause, and of those with a second one. */
const CAUSE_RATE = 0.5;
/** Of the interruptions, those by SIGKILL. The others are Ctrl-C. */
const KILLED_SHARE = 0.7;

function messageOf(error: unknown): string {
  if (!(error instanceof CommandFailed)) throw error;
  return error.message;
}

function causeFor(mood: Mood, random: () => number): Cause {
  if (mood === "adopting" && random() < 0.5) return "an empty list once";
  const name = oneOf(random, Object.keys(CAUSES));
  return mood === "adopting" && name === "all lists empty for a minute" ? "an empty list once" : name;
}

export class Commands {
  constructor(
    private readonly setting: Setting,
    private readonly name: string,
    private readonly stack: Stack,
  ) {}

  /**
   * Runs a command that may be interrupted, until everything that it sent has taken effect.
   * @returns the error, if it failed
   */
  async change(what: string, run: (options: CommandOptions) => Promise<Run>, mood?: Mood) {
    const { world, ownership, problems, conditions } = this.setting;
    const options = { ...this.#interruption(), parallel: conditions.parallel };
    ownership.begin();
    const outcome = await this.attempt(what, () => run(options), mood);
    if (outcome === undefined || !conditions.isPrompt) await world.clock.sleep(MAX_STALE_MS);
    await world.faults.settled();
    problems.push(...ownership.note(this.name));
    return outcome;
  }

  /** @returns the error, if it failed */
  async attempt(what: string, run: () => Promise<Run>, mood: Mood = "any"): Promise<string | undefined> {
    const { world, seed, conditions } = this.setting;
    const seedOfCommand = seed * 1000 + this.setting.commands++;
    world.faults.clear();
    injectFaults(world.faults, seedOfCommand, conditions.faultRate);
    const causes = this.#addCauses(randomNumbers(seedOfCommand), mood);
    const outcome = await run().then(() => undefined, messageOf);
    this.setting.history.push(`${this.name}: ${[what, ...causes].join(", ")}: ${outcome ?? "succeeded"}`);
    return outcome;
  }

  /** Without faults. A process stops if a limit that the service never reports may be used up. */
  async read(read: () => Promise<Run>): Promise<Run> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        const mayPass = /The rate limit is reached|Run the command again/.test((error as Error).message);
        if (attempt === MAX_READS || !mayPass) throw error;
        await this.setting.world.clock.sleep(RATE_WINDOW_MS);
      }
    }
  }

  /** @returns their names */
  #addCauses(random: () => number, mood: Mood): string[] {
    const { person, world } = this.setting;
    person.begin(this.name, this.stack);
    const below = (limit: number) => Math.floor(random() * limit);
    const names: string[] = [];
    const hasObject = this.stack.resources.some(({ id }) => isId(id));
    while (mood !== "calm" && names.length < 2 && random() < CAUSE_RATE) {
      const name = causeFor(mood === "any" && !hasObject ? "adopting" : mood, random);
      // A list that is empty in two readings, while another one shows something, proves an absence.
      if (name === "an empty list once" && names.includes(name)) continue;
      const section = oneOf(random, SECTIONS);
      world.faults.rule(CAUSES[name]!({ clock: world.clock, person, section, below }));
      names.push(name);
    }
    return names;
  }

  #interruption(): CommandOptions {
    const { random, conditions } = this.setting;
    const among = oneOf(random, ["changes", "changes", "all"] as const);
    const timing = oneOf(random, ["before", "after", "answered"] as const);
    // A short command may end before.
    const request = 1 + Math.floor(random() * (among === "changes" ? 8 : 16));
    const chance = random() / conditions.interruptionRate;
    const how = chance < KILLED_SHARE ? "killed" : "canceled";
    return chance < 1 ? interruptAt({ request, among, timing, how }) : {};
  }
}
