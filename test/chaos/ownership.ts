// Which of two stacks created an object of the account, and whether a command changed objects of the other one.
import type { Account } from "../../src/emulator/index";
import { LISTED_KINDS, objectsOf } from "./account-view";

/** Objects as text, by kind and id. */
type Snapshot = ReadonlyMap<string, string>;

export class Ownership {
  readonly #account: Account;
  readonly #creators = new Map<string, string>();
  #before: Snapshot;

  /** Objects that exist by now belong to neither stack. */
  constructor(account: Account) {
    this.#account = account;
    this.#before = snapshotOf(account);
  }

  isCreatedBy(stack: string, handler: string, id: number | string): boolean {
    return this.#creators.get(`${handler} ${id}`) === stack;
  }

  /**
   * Call after each command, when everything has taken effect.
   * @returns what the command did to objects of others
   */
  note(stack: string): string[] {
    const before = this.#before;
    const after = snapshotOf(this.#account);
    this.#before = after;
    for (const name of after.keys()) if (!before.has(name)) this.#creators.set(name, stack);
    return [...before]
      .filter(([name, object]) => this.#creators.get(name) !== stack && after.get(name) !== object)
      .map(([name, object]) => `${stack} changed ${name}: ${object} -> ${after.get(name) ?? "deleted"}`);
  }
}

function snapshotOf(account: Account): Snapshot {
  const objects = LISTED_KINDS.flatMap((handler) =>
    objectsOf(account, handler).map((object) => [`${handler} ${object.id}`, JSON.stringify(object)] as const),
  );
  return new Map(objects);
}
