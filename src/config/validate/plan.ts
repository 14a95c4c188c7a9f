// The resources that a config without errors asks for.
import type { ExpectationSource } from "../../api/account";
import type { AccountExpectation, MaxDeletions } from "../../api/settings";
import type { Definition, Props } from "../../kind/definition";
import type { EntryOptions } from "../schema/file-schema";
import type { ConfigNode } from "../yaml/tree";

/** An entry, or a member of a list in one. */
export interface PlannedResource {
  readonly definition: Definition;
  /** Key of the entry in its section. */
  readonly key: string;
  /** The key. For a member also a slash and its label. */
  readonly name: string;
  /** Those that the state may still have it under. */
  readonly previousNames: readonly string[];
  /** Where the config has it. */
  readonly node: ConfigNode;
  /** With the defaults of its section and of the file. */
  readonly options: EntryOptions;
  /** Unset for a member, whose arguments are other resources. */
  readonly args?: Props;
  /** The arguments that are a property of another entry, which is created first. */
  readonly references: readonly { readonly field: string; readonly section: string; readonly key: string }[];
  /** The arguments with a part from secret config. */
  readonly secrets: readonly string[];
}

export interface Plan {
  /** Path of the main file in the project. */
  readonly file: string;
  /** Those first that others refer to, then in the order of the files. */
  readonly resources: readonly PlannedResource[];
  readonly maxDeletions: MaxDeletions | undefined;
  /** The account, and where the file expects it. */
  readonly expect: (Required<ExpectationSource> & { readonly account: AccountExpectation }) | undefined;
}
