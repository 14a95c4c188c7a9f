// One stack and the user who applies it.
import { label } from "../support/engine/state";
import type { CommandOptions, Stack } from "../support/stack";
import { Commands, type Setting } from "./commands";
import { allowsDuplicates } from "./conditions";
import {
  type Entry,
  idsOf,
  isId,
  KINDS,
  labelOf,
  nameOf,
  programOf,
  randomStack,
  type Scope,
  sectionOf,
  yamlOf,
} from "./entries";
import { sameObjects } from "./ownership";
import { rearrange } from "./rearrange";
import { isSentAsDuplicate, linesAbout, User } from "./user";
import { problemsOf } from "./verify";

const MAX_RUNS = 40;
/** Shares of runs, or of new configs. */
const RATES = {
  refresh: 0.1,
  upWithRefresh: 0.15,
  skipPreview: 0.2,
  replace: 0.3,
  destroy: 0.1,
  lostState: 0.2,
  rearrange: 0.5,
};

type Goal = "up" | "destroy";

export class Team {
  readonly #stack: Stack;
  readonly #commands: Commands;
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
  /** The person's edits that a refresh has undone. */
  #undone = 0;
  /** A killed run, a lost state or a forgotten record left objects behind, which nothing records. */
  #mayHaveOrphans = false;

  /** @param shared entries that another stack has, too */
  constructor(setting: Setting, scope: Scope, shared: readonly Entry[] = []) {
    const { world, random, ownership, creates, person, conditions, seed } = setting;
    this.#name = scope.name;
    this.#setting = setting;
    this.#scope = scope;
    this.#shared = shared;
    // Chaos deletes many entries at once.
    this.#stack = world.stack({ maxDeletions: "1000" });
    this.#commands = new Commands(setting, scope.name, this.#stack);
    this.#isProgram = seed % 4 === 0;
    this.#user = new User({
      account: world.account,
      stack: this.#stack,
      random,
      allowsDuplicates: (kind) => allowsDuplicates(conditions.dialect, kind),
      isOwn: (kind, id) => ownership.isCreatedBy(scope.name, kind, id),
      isFor: (entry, id) => creates.isFor(entry, id),
      isRenamed: (kind, id) => person.hasRenamed(kind, id),
    });
  }

  /** Whether it has a create of a shared entry whose result it does not know yet. */
  get hasUnclear(): boolean {
    return this.#stack.resources.some(({ id, name }) => !isId(id) && name.startsWith("shared"));
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
    const mayDuplicate = (kind: Entry["kind"]) => allowsDuplicates(conditions.dialect, kind);
    if (this.#stack.resources.length > 0 && random() < RATES.destroy) return "destroy";
    if (this.#stack.resources.length > 0 && random() < RATES.lostState) {
      this.#mayHaveOrphans = true;
      this.#user.loseState();
      return "up";
    }
    const isRearranged = this.#desired.length > 0 && random() < RATES.rearrange;
    this.#desired = isRearranged ? rearrange(random, this.#desired, mayDuplicate) : this.#another();
    const hasReplaced = random() < RATES.replace;
    const isReplaced = ({ kind }: Entry) => hasReplaced && mayDuplicate(kind) && random() < RATES.replace;
    this.#replace = new Set(this.#desired.filter(isReplaced).map(({ kind, key }) => labelOf(kind, key)));
    this.#user.startOver();
    return "up";
  }

  #another(): Entry[] {
    const { random } = this.#setting;
    return [...randomStack(random, this.#scope), ...this.#shared.filter(() => random() < 0.6)];
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
    const { random, conditions, person } = this.#setting;
    const user = this.#user;
    if (user.isEmptied) {
      await this.#commands.change("destroy", (options) => this.#stack.destroy(options));
      user.isEmptied = false;
      return "the account was emptied";
    }
    if (random() < RATES.refresh || user.refreshesFirst) {
      const run = (options: CommandOptions) => this.#stack.refresh(options);
      user.read(await this.#commands.change("refresh", run));
    }
    const entries = user.configOf(this.#desired);
    const isBlocked = user.onExisting === undefined && this.#blocked(entries).length > 0;
    const preview = await this.#preview(entries);
    if (preview !== undefined) {
      user.readPreview(preview, entries);
      if (!isBlocked || random() >= RATES.skipPreview) return preview;
    } else user.previewSucceeded();
    const { pauseMs } = conditions;
    const beforeStep = () => this.#setting.world.clock.sleep(pauseMs);
    const { shown } = person;
    const refresh = user.mustRefresh || person.edits > this.#undone || random() < RATES.upWithRefresh;
    const change = (options: CommandOptions) =>
      this.#stack.up(this.#configFor(entries), {
        ...options,
        ...this.#optionsFor(),
        ...(pauseMs > 0 && { beforeStep }),
        ...(isBlocked && { config: {} }),
        preview: false,
        refresh,
      });
    // With `fail`, one list decides.
    const mood = isBlocked ? "calm" : user.onExisting === undefined ? "any" : "adopting";
    this.#noteForgotten(entries);
    const outcome = await this.#commands.change("up", change, mood);
    this.#checkLost(entries);
    this.#checkOrphans(outcome);
    if (outcome !== undefined) {
      if (refresh) this.#checkPending(entries, outcome);
      user.readUpdate(outcome, entries, refresh);
      return outcome;
    }
    if (isBlocked) this.#report("an update succeeded although objects exist");
    if (refresh) this.#undone = Math.max(this.#undone, shown);
    return this.#succeeded();
  }

  /** @returns what is left to do, or undefined */
  async #succeeded(): Promise<string | undefined> {
    const { person } = this.#setting;
    const { postpones } = this.#user;
    this.#user.succeeded();
    this.#replace.clear();
    if (postpones) return "a part of the config is postponed";
    if (person.edits > this.#undone) return this.#seeDrift();
    await this.#verify();
    return undefined;
  }

  /** What somebody edited by hand is drift. @returns what is left to do */
  async #seeDrift(): Promise<string> {
    const { world, person } = this.#setting;
    world.faults.clear();
    const outcome = await this.#commands.readOnce(() => this.#stack.drift());
    if (typeof outcome === "string") {
      this.#user.read(outcome);
      // The last object of the account may be gone.
      if (!this.#user.isEmptied) this.#report(`a drift check fails: ${outcome}`);
      return outcome;
    }
    const shown = outcome.steps.filter(({ operation }) => operation !== "same").map(({ label }) => label);
    for (const one of person.differing(this.#stack))
      if (!shown.includes(one)) this.#report(`a drift check does not show ${one}`);
    return "somebody edited objects by hand";
  }

  async #destroy(): Promise<string | undefined> {
    const refresh = this.#user.mustRefresh && !this.#user.isEmptied;
    this.#noteForgotten([]);
    const run = (options: CommandOptions) => this.#stack.destroy({ ...options, refresh });
    const outcome = await this.#commands.change("destroy", run);
    this.#user.read(outcome);
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
    const outcome = await this.#commands.attempt("preview", () =>
      this.#stack.preview(this.#configFor(entries), this.#optionsFor()),
    );
    if (world.changes.length > before) this.#report("a preview changed the account");
    const isReport = outcome === undefined || outcome.includes("cannot be applied");
    if (this.#user.onExisting !== undefined || !isReport || this.#commands.causes.length > 0) return outcome;
    for (const entry of this.#blocked(entries)) {
      if (linesAbout([entry], outcome ?? "").length === 0 && !isCounted(entry, outcome))
        this.#report(`a preview does not name ${labelOf(entry.kind, entry.key)}`);
    }
    return outcome;
  }

  /** Entries that the account has already, of another stack or left behind by an interrupted run. */
  #blocked(entries: readonly Entry[]): Entry[] {
    return entries.filter((entry) => {
      const { kind, key, renamedFrom = key, onExisting } = entry;
      const ids = idsOf(this.#stack, kind);
      const isManaged = [key, renamedFrom].some((name) => labelOf(kind, name) in ids);
      if (onExisting !== undefined || isManaged) return false;
      const same = sameObjects(this.#setting.world.account, entry);
      return same.some((id) => !Object.values(ids).includes(id));
    });
  }

  #configFor(entries: readonly Entry[]) {
    return this.#isProgram ? programOf(entries) : yamlOf(entries);
  }

  #optionsFor(): CommandOptions {
    const { onExisting } = this.#user;
    const pending = this.#stack.pendingDeletes.map(label);
    // A replacement of a pending record is another object, beside the one that it may have.
    const isObject = (one: string) => isId(this.#stack.ids[one] ?? "") && !pending.includes(one);
    const replace = [...this.#replace].filter(isObject);
    return { ...(onExisting && { config: { onExisting } }), replace };
  }

  async #verify(): Promise<void> {
    const { world, ownership, problems } = this.#setting;
    world.faults.clear();
    this.#mayHaveOrphans = false;
    const entries = this.#user.configOf(this.#desired);
    problems.push(...problemsOf(world.account, ownership, this.#name, this.#stack, entries));
    const drift = await this.#commands.read(() => this.#stack.drift());
    if (drift.changes.length > 0) this.#report(`drift: ${drift.changes.join("; ")}`);
    const preview = await this.#commands.read(() => this.#stack.preview(this.#configFor(entries)));
    if (preview.changes.length > 0) this.#report(`a preview shows ${preview.changes.join("; ")}`);
  }

  /** After a refresh, the only object with the identity of an unclear create is its object. */
  #checkPending(entries: readonly Entry[], outcome: string): void {
    const { world, ownership } = this.#setting;
    const isOpen = (line: string) => line.includes("result, and no resource has");
    for (const { entry, line } of linesAbout(entries, outcome)) {
      const { kind, onExisting } = entry;
      if (!isOpen(line) || sectionOf(kind) === "qrCodes" || onExisting !== undefined) continue;
      const record = this.#stack.resources.find((one) => label(one) === labelOf(kind, entry.key));
      if (!record || isSentAsDuplicate(record)) continue;
      // Also what a replacement still has to delete.
      const recorded = [...this.#stack.resources, ...this.#stack.pendingDeletes]
        .filter((one) => label(one).startsWith(labelOf(kind, "")))
        .map(({ id }) => id);
      const [own, ...others] = sameObjects(world.account, entry).filter((id) => !recorded.includes(id));
      if (others.length === 0 && own !== undefined && ownership.isCreatedBy(this.#name, kind, own))
        this.#report(`${labelOf(kind, entry.key)} is pending, although ${own} is surely its object`);
    }
  }

  #pendingOf(kind: Entry["kind"]) {
    const { resources, pendingDeletes } = this.#stack;
    return [...resources, ...pendingDeletes].filter(
      (one) => !isId(one.id) && label(one).startsWith(labelOf(kind, "")),
    );
  }

  /** An entry that leaves the config, or that the user decides, gives up its pending record. */
  #noteForgotten(entries: readonly Entry[]): void {
    const isKept = (one: string) =>
      entries.some(({ kind, key, renamedFrom = key, onExisting }) => {
        return onExisting === undefined && [key, renamedFrom].some((name) => labelOf(kind, name) === one);
      });
    const pending = KINDS.flatMap((kind) => this.#pendingOf(kind));
    if (pending.some((one) => !isKept(label(one)))) this.#mayHaveOrphans = true;
  }

  /** Whatever a run has created without being killed is in the state, or a pending record waits for it. */
  #checkOrphans(outcome: string | undefined): void {
    if (outcome?.match(/^killed/)) this.#mayHaveOrphans = true;
    if (this.#mayHaveOrphans) return;
    for (const kind of KINDS) {
      const orphans = this.#user.leftovers(kind);
      if (orphans.length > this.#pendingOf(kind).length)
        this.#report(`no record has ${labelOf(kind, orphans.join(", "))}`);
    }
  }

  /** Objects of entries that the account does not have. */
  #checkLost(entries: readonly Entry[]): void {
    const { account } = this.#setting.world;
    for (const { kind, key } of entries) {
      const id = this.#stack.ids[labelOf(kind, key)];
      if (id === undefined || !isId(id) || kind.ids(account).includes(id)) continue;
      if (this.#user.hasDeleted(kind, id)) this.#user.mustRefresh = true;
      else if (!this.#setting.person.hasDeleted(kind, id))
        this.#report(`${labelOf(kind, key)} ${id} is lost`);
    }
  }

  #report(problem: string): void {
    this.#setting.problems.push(`${this.#name}: ${problem}`);
  }
}

/** A report has a line for the first entries, and the names of the others. */
function isCounted(entry: Entry, report = ""): boolean {
  const [, names = ""] = /^ {2}and \d+ more: (.*)$/m.exec(report) ?? [];
  return names.split(", ").some((name) => [nameOf(entry), labelOf(entry.kind, entry.key)].includes(name));
}
