// A user who follows the documentation: edits the config as a message says, and repeats a failed run with
// LINK_MANAGEMENT_ON_EXISTING=adopt.
import type { Settings } from "../../src/api/settings";
import type { Account, Dialect } from "../../src/emulator/index";
import type { OnExisting } from "../../src/kind/on-existing";
import { deleteByHand, unmanagedCode } from "./account-view";
import { allowsDuplicates } from "./conditions";
import { type Failure, idsOf } from "./program";
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
}

export class User {
  readonly #options: UserOptions;
  readonly #edits = new Map<string, Edit>();
  /** Entries that wait until the change of another entry is applied. */
  readonly #postponed = new Set<string>();
  #decisions = 0;
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
      const edited = { ...entry, ...this.#edits.get(key) };
      if (this.#postponed.has(key)) return state.find(edited) ? [state.find(edited)!.entry] : [];
      const isOrphan = parent !== undefined && this.#postponed.has(parent) && !state.live.has(parent);
      return isOrphan ? [] : [edited];
    });
  }

  /** A run succeeded. */
  succeeded(): void {
    this.#postponed.clear();
    this.#onExisting = undefined;
  }

  /** A preview failed, so nothing was changed. */
  readPreview(failures: readonly Failure[], desired: readonly Entry[], state: StackState): void {
    for (const failure of failures) {
      const entry = desired.find(({ key }) => key === failure.key);
      if (!entry) continue;
      if (failure.owner) this.#separate(entry, failure.owner, desired);
      else if (failure.isPending) this.#decideCode(entry, state);
      else if (failure.message.includes("Remove onExisting"))
        this.#edit(entry.key, { onExisting: undefined });
      else if (failure.collision?.kind === "exists") {
        this.#onExisting = "adopt";
        this.#deleteExtras(entry.handler, idsOf(failure.collision));
      }
    }
  }

  /** An update failed or was killed, so it may have left objects behind. */
  readUpdate(desired: readonly Entry[], state: StackState): void {
    this.#onExisting = "adopt";
    for (const entry of desired) {
      if (entry.handler === "qrCode") this.#decideCode(entry, state);
      // Otherwise the next run creates one more object.
      else if (this.#edits.get(entry.key)?.onExisting === "duplicate") {
        this.#edit(entry.key, { onExisting: undefined });
      }
    }
  }

  /** Another entry manages the object. */
  #separate(entry: Entry, owner: NonNullable<Failure["owner"]>, desired: readonly Entry[]): void {
    const { key, handler } = entry;
    if (owner.canBeRenamed) {
      this.#edit(key, { renamedFrom: owner.key });
      for (const member of desired.filter(({ parent }) => parent === key)) {
        this.#edit(member.key, { renamedFrom: owner.key + member.key.slice(key.length) });
      }
    } else if (allowsDuplicates(this.#options.dialect, handler) && this.#options.random() < 0.5) {
      this.#edit(key, { onExisting: "duplicate" });
    } else {
      this.#decisions++;
      this.#postponed.add(key);
    }
  }

  /** Of several objects that match, the user keeps the newest. */
  #deleteExtras(handler: string, ids: readonly string[]): void {
    const [, ...extras] = ids.map(Number).sort((a, b) => b - a);
    if (extras.length > 0) this.#decisions++;
    for (const id of extras) deleteByHand(this.#options.account, handler, id);
  }

  /** Looks at the account: nothing else identifies a QR code. */
  #decideCode(entry: Entry, state: StackState): void {
    const recorded = state.find(entry);
    const isPending = recorded !== undefined && !Number.isFinite(Number(recorded.id));
    const id = unmanagedCode(this.#options.account, entry, state);
    if (id !== undefined) this.#edit(entry.key, { onExisting: { id } });
    else if (isPending) this.#edit(entry.key, { onExisting: "duplicate" });
    else if (this.#edits.get(entry.key)?.onExisting === "duplicate")
      this.#edit(entry.key, { onExisting: undefined });
  }

  #edit(key: string, edit: Edit): void {
    this.#decisions++;
    this.#edits.set(key, { ...this.#edits.get(key), ...edit });
  }
}
