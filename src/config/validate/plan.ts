// The resources that a config without errors asks for.
import type { AccountExpectation, MaxDeletions } from "../../api/settings";
import type { Definition, Props } from "../../kind/definition";
import type { ListField } from "../schema/file-schema";
import type { Defaults, EntryOptions } from "../schema/loader-fields";

export interface PlannedMember {
  readonly list: ListField;
  /** Name of the resource: the key of its entry, a slash, and the label of the member. */
  readonly name: string;
  readonly value: unknown;
  /** The keys of other entries in its value. */
  readonly references: readonly { readonly section: string; readonly key: string; readonly field: string }[];
  /** `file:line:column` of the list element. */
  readonly location: string;
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
  readonly renamedFrom?: string;
  /** Arguments with values from secret config. */
  readonly secrets: readonly string[];
  readonly members: readonly PlannedMember[];
}

export interface Plan {
  /** Path of the main file in the project. */
  readonly file: string;
  /** In the order of the files. */
  readonly entries: readonly PlannedEntry[];
  /** For entries without their own. */
  readonly defaults: Defaults;
  readonly maxDeletions?: MaxDeletions;
  readonly expect?: AccountExpectation;
  /** The `${…}` of its fields that come from outside the file. Messages show them instead of the values. */
  readonly expectExpressions?: Readonly<Record<string, string>>;
}
