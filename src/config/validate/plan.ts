// The resources that a config without errors asks for.
import type { AccountExpectation, Settings } from "../../api/settings";
import type { Definition, Props } from "../../kind/definition";
import type { ListField } from "../schema/layout";
import type { EntryOptions } from "../schema/loader-fields";

export interface PlannedMember {
  readonly list: ListField;
  /** Name of the resource: the key of its entry, a slash, and the label of the member. */
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
  readonly renamedFrom?: string;
  /** Arguments with values from secret config. */
  readonly secrets: readonly string[];
  readonly members: readonly PlannedMember[];
}

export interface Plan {
  /** In the order of the files. */
  readonly entries: readonly PlannedEntry[];
  /** For entries without their own. */
  readonly onExisting?: Settings["onExisting"];
  readonly expect?: AccountExpectation;
}
