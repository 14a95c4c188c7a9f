// One stack and the user who applies it.
import { label } from "../support/engine/state";
import type { CommandOptions, Run, Stack } from "../support/stack";
import { Commands, type Setting } from "./commands";
import { allowsDuplicates } from "./conditions";
import {
  type Entry,
  idsOf,
  isId,
  KINDS,
  labelOf,
  randomStack,
  recordsOf,
  renamed,
  type Scope,
  sectionOf,
  yamlOf,
} from "./entries";
import { sameObjects } from "./ownership";
import { isOpen, linesAbout, User } from "./user";
import { problemsOf } from "./verify";

const MAX_RUNS = 40;

type Goal = "up" | "destroy";

export class Team {
  readonly #stack: Stack;
  readonly #commands: Commands;
  readonly #user: User;
  #desired: readonly Entry[] = [];
  #replace = new Set<string>();
  /** What has not succeeded yet. */
  #unfinished: Goal | undefined;
  /** The person's edits that a refresh has undone. */
  #undone = 0;
  /** A killed run, a lost state or a forgotten record left objects behind, which nothing records. */
  #mayHaveOrphans = false;

  /** @param shared entries that another stack has, too */
  constructor(
    private readonly setting: Setting,
    private readonly scope: Scope,
    private readonly shared: readonly Entry[] = [],
  ) {
    // Chaos deletes many entries at once.
    this.#stack = setting.world.stack({ maxDeletions: "1000" });
    this.#commands = new Commands(setting, scope.name, this.#stack);
    this.#user = new User(setting, scope.name, this.#stack);
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
    const { random, conditions } = this.setting;
    if (this.#stack.resources.length > 0 && random() < 0.1) return "destroy";
    if (this.#stack.resources.length > 0 && random() < 0.2) {
      this.#mayHaveOrphans = true;
      this.#user.loseState();
      return "up";
    }
    this.#desired =
      this.#desired.length > 0 && random() < 0.3
        ? renamed(random, this.#desired)
        : [...randomStack(random, this.scope), ...this.shared.filter(() => random() < 0.6)];
    const hasReplaced = random() < 0.3;
    const isReplaced = ({ kind }: Entry) =>
      hasReplaced && allowsDuplicates(conditions.dialect, kind) && random() < 0.3;
    this.#replace = new Set(this.#desired.filter(isReplaced).map(({ kind, key }) => labelOf(kind, key)));
    this.#user.startOver();
    return "up";
  }

  async #pursue(goal: Goal, patience: number): Promise<void> {
    const { problems, random } = this.setting;
    this.#unfinished = goal;
    // Others used the account since the last command, so a preview must show again what `adopt` would adopt.
    this.#user.onExisting = undefined;
    let outcome: string | undefined;
    for (let run = 0; run < MAX_RUNS; run++) {
      outcome = goal === "up" ? await this.#up() : await this.#destroy();
      if (outcome === undefined) this.#unfinished = undefined;
      if (outcome === undefined || problems.length > 0 || random() >= patience) return;
    }
    this.#report(`no success of ${goal} in ${MAX_RUNS} runs: ${outcome}`);
  }

  /** @returns what is left to do, or undefined */
  async #up(): Promise<string | undefined> {
    const { random, person } = this.setting;
    const user = this.#user;
    if (user.isEmptied) {
      await this.#commands.change("destroy", (options) => this.#stack.destroy(options));
      user.isEmptied = false;
      return "the account was emptied";
    }
    if (random() < 0.1)
      user.read(await this.#commands.change("refresh", (options) => this.#stack.refresh(options)));
    const entries = user.configOf(this.#desired);
    const isBlocked = user.onExisting === undefined && this.#isBlocked(entries);
    const preview = await this.#preview(entries);
    if (preview !== undefined) {
      user.readPreview(preview, entries);
      if (!isBlocked || random() >= 0.2) return preview;
    } else user.previewSucceeded();
    const { shown } = person;
    const refresh = user.mustRefresh || person.edits > this.#undone || random() < 0.15;
    const change = (options: CommandOptions) => {
      const all = { ...options, ...this.#optionsFor(), preview: false, refresh };
      return this.#stack.up(yamlOf(entries), { ...all, ...(isBlocked && { config: {} }) });
    };
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
    user.succeeded();
    this.#replace.clear();
    if (person.edits > this.#undone) return "somebody edited objects by hand";
    await this.#verify();
    return undefined;
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
    const { world } = this.setting;
    const before = world.changes.length;
    const run = () => this.#stack.preview(yamlOf(entries), this.#optionsFor());
    const outcome = await this.#commands.attempt("preview", run);
    if (world.changes.length > before) this.#report("a preview changed the account");
    return outcome;
  }

  /** Whether the account has objects of entries already, of another stack or left behind by an interrupted run. */
  #isBlocked(entries: readonly Entry[]): boolean {
    return entries.some((entry) => {
      const { kind, key, renamedFrom = key, onExisting } = entry;
      const ids = idsOf(this.#stack, kind);
      const isManaged = [key, renamedFrom].some((name) => labelOf(kind, name) in ids);
      if (onExisting !== undefined || isManaged) return false;
      const same = sameObjects(this.setting.world.account, entry);
      return same.some((id) => !Object.values(ids).includes(id));
    });
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
    this.setting.world.faults.clear();
    this.#mayHaveOrphans = false;
    const entries = this.#user.configOf(this.#desired);
    this.setting.problems.push(...problemsOf(this.setting, this.scope.name, this.#stack, entries));
    const expectNoChange = async (what: string, run: () => Promise<Run>) => {
      const { changes } = await this.#commands.read(run);
      if (changes.length > 0) this.#report(`${what} shows ${changes.join("; ")}`);
    };
    await expectNoChange("a drift check", () => this.#stack.drift());
    await expectNoChange("a preview", () => this.#stack.preview(yamlOf(entries)));
  }

  /** After a refresh, the only object with the identity of an unclear create is its object. */
  #checkPending(entries: readonly Entry[], outcome: string): void {
    const { world, ownership } = this.setting;
    for (const { entry, line } of linesAbout(entries, outcome)) {
      const { kind, onExisting } = entry;
      if (!isOpen(line) || sectionOf(kind) === "qrCodes" || onExisting !== undefined) continue;
      const record = this.#stack.resources.find((one) => label(one) === labelOf(kind, entry.key));
      // Then `duplicate` decides nothing.
      if (!record || String(record.outputs.__entry).includes('"onExisting":"duplicate"')) continue;
      // Also what a replacement still has to delete.
      const recorded = recordsOf(this.#stack, kind).map(({ id }) => id);
      const [own, ...others] = sameObjects(world.account, entry).filter((id) => !recorded.includes(id));
      if (others.length === 0 && own !== undefined && ownership.isCreatedBy(this.scope.name, kind, own))
        this.#report(`${labelOf(kind, entry.key)} is pending, although ${own} is surely its object`);
    }
  }

  #pendingOf(kind: Entry["kind"]) {
    return recordsOf(this.#stack, kind).filter(({ id }) => !isId(id));
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
    const { account } = this.setting.world;
    for (const { kind, key } of entries) {
      const id = this.#stack.ids[labelOf(kind, key)];
      if (id === undefined || !isId(id) || kind.ids(account).includes(id)) continue;
      if (this.#user.hasDeleted(kind, id)) this.#user.mustRefresh = true;
      else if (!this.setting.person.hasDeleted(kind, id)) this.#report(`${labelOf(kind, key)} ${id} is lost`);
    }
  }

  #report(problem: string): void {
    this.setting.problems.push(`${this.scope.name}: ${problem}`);
  }
}
