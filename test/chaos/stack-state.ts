// The state of a simulated stack.
import type { Props } from "../../src/kind/definition";
import { type Metadata, metadataOf } from "../../src/kind/metadata";
import type { Entry } from "./random-stack";

/** A resource in the state. */
export interface Recorded {
  readonly entry: Entry;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

export class StackState {
  /** Resources of entries, by key. */
  readonly live: Map<string, Recorded>;
  /** Replaced objects that are not deleted yet. A program cannot see them. */
  readonly pendingDeletes: Recorded[];

  constructor(live: Iterable<[string, Recorded]> = [], pendingDeletes: Iterable<Recorded> = []) {
    this.live = new Map(live);
    this.pendingDeletes = [...pendingDeletes];
  }

  copy(): StackState {
    return new StackState(this.live, this.pendingDeletes);
  }

  /** The resource of an entry, also under its earlier key. */
  find({ key, renamedFrom }: Entry): Recorded | undefined {
    return this.live.get(key) ?? (renamedFrom === undefined ? undefined : this.live.get(renamedFrom));
  }

  record(recorded: Recorded): void {
    const { key, renamedFrom } = recorded.entry;
    if (renamedFrom !== undefined && !this.live.has(key)) this.live.delete(renamedFrom);
    this.live.set(key, recorded);
  }

  /** Resources that none of the entries has. */
  leaving(desired: readonly Entry[]): Recorded[] {
    const staying = new Set(desired.map((entry) => this.find(entry)));
    return [...this.live.values()].filter((recorded) => !staying.has(recorded));
  }

  /** Whether the state has the object, also as a pending delete. */
  has(handler: string, id: number): boolean {
    const all = [...this.live.values(), ...this.pendingDeletes];
    return all.some((recorded) => recorded.entry.handler === handler && recorded.id === String(id));
  }

  /** The resources of a kind as a program sees them. */
  metadata(handler: string): Partial<Metadata>[] {
    return [...this.live.values()]
      .filter(({ entry }) => entry.handler === handler)
      .map(({ outputs }) => metadataOf(outputs));
  }

  accounts(): string[] {
    const all = [...this.live.values()].flatMap(({ outputs }) => metadataOf(outputs).account ?? []);
    return [...new Set(all)];
  }
}
