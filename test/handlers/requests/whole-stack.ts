// A stack with objects of every kind, on an account that has others.
import type { Props } from "../../../src/kind/definition";
import { assignedKinds, type Kind, listedKinds, singleKinds, updatableKinds } from "../support/kinds";
import { type Entry, entry, Stack } from "../support/stack";
import { range, type World } from "../support/world";

// No page size of the tests divides the length that a list ever has, so its last page is short.
export const FOREIGN = 11;
export const MANAGED = 6;
/** Objects of each kind that are edited, and changed by hand. */
export const CHANGED = 2;
export const DELETED_BY_HAND = 4;
/** Items of a parent that the stack creates, and of one that it does not manage. */
export const IN_OWN_PARENT = 5;
export const IN_FOREIGN_PARENT = 8;
export const ASSIGNED_BEFORE = 5;
export const TAKEN_OUT = 2;

/** Whether a list shows the items of a parent. */
export const hasItemList = (kind: Kind) =>
  kind.definition.lifecycle.listsFor(kind.memberArgs("1", kind.entries()[0])).length > 0;

export class WholeStack {
  readonly stack = new Stack();
  readonly #world: World;
  readonly #objects: Entry[] = [];
  readonly #items: Entry[] = [];
  readonly #foreignParents = new Map<Kind, string>();
  readonly #edited = new Map<string, Props>();

  private constructor(world: World) {
    this.#world = world;
    for (const kind of listedKinds) {
      const records = world.records(kind);
      for (let n = 0; records.size < FOREIGN; n++) records.add(kind.args(100 + n));
      for (const n of range(MANAGED)) this.#objects.push(this.#object(kind, n));
      this.#foreignParents.set(kind, records.ids[0]!);
    }
    for (const kind of singleKinds) this.#objects.push(this.#object(kind, 0));
    for (const kind of assignedKinds) {
      const own = nameOf(kind.parent!, 0);
      for (const n of range(IN_OWN_PARENT)) this.#items.push(item(kind, n, "own", (idOf) => idOf(own)));
      const foreign = this.foreignParent(kind);
      for (const n of range(IN_FOREIGN_PARENT)) this.#items.push(item(kind, n, "foreign", () => foreign));
    }
  }

  static async create(world: World): Promise<WholeStack> {
    const whole = new WholeStack(world);
    const earlier = world.process();
    for (const kind of assignedKinds) {
      for (const n of range(ASSIGNED_BEFORE)) {
        const member = kind.entries(IN_FOREIGN_PARENT + n)[0];
        await earlier.create(kind.handler, kind.memberArgs(whole.foreignParent(kind), member));
      }
    }
    return whole;
  }

  get entries(): readonly Entry[] {
    return [...this.#objects, ...this.#items];
  }

  /** The parent of items that the stack does not manage. */
  foreignParent(kind: Kind): string {
    return this.#foreignParents.get(kind.parent!)!;
  }

  idOf(kind: Kind, n: number): string {
    return this.stack.state(nameOf(kind, n)).id;
  }

  argsOf(kind: Kind, n: number): Props {
    // All fields, or as few as possible.
    return this.#edited.get(nameOf(kind, n)) ?? (n % 2 === 0 ? kind.args(n) : kind.minimal(n));
  }

  /** Assignments whose parent is managed by the stack, or not. */
  items(kind: Kind, where: "own" | "foreign"): Props[] {
    const count = where === "own" ? IN_OWN_PARENT : IN_FOREIGN_PARENT;
    const parent = where === "own" ? this.idOf(kind.parent!, 0) : this.foreignParent(kind);
    return range(count).map((n) => kind.memberArgs(parent, kind.entries(n)[0]));
  }

  /** Numbers of the objects of a kind that are edited. */
  changed(kind: Kind): readonly number[] {
    return range(kind.isListed ? CHANGED : 1);
  }

  /** Changes one field of the first objects of every kind in the config. */
  edit(): void {
    for (const kind of updatableKinds) {
      for (const n of this.changed(kind)) {
        const edited = kind.edited(this.argsOf(kind, n), kind.updatable[0]!, 500 + n);
        this.#edited.set(nameOf(kind, n), edited);
      }
    }
  }

  /** Somebody deletes the last objects of every kind, changes that field of the first ones, and takes items out. */
  changeByHand(): void {
    for (const kind of listedKinds) {
      const records = this.#world.records(kind);
      for (const n of range(MANAGED).slice(-DELETED_BY_HAND)) records.remove(this.idOf(kind, n));
      const name = kind.updatable[0]!;
      if (!kind.readable.includes(name)) continue;
      for (const n of this.changed(kind))
        records.change(this.idOf(kind, n), { [name]: kind.value(name, 600 + n) });
    }
    for (const kind of assignedKinds.filter(hasItemList)) {
      for (const args of this.items(kind, "foreign").slice(0, TAKEN_OUT))
        this.#world.assignments(kind).remove(args);
    }
  }

  #object(kind: Kind, n: number): Entry {
    return { ...entry(kind, nameOf(kind, n), {}), args: () => this.argsOf(kind, n) };
  }
}

const nameOf = (kind: Kind, n: number) => `${kind.handler} ${n}`;

function item(
  kind: Kind,
  n: number,
  where: string,
  parent: (idOf: (name: string) => string) => string,
): Entry {
  return {
    name: `${kind.handler} ${where} ${n}`,
    handler: kind.handler,
    args: (idOf) => kind.memberArgs(parent(idOf), kind.entries(n)[0]),
  };
}
