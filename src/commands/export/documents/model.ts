// What becomes files: objects of an account, each with what is assigned to it.
import type { AccountInfo } from "../../../api/account";
import type { Definition, Props } from "../../../kind/definition";
import type { AccountObject, KindObjects } from "./objects";

/** An object that becomes an entry. */
export interface SelectedObject extends AccountObject {
  /** What is assigned to it, by the kind of the assignment. */
  readonly members: ReadonlyMap<Definition, readonly Props[]>;
}

/** `objects` are all of the account: an identity counts in all of it. */
export interface SelectedKind extends KindObjects {
  readonly selected: readonly SelectedObject[];
  /** The kinds that are lists in its entries. */
  readonly lists: readonly Definition[];
}

export interface SelectedAccount {
  readonly account: AccountInfo;
  /** In the order of their sections. */
  readonly kinds: readonly SelectedKind[];
}

export interface DocumentOptions {
  /** Path of the main file in the project, with "/". The files of the kinds are in a folder with its name. */
  readonly file: string;
  /** One file per kind. */
  readonly isSplit: boolean;
  /** More entries for a config that exists: without `account:` and `defaults:`, which a config has once. */
  readonly isAddition: boolean;
}
