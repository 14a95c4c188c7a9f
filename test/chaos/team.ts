import { cancelAt, killAt, losing } from "../support/interruptions";
import { CommandFailed, type CommandOptions, Killed, type Run, type Stack } from "../support/stack";
import type { World } from "../support/world";
import { allowsDuplicates, type Conditions, disturb } from "./conditions";
import { type Entry, labelOf, oneOf, programOf, randomStack, type Scope, yamlOf } from "./entries";
import { type Ownership, sameObjects } from "./ownership";
import { rearrange, renameKey } from "./rearrange";
import { isId, User } from "./user";
import { problemsOf } from "./verify";

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
const MAX_RUNS = 40;
const MAX_READS = 5;
/** Shares of runs. */
const RATES = { refresh: 0.1, upWithRefresh: 0.15, replace: 0.3, skipPreview: 0.2 };

type Goal = "up" | "destroy";

export class Team {
  readonly stack: Stack;
  readonly #name: string;
  readonly #setting: Setting;
  readonly #scope: Scope;
  readonly #shared: readonly Entry[];
  readonly #user: User;
  readonly #isProgram: boolean;
  #desired: readonly Entry[] = [];
  #replace = new Set<string>();
  /** What has not succeeded yet. */
  #unfinished: Goal | undefined;

  /** @param shared entries that another stack has, too */
  constructor(setting: Setting, scope: Scope, shared: readonly Entry[] = []) {
    const { world, random, ownership, conditions, seed } = setting;
    this.#name = scope.name;
    this.#setting = setting;
    this.#scope = scope;
    this.#shared = shared;
    // Chaos deletes many entries at once.
    this.stack = world.stack({ maxDeletions: "100%" });
    this.#isProgram = seed % 4 === 0;
    this.#user = new User({
      account: world.account,
      stack: this.stack,
      random,
      allowsDuplicates: (kind) => allowsDuplicates(conditions.dialect, kind),
      isOwn: (kind, id) => ownership.isCreatedBy(scope.name, kind, id),
    });
  }

  /** A new goal, unless the last one is unfinished, and some runs for it. @param patience share of failed runs that are repeated */
  async proceed(patience = 1): Promise<void> {
    this.#unfinished ??= this.#draw();
    await this.#pursue(this.#unfinished, patience);
  }

  /** Completes what is unfinished, and removes everything. */
  async finish(): Promise<void> {
    if (this.#unfinished === "up") await this.#pursue("up", 1);
    await this.#pursue("destroy", 1);
  }

  #draw(): Goal {
    const { random, conditions } = this.#setting;
    if (this.stack.resources.length > 0 && random() < 0.1) return "destroy";
    const all = [this.#another, this.#another, this.#rearranged, this.#renamed];
    const draw = this.#desired.length === 0 ? this.#another : oneOf(random, all);
    this.#desired = draw.call(this);
    const mayReplace = (entry: Entry) =>
      allowsDuplicates(conditions.dialect, entry.kind) && random() < RATES.replace;
    const replaced = random() < RATES.replace ? this.#desired.filter(mayReplace) : [];
    this.#replace = new Set(replaced.map(({ kind, key }) => labelOf(kind, key)));
    this.#user.startOver();
    return "up";
  }

  #another(): Entry[] {
    const { random } = this.#setting;
    return [...randomStack(random, this.#scope), ...this.#shared.filter(() => random() < 0.6)];
  }

  #rearranged(): Entry[] {
    const { random, conditions } = this.#setting;
    return rearrange(random, this.#desired, (kind) => allowsDuplicates(conditions.dialect, kind));
  }

  #renamed(): Entry[] {
    const { random } = this.#setting;
    const withRenamedFrom = random() < 0.5;
    return this.#desired.map((entry) => (random() < 0.4 ? renameKey(entry, withRenamedFrom) : entry));
  }

  async #pursue(goal: Goal, patience: number): Promise<void> {
    const { problems, random } = this.#setting;
    this.#unfinished = goal;
    this.#user.returned();
    let outcome: string | undefined;
    for (let run = 0; run < MAX_RUNS; run++) {
      outcome = goal === "up" ? await this.#up() : await this.#destroy();
      if (outcome === undefined) this.#unfinished = undefined;
      if (outcome === undefined || problems.length > 0 || random() >= patience) return;
    }
    problems.push(`${this.#name}: no success of ${goal} in ${MAX_RUNS} runs: ${outcome}`);
  }

  /** @returns what is left to do, or undefined */
  async #up(): Promise<string | undefined> {
    const { random, conditions } = this.#setting;
    const user = this.#user;
    if (random() < RATES.refresh) await this.#change((options) => this.stack.refresh(options));
    const entries = user.configOf(this.#desired);
    const isBlocked = user.onExisting === undefined && this.#blocked(entries).length > 0;
    const preview = await this.#preview(entries);
    if (preview !== undefined) {
      user.readPreview(preview, entries);
      if (!isBlocked || random() >= RATES.skipPreview) return preview;
    } else user.previewSucceeded();
    const { pauseMs } = conditions;
    const beforeStep = () => this.#setting.world.clock.sleep(pauseMs);
    const outcome = await this.#change((options) =>
      this.stack.up(this.#configFor(entries), {
        ...options,
        ...this.#optionsFor(),
        ...(pauseMs > 0 && { beforeStep }),
        ...(isBlocked && { config: {} }),
        preview: false,
        refresh: random() < RATES.upWithRefresh,
      }),
    );
    this.#checkLost(entries);
    if (outcome !== undefined) {
      user.readUpdate(outcome, entries);
      return outcome;
    }
    const rest = user.postpones ? "a part of the config is postponed" : undefined;
    if (isBlocked) this.#report("an update succeeded although objects exist");
    user.succeeded();
    this.#replace.clear();
    if (rest === undefined) await this.#verify();
    return rest;
  }

  async #destroy(): Promise<string | undefined> {
    const outcome = await this.#change((options) => this.stack.destroy(options));
    if (outcome !== undefined) return outcome;
    this.#user.startOver();
    this.#desired = [];
    await this.#verify();
    return undefined;
  }

  /** @returns the error, if it failed */
  async #preview(entries: readonly Entry[]): Promise<string | undefined> {
    const { world } = this.#setting;
    const before = world.changes.length;
    const outcome = await this.#attempt(() =>
      this.stack.preview(this.#configFor(entries), this.#optionsFor()),
    );
    if (world.changes.length > before) this.#report("a preview changed the account");
    if (
      this.#user.onExisting === undefined &&
      (outcome === undefined || outcome.includes("cannot be created"))
    ) {
      const unnamed = this.#blocked(entries).filter(
        ({ kind, key }) =>
          !new RegExp(`\\b(${kind.definition.yaml.section}\\.|${labelOf(kind, "")})${key}\\b`).test(
            outcome ?? "",
          ),
      );
      for (const { kind, key } of unnamed) this.#report(`a preview does not name ${labelOf(kind, key)}`);
    }
    return outcome;
  }

  /** Entries that the account has already, of another stack or left behind by an interrupted run. */
  #blocked(entries: readonly Entry[]): Entry[] {
    const { ids } = this.stack;
    return entries.filter((entry) => {
      const { kind, key, renamedFrom = key, onExisting } = entry;
      if (onExisting !== undefined || [key, renamedFrom].some((name) => labelOf(kind, name) in ids))
        return false;
      const managed = this.stack.resources.filter(({ type }) => type.endsWith(`:${kind.definition.type}`));
      return sameObjects(this.#setting.world.account, entry).some((id) =>
        managed.every((one) => one.id !== id),
      );
    });
  }

  /** Runs a command that may be interrupted, until everything that it sent has taken effect. */
  async #change(run: (options: CommandOptions) => Promise<Run>): Promise<string | undefined> {
    const { world, seed, random, ownership, problems, conditions } = this.#setting;
    const wrap = losing(`${seed} ${this.#setting.commands}`, conditions.lossRate);
    const among = oneOf(random, ["changes", "changes", "all"] as const);
    const moment = {
      among,
      request: 1 + Math.floor(random() * (among === "changes" ? 8 : 16)),
      timing: oneOf(random, ["before", "after", "answered"] as const),
    };
    const drawn = random();
    const { interruptionRate } = conditions;
    const options =
      drawn < interruptionRate * 0.7
        ? killAt(moment, wrap)
        : drawn < interruptionRate
          ? cancelAt(moment, wrap)
          : { wrap };
    const outcome = await this.#attempt(() => run({ ...options, parallel: conditions.parallel }));
    if (outcome?.match(/^killed|canceled/)) this.#setting.interruptions++;
    if (outcome === undefined) await this.#readAtOnce();
    await world.clock.sleep(SETTLE_MS);
    await world.faults.settled();
    problems.push(...ownership.note(this.#name));
    return outcome;
  }

  /** @returns the error, if it failed */
  async #attempt(run: () => Promise<Run>): Promise<string | undefined> {
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

  #configFor(entries: readonly Entry[]) {
    return this.#isProgram ? programOf(entries) : yamlOf(entries);
  }

  #optionsFor(): CommandOptions {
    const { onExisting } = this.#user;
    const pending = this.stack.pendingDeletes.map(({ type, name }) => `${type.split(":").at(-1)} ${name}`);
    const replace = [...this.#replace].filter((label) => label in this.stack.ids && !pending.includes(label));
    return { ...(onExisting && { config: { onExisting } }), replace };
  }

  /** Right after a command, while lists are stale, nothing is gone. */
  async #readAtOnce(): Promise<void> {
    const { world, seed, conditions, random } = this.#setting;
    const { faults, clock } = world;
    faults.clear();
    if (conditions.pagesDiffer) {
      // Some pages then are older than the command, and some are not.
      await clock.advance(random() * SETTLE_MS);
      faults.seed(seed, { rate: 1, kinds: ["stale"], maxMs: SETTLE_MS });
    } else faults.rule({ on: "GET *", stale: EVEN_LAG_MS });
    const gone = (await this.#read(() => this.stack.drift())).with("gone");
    if (gone.length > 0) this.#report(`right after a command, ${gone.join(", ")} counts as gone`);
  }

  async #verify(): Promise<void> {
    const { world, ownership, problems } = this.#setting;
    world.faults.clear();
    const entries = this.#user.configOf(this.#desired);
    problems.push(...problemsOf(world.account, ownership, this.#name, this.stack, entries));
    const drift = await this.#read(() => this.stack.drift());
    if (drift.changes.length > 0) this.#report(`drift: ${drift.changes.join("; ")}`);
    const preview = await this.#read(() => this.stack.preview(this.#configFor(entries)));
    if (preview.changes.length > 0) this.#report(`a preview shows ${preview.changes.join("; ")}`);
  }

  /** A process stops if a limit that the service never reports may be used up. */
  async #read(read: () => Promise<Run>): Promise<Run> {
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

  /** Objects of entries that the account does not have. */
  #checkLost(entries: readonly Entry[]): void {
    const { account } = this.#setting.world;
    for (const { kind, key } of entries) {
      const id = this.stack.ids[labelOf(kind, key)];
      if (id !== undefined && isId(id) && !kind.ids(account).includes(id))
        this.#report(`${labelOf(kind, key)} ${id} is lost`);
    }
  }

  #report(problem: string): void {
    this.#setting.problems.push(`${this.#name}: ${problem}`);
  }
}
