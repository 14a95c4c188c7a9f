// The resources that a config without errors asks for.
import { type AccountInfo, checkExpected } from "../../api/account";
import { WrongAccountError } from "../../api/errors";
import type { AccountExpectation, MaxDeletions, Settings } from "../../api/settings";
import type { Definition, Props } from "../../kind/definition";
import type { ListField } from "../schema/file-schema";
import type { EntryOptions } from "../schema/loader-fields";
import type { ConfigNode, Step } from "../yaml/tree";

export interface PlannedMember {
  readonly list: ListField;
  /** Name of the resource: the key of its entry, a slash, and the label of the member. */
  readonly name: string;
  /** The keys of other entries in its value, and where they are. */
  readonly references: readonly {
    readonly section: string;
    readonly key: string;
    readonly node: ConfigNode;
  }[];
  /** The list element. */
  readonly node: ConfigNode;
}

export interface PlannedEntry {
  readonly definition: Definition;
  readonly section: string;
  /** Key in the section, and name of the resource. */
  readonly key: string;
  /** Whether the section itself is the entry. */
  readonly isOnly: boolean;
  readonly args: Props;
  readonly node: ConfigNode;
  /** With the defaults of its section and of the file. */
  readonly options: EntryOptions;
  readonly renamedFrom?: string;
  /** The values in `args` that come from secret config, by path. */
  readonly secrets: readonly (readonly Step[])[];
  readonly members: readonly PlannedMember[];
}

/** The account that a config expects. */
export interface Expected {
  readonly account: AccountExpectation;
  /** `file:line:column` */
  readonly location: string;
  /** The `${…}` of its fields that come from outside the file. Messages show them instead of the values. */
  readonly expressions: Readonly<Record<string, string>>;
}

export interface Plan {
  /** Path of the main file in the project. */
  readonly file: string;
  /** In the order of the files. */
  readonly entries: readonly PlannedEntry[];
  /** Sections without entries, with `file:line:column`. */
  readonly emptySections: ReadonlyMap<string, string>;
  readonly maxDeletions?: MaxDeletions;
  readonly expect?: Expected;
}

/** @throws WrongAccountError with the line of the expectation */
export function checkExpectedAccount(
  account: AccountInfo,
  { account: expected, location, expressions }: Expected,
  settings: Pick<Settings, "baseUrl">,
): void {
  try {
    checkExpected(account, expected, settings, expressions);
  } catch (error) {
    if (!(error instanceof WrongAccountError)) throw error;
    throw new WrongAccountError(`${location} ${error.message}`);
  }
}
