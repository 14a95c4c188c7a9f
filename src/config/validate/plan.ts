// What a file without errors asks for. Nothing in it is a resource yet.
import type { AccountExpectation, Settings } from "../../api/settings";
import type { Definition, Props } from "../../kind/definition";
import type { EntryOptions } from "../schema/entry-options";
import type { ListField } from "../schema/layout";

/** A member of a list inside an entry. */
export interface PlannedMember {
  readonly list: ListField;
  /** Name of the resource: the key of its entry, a slash, and what it is. */
  readonly name: string;
  readonly value: unknown;
}

export interface PlannedEntry {
  readonly definition: Definition;
  readonly section: string;
  /** Key in the section, and name of the resource. */
  readonly key: string;
  /** Whether the section itself is the entry. */
  readonly isOnly: boolean;
  readonly args: Props;
  /** `file:line:column` of the key. */
  readonly location: string;
  readonly options: EntryOptions;
  /** The key that it had before. */
  readonly renamedFrom?: string;
  /** Arguments whose values come from secret config. */
  readonly secrets: readonly string[];
  readonly members: readonly PlannedMember[];
}

export interface Plan {
  /** In the order of the files. */
  readonly entries: readonly PlannedEntry[];
  /** Of entries that do not say it themselves; unset when the file does not say. */
  readonly onExisting?: Settings["onExisting"];
  /** What the account must be; unset when the file does not say. */
  readonly expect?: AccountExpectation;
}
