// A user who follows the messages: edits the config as they say, and repeats a failed run with
// LINK_MANAGEMENT_ON_EXISTING=adopt.
import type { Account } from "../../src/emulator/index";
import { label } from "../support/engine/state";
import type { Kind } from "../support/kinds";
import type { Stack } from "../support/stack";
import { type Entry, idsOf, isId, KINDS, labelOf, nameOf, oneOf, sectionOf } from "./entries";

export interface UserOptions {
  readonly account: Account;
  readonly stack: Stack;
  readonly random: () => number;
  /** Whether the service allows two objects of a kind with one identity. */
  readonly allowsDuplicates: (kind: Kind) => boolean;
  /** Whether this user's stack created an object. */
  readonly isOwn: (kind: Kind, id: string) => boolean;
  /** Whether an object was created for an entry with these arguments. */
  readonly isFor: (entry: Entry, id: string) => boolean;
  /** Whether somebody has renamed an object by hand. */
  readonly isRenamed: (kind: Kind, id: string) => boolean;
}

type Edit = { readonly [Name in "onExisting" | "renamedFrom"]?: Entry[Name] | undefined };
type Recorded = Stack["resources"][number];

export class User {
  readonly #options: UserOptions;
  readonly #edits = new Map<string, Edit>();
  /** Entries that wait until the change of another entry is applied. */
  readonly #postponed = new Set<string>();
  /** Entries that the user removed, because another stack has their objects. */
  readonly #removed = new Set<string>();
  /** Objects that the user deleted by hand. */
  readonly #deleted = new Set<string>();
  /** A failed or killed run may have left objects behind. */
  #isRecovering = false;
  /** An error says that a refresh comes first. */
  mustRefresh = false;
  /** A preview says that two entries have one object: the state may be that before a killed update. */
  refreshesFirst = false;
  /** An error says that the account lists nothing, and that is so. */
  isEmptied = false;
  /** The value of LINK_MANAGEMENT_ON_EXISTING for the next run. */
  onExisting: "adopt" | "overwrite" | undefined;

  constructor(options: UserOptions) {
    this.#options = options;
  }

  /** Whether the next run applies only a part of the config. */
  get postpones(): boolean {
    return this.#postponed.size > 0;
  }

  /** The config for the next run. */
  configOf(desired: readonly Entry[]): Entry[] {
    return desired.flatMap((entry): Entry[] => {
      const name = nameOf(entry);
      if (this.#removed.has(name)) return [];
      const edited = { ...entry, ...this.#edits.get(name) };
      if (!this.#postponed.has(name)) return [edited];
      const recorded = this.#recordOf(edited);
      if (!recorded) return [];
      // Under its recorded key, which the next messages name.
      const waiting = asRecorded(entry, recorded);
      const { onExisting } = { ...edited, ...this.#edits.get(nameOf(waiting)) };
      return this.#removed.has(nameOf(waiting)) ? [] : [{ ...waiting, onExisting }];
    });
  }

  /** @param message of any command that failed. Empty: it succeeded */
  read(message = ""): void {
    if (/--refresh|pulumi refresh/.test(message)) this.mustRefresh = true;
    const { account } = this.#options;
    this.isEmptied =
      message.includes("lists no object") && KINDS.every((kind) => kind.ids(account).length === 0);
  }

  /** The config is a new one. */
  startOver(): void {
    this.mustRefresh = false;
    this.#edits.clear();
    this.#removed.clear();
    this.#postponed.clear();
  }

  /** Starts with an empty state, and adopts what the account has. */
  loseState(): void {
    const { stack } = this.#options;
    for (const resource of stack.resources) stack.forget(label(resource));
    this.#isRecovering = true;
    this.#cleanUp();
  }

  /** An update succeeded: what was decided is in the state. */
  succeeded(): void {
    this.#postponed.clear();
    this.onExisting = undefined;
    this.#isRecovering = false;
    this.mustRefresh = false;
    for (const [name, { renamedFrom }] of this.#edits)
      this.#edits.set(name, renamedFrom ? { renamedFrom } : {});
  }

  /** A preview succeeded, so `adopt` would adopt nothing of another stack. */
  previewSucceeded(): void {
    // It does not show what becomes of a pending create.
    const isPending = this.#options.stack.resources.some(({ id }) => !isId(id));
    if (this.#isRecovering && !isPending) this.onExisting ??= "adopt";
  }

  /** Others used the account since the last command, so a preview must show again what `adopt` would adopt. */
  returned(): void {
    this.onExisting = undefined;
  }

  /** A preview failed, so nothing was changed. */
  readPreview(message: string, config: readonly Entry[]): void {
    this.read(message);
    this.refreshesFirst = message.includes("has the same object");
    const areAdoptable = linesAbout(config, message).map(({ entry, line }) => {
      // One of the two waits.
      const other = /is the same object as (\S+)/.exec(line)?.[1];
      const second = config.find((one) => nameOf(one) === other);
      return this.#decide(second ? oneOf(this.#options.random, [entry, second]) : entry, line);
    });
    if (areAdoptable.length === 0 || areAdoptable.includes(false)) return;
    this.onExisting = message.includes("ON_EXISTING=overwrite") ? "overwrite" : "adopt";
  }

  /** An update failed or was interrupted. */
  readUpdate(message: string, config: readonly Entry[], hasRefreshed: boolean): void {
    this.read(message);
    this.#isRecovering = true;
    this.onExisting = undefined;
    // The identity of an object that leaves, or changes in the same run. Two that exchange it would wait forever.
    const waiting = this.#postponed.size > 0 ? this.#removed : this.#postponed;
    for (const { entry, line } of linesAbout(config, message)) {
      if (!line.includes("the service rejected the request") || this.#isLeft(entry)) continue;
      const other = / (\d+) has the same /.exec(line)?.[1];
      const isOfOthers = other !== undefined && !this.#options.isOwn(entry.kind, other);
      (isOfOthers ? this.#removed : waiting).add(nameOf(entry));
    }
    if (/^killed|canceled/m.test(message)) this.#cleanUp();
    for (const entry of config) {
      if (this.#isPending(entry)) this.#decidePending(entry, message, hasRefreshed);
      // The next run would create one more object.
      else if (entry.onExisting === "duplicate") this.#edit(entry, { onExisting: undefined });
    }
    for (const entry of config)
      if (message.split("\n").some((line) => isAboutLinks(entry, line)))
        this.#edit(entry, { onExisting: "adopt" });
  }

  /** Whether an attempt of an earlier request had an effect, which the next preview names. */
  #isLeft(entry: Entry): boolean {
    return this.leftovers(entry.kind).some((id) => this.#isFor(entry, id));
  }

  /** Nobody edits the content of a QR code by hand. */
  #isFor(entry: Entry, id: string): boolean {
    const { account, isFor } = this.#options;
    if (sectionOf(entry.kind) !== "qrCodes") return isFor(entry, id);
    const { type, data } = account.qrs.get(Number(id)) ?? {};
    return type === entry.args.type && data === entry.args.data;
  }

  /**
   * Deletes by hand what a killed run or a lost state left behind, and nothing recognizes: QR codes, and what somebody has
   * renamed since. A pending record may have one of them.
   */
  #cleanUp(): void {
    const { stack, isRenamed } = this.#options;
    for (const kind of KINDS) {
      const pending = stack.resources.filter(({ id, type }) => !isId(id) && isOfKind(kind, type));
      const mayHave = (id: string) =>
        pending.some((record) => this.#isFor(asRecorded({ kind, key: "", args: {}, links: [] }, record), id));
      const isLost = (id: string) => (sectionOf(kind) === "qrCodes" && !mayHave(id)) || isRenamed(kind, id);
      this.#deleteAllBut(undefined, kind, this.leftovers(kind).filter(isLost));
    }
  }

  #isPending(entry: Entry): boolean {
    const recorded = this.#recordOf(entry);
    return recorded !== undefined && !isId(recorded.id);
  }

  /** @returns whether `adopt` is right for this entry */
  #decide(entry: Entry, line: string): boolean {
    const { isOwn } = this.#options;
    // With an address, each has an `id` of its own.
    const [objects = ""] = /\bids? \d[^)]*/.exec(line) ?? [];
    const ids = [...objects.matchAll(/\bids? ([\d, ]*\d)/g)].flatMap(([, some = ""]) => some.split(", "));
    const own = ids.filter((id) => isOwn(entry.kind, id));
    // A replacement cannot name what an earlier run left behind.
    const left = own.filter((id) => this.leftovers(entry.kind).includes(id));
    const renamedFrom = /renamedFrom: ([\w-]+)/.exec(line)?.[1];
    // Also for two that are in the state, which the loader cannot see.
    if (line.includes("is the same object") && this.#options.allowsDuplicates(entry.kind)) {
      this.#edit(entry, { onExisting: "duplicate" });
      // The preview names what it ignores, also what a killed run left behind.
      this.#deleteAllBut(undefined, entry.kind, this.leftovers(entry.kind));
    } else if (renamedFrom !== undefined) this.#edit(entry, { renamedFrom });
    else if (line.includes("Correct the id")) {
      this.#edit(entry, { onExisting: undefined });
      // A list may be old, so that it is there.
      this.#cleanUp();
    } else if (line.includes("Correct onExisting")) {
      this.#deleteAllBut(undefined, entry.kind, left);
      this.#edit(entry, { onExisting: undefined });
    } else if (/already managed|is the same object/.test(line)) this.#wait(entry);
    else if (own.length === 0) this.#avoid(entry);
    else if (own.length < ids.length) {
      if (line.includes("onExisting: { id:")) this.#edit(entry, { onExisting: { id: newestOf(own) } });
      else if (left.length > 0) this.#deleteAllBut(undefined, entry.kind, left);
      else this.#avoid(entry);
    } else {
      this.#deleteAllBut(newestOf(own), entry.kind, own);
      return true;
    }
    return false;
  }

  /** Another entry of the stack has the object. */
  #wait(entry: Entry): void {
    if (this.#mayDuplicate(entry)) {
      this.#edit(entry, { onExisting: "duplicate" });
      // Also what a killed run left behind would be another one.
      const left = this.leftovers(entry.kind).filter((id) => this.#isFor(entry, id));
      this.#deleteAllBut(undefined, entry.kind, left);
    }
    // Two entries of the state may be the same after an interrupted exchange.
    else if (this.#postponed.has(nameOf(entry))) this.#removed.add(nameOf(entry));
    else this.#postponed.add(nameOf(entry));
  }

  /** Another stack has the object. */
  #avoid(entry: Entry): void {
    if (this.#mayDuplicate(entry)) this.#edit(entry, { onExisting: "duplicate" });
    else this.#removed.add(nameOf(entry));
  }

  #mayDuplicate({ kind }: Entry): boolean {
    const { allowsDuplicates, random } = this.#options;
    return allowsDuplicates(kind) && random() < 0.5;
  }

  /** A refresh decides what a list identifies. About the rest, the user looks at the objects that its message names. */
  #decidePending(entry: Entry, message: string, hasRefreshed: boolean): void {
    const { kind } = entry;
    this.mustRefresh = true;
    const named = linesAbout([entry], message).find(({ line }) =>
      line.includes("result, and no resource has"),
    );
    if (!hasRefreshed || !named) return;
    const recorded = this.#recordOf(entry)!;
    const isNamed = (id: string) => new RegExp(`\\bid ${id}\\b|and \\d+ more`).test(named.line);
    const own = this.leftovers(kind).filter(
      (id) => this.#isFor(asRecorded(entry, recorded), id) && isNamed(id),
    );
    const renamed = own.filter((id) => this.#options.isRenamed(kind, id));
    // The next refresh finds that it is gone.
    if (renamed.length > 0) this.#deleteAllBut(undefined, kind, renamed);
    else if (own.length > 0) this.#edit(entry, { onExisting: { id: newestOf(own) } });
    else if (named.line.includes("pulumi state delete")) this.#options.stack.forget(label(recorded));
    else this.#edit(entry, { onExisting: "duplicate" });
  }

  /** Own objects that are not in the state. */
  leftovers(kind: Kind): string[] {
    const { account, stack, isOwn } = this.#options;
    const pending = stack.pendingDeletes.filter((one) => label(one).startsWith(`${kind.definition.type} `));
    const managed = [...Object.values(idsOf(stack, kind)), ...pending.map(({ id }) => id)];
    return kind.ids(account).filter((id) => isOwn(kind, id) && !managed.includes(id));
  }

  #deleteAllBut(kept: number | undefined, kind: Kind, ids: readonly string[]): void {
    for (const id of ids.filter((one) => Number(one) !== kept)) {
      kind.remove(this.#options.account, id);
      this.#deleted.add(`${sectionOf(kind)} ${id}`);
    }
  }

  /** An old list may still show it, so that a run adopts it. A refresh finds out. */
  hasDeleted(kind: Kind, id: string): boolean {
    return this.#deleted.has(`${sectionOf(kind)} ${id}`);
  }

  #edit(entry: Entry, edit: Edit): void {
    const name = nameOf(entry);
    this.#edits.set(name, { ...this.#edits.get(name), ...edit });
  }

  #recordOf({ kind, key, renamedFrom }: Entry): Recorded | undefined {
    return [key, renamedFrom ?? key]
      .map((name) => this.#options.stack.resources.find((one) => labelOf(kind, name) === label(one)))
      .find((one) => one !== undefined);
  }
}

/** Then `duplicate` decides nothing. */
export const isSentAsDuplicate = ({ outputs }: Recorded) =>
  String(outputs.__entry).includes('"onExisting":"duplicate"');

const isOfKind = ({ definition }: Kind, type: string) => type.endsWith(`:${definition.type}`);

const newestOf = (ids: readonly string[]) => Math.max(...ids.map(Number));

/** The lines of a message that begin with an entry. */
export function linesAbout(config: readonly Entry[], message: string) {
  return message.split("\n").flatMap((line) => {
    const entry = config.find((one) => isAbout(one, line));
    return entry ? [{ entry, line }] : [];
  });
}

/** Messages name an entry of a file by its section and key, and a resource of a program by its type and name. */
function isAbout(entry: Entry, line: string): boolean {
  const text = line.replace(/^(\S+:\d+:\d+ error|(create|update) of) /, "").trim();
  return [nameOf(entry), labelOf(entry.kind, entry.key)].some(
    (name) => text.startsWith(`${name}:`) || text.startsWith(`${name} `),
  );
}

/** A link of this campaign may be assigned already, which nothing shows. */
function isAboutLinks({ kind, key }: Entry, line: string): boolean {
  return (
    sectionOf(kind) === "campaigns" &&
    line.includes("onExisting: adopt of its campaign") &&
    new RegExp(`CampaignLink ${key}/|campaigns\\.${key}[. ]`).test(line)
  );
}

/** The entry as it was when it was applied. */
function asRecorded({ kind, links }: Entry, { name, inputs }: Recorded): Entry {
  const args = Object.entries(inputs).filter(([field]) => !field.startsWith("__"));
  return { kind, key: name, links, args: Object.fromEntries(args) };
}
