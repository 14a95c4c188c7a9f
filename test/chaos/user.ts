// A user who follows the documentation: edits the config as a message says, and repeats a failed run with
// LINK_MANAGEMENT_ON_EXISTING=adopt.
import type { Settings } from "../../src/api/settings";
import type { Account, Dialect } from "../../src/emulator/index";
import type { OnExisting } from "../../src/kind/existing/on-existing";
import { deleteByHand, unmanagedCodes } from "./account-view";
import { allowsDuplicates } from "./conditions";
import type { Failure } from "./program";
import type { Entry } from "./random-stack";
import type { StackState } from "./stack-state";

interface Edit {
  readonly onExisting?: OnExisting;
  readonly renamedFrom?: string;
}

export interface UserOptions {
  readonly account: Account;
  readonly dialect: Dialect;
  readonly random: () => number;
  /** Whether this user's stack created an object. @default the stack has the account for itself */
  readonly isOwn?: (handler: string, id: number | string) => boolean;
}

export class User {
  readonly #options: UserOptions;
  readonly #edits = new Map<string, Edit>();
  /** Entries that wait until the change of another entry is applied. */
  readonly #postponed = new Set<string>();
  /** Entries that the user removed, because another stack has their objects. */
  readonly #removed = new Set<string>();
  #decisions = 0;
  #isRecovering = false;
  #onExisting: Settings["onExisting"];

  constructor(options: UserOptions) {
    this.#options = options;
  }

  /** How often the user edited the config because of a message. */
  get decisions(): number {
    return this.#decisions;
  }

  /** The value of LINK_MANAGEMENT_ON_EXISTING for the next run. */
  get onExisting(): Settings["onExisting"] {
    return this.#onExisting;
  }

  /** A failed or killed run may have left objects behind. */
  get isRecovering(): boolean {
    return this.#isRecovering;
  }

  /** Whether the next run applies only a part of the config. */
  get postpones(): boolean {
    return this.#postponed.size > 0;
  }

  isPostponed(key: string): boolean {
    return this.#postponed.has(key);
  }

  /** The config for the next run. */
  configOf(desired: readonly Entry[], state: StackState): Entry[] {
    return desired.flatMap((entry): Entry[] => {
      const { key, parent } = entry;
      const owner = parent ?? key;
      if (this.#removed.has(owner)) return [];
      const edited = { ...entry, ...this.#edits.get(key) };
      const recorded = state.find(edited);
      if (this.#postponed.has(key)) return recorded ? [recorded.entry] : [];
      return this.#postponed.has(owner) && !state.live.has(owner) ? [] : [edited];
    });
  }

  /** The config is a new one. */
  startOver(): void {
    this.#edits.clear();
    this.#removed.clear();
    this.#postponed.clear();
  }

  /** A run succeeded. */
  succeeded(): void {
    this.#postponed.clear();
    this.#onExisting = undefined;
    this.#isRecovering = false;
  }

  /** A preview succeeded, so `adopt` would adopt nothing of another stack. */
  previewSucceeded(): void {
    if (this.#isRecovering) this.#onExisting = "adopt";
  }

  /** Others used the account since the last command, so a preview must show again what `adopt` would adopt. */
  returned(): void {
    if (this.#options.isOwn) this.#onExisting = undefined;
  }

  /** A preview failed, so nothing was changed. */
  readPreview(failures: readonly Failure[], desired: readonly Entry[], state: StackState): void {
    const { isOwn = () => true } = this.#options;
    let canAdopt = true;
    for (const { key, owner, existing = [], isPending, message } of failures) {
      const entry = desired.find((one) => one.key === key);
      const own = existing.filter((id) => entry && isOwn(entry.handler, id));
      const isAdoptable = own.length > 0 && own.length === existing.length && !owner;
      canAdopt &&= isAdoptable;
      if (!entry) continue;
      if (isAdoptable) this.#deleteExtras(entry.handler, own);
      else if (owner) this.#separate(entry, owner, own, desired);
      else if (isPending) this.#decideCode(entry, state);
      else if (message.includes("Correct the id")) this.#edit(key, { onExisting: undefined });
      else if (own.length > 0) this.#edit(key, { onExisting: { id: newestOf(own) } });
      else if (existing.length > 0) this.#avoid(entry);
    }
    if (canAdopt) this.#onExisting = "adopt";
  }

  /** An update failed or was killed. */
  readUpdate(desired: readonly Entry[], state: StackState): void {
    this.#isRecovering = true;
    // On a shared account, a preview must show first what `adopt` would adopt.
    this.#onExisting = this.#options.isOwn ? undefined : "adopt";
    for (const entry of desired) {
      if (entry.handler === "qrCode") this.#decideCode(entry, state);
      // With `duplicate`, the next run would create one more object.
      else if (this.#edits.has(entry.key)) this.#edit(entry.key, { onExisting: undefined });
    }
  }

  /** Another entry manages the object, or one of several. */
  #separate(
    entry: Entry,
    owner: NonNullable<Failure["owner"]>,
    existing: readonly string[],
    desired: readonly Entry[],
  ): void {
    const { key, handler } = entry;
    if (owner.canBeRenamed) {
      this.#edit(key, { renamedFrom: owner.key });
      for (const member of desired.filter(({ parent }) => parent === key)) {
        this.#edit(member.key, { renamedFrom: owner.key + member.key.slice(key.length) });
      }
    } else if (existing.length > 0) {
      this.#edit(key, { onExisting: { id: newestOf(existing) } });
    } else if (this.#mayDuplicate(handler)) {
      this.#edit(key, { onExisting: "duplicate" });
    } else {
      this.#decisions++;
      this.#postponed.add(key);
    }
  }

  /** Another stack has the object. */
  #avoid({ key, handler }: Entry): void {
    if (this.#mayDuplicate(handler)) this.#edit(key, { onExisting: "duplicate" });
    else {
      this.#decisions++;
      this.#removed.add(key);
    }
  }

  #mayDuplicate(handler: string): boolean {
    const { dialect, random } = this.#options;
    return allowsDuplicates(dialect, handler) && random() < 0.5;
  }

  /** Of several objects that match, the user keeps the newest. */
  #deleteExtras(handler: string, ids: readonly string[]): void {
    const newest = newestOf(ids);
    if (ids.length > 1) this.#decisions++;
    for (const id of ids.map(Number)) {
      if (id !== newest) deleteByHand(this.#options.account, handler, id);
    }
  }

  /** Looks at the account: nothing else identifies a QR code. */
  #decideCode(entry: Entry, state: StackState): void {
    const { account, isOwn = () => true } = this.#options;
    const recorded = state.find(entry);
    const isPending = recorded !== undefined && !/^\d+$/.test(recorded.id);
    const id = unmanagedCodes(account, entry, state).findLast((one) => isOwn("qrCode", one));
    if (id !== undefined) this.#edit(entry.key, { onExisting: { id } });
    else if (isPending) this.#edit(entry.key, { onExisting: "duplicate" });
    else if (this.#edits.get(entry.key)?.onExisting === "duplicate") {
      this.#edit(entry.key, { onExisting: undefined });
    }
  }

  #edit(key: string, edit: Edit): void {
    this.#decisions++;
    this.#edits.set(key, { ...this.#edits.get(key), ...edit });
  }
}

function newestOf(ids: readonly string[]): number {
  return Math.max(...ids.map(Number));
}
