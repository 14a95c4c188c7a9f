// What a kind of resource declares about itself. Shared code (provider, class, YAML section, diagnostics, docs) asks
// the definition and never branches on a kind.
import type { z } from "zod";
import type { ListSpec } from "../api/list";
import type { AccountSession } from "../api/session";
import type { Schema } from "./schema";

/** Property values, as the engine passes them. */
export type Props = Record<string, unknown>;

/** The state of an object on the account. */
export interface RemoteState {
  /** Arguments that can be read. A missing one is unknown. */
  readonly fields: Props;
  /** Output-only properties that are known. */
  readonly outputs: Props;
}

/** An object on the account, with its Pulumi id. */
export interface RemoteObject extends RemoteState {
  readonly id: string;
}

/** An update or a replacement in a preview. */
export interface PlannedChange {
  /** Arguments and outputs, as the state has them. */
  readonly olds: Props;
  /** The managed arguments from now on. */
  readonly news: Props;
  /** Arguments that leave the config and are cleared on the service. */
  readonly cleared: readonly string[];
  /** Arguments that change in meaning. Their new values may be unknown. */
  readonly changed: readonly string[];
  /** Those of them that replace the object. */
  readonly replaces: readonly string[];
}

export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

/** What a create needs to know about its run. */
export interface CreateContext {
  /** Its messages begin with the name of the entry. */
  readonly log: Logger;
  readonly adoptsExisting: boolean;
  /** Whether an entry of this run owns the object. */
  isClaimed(id: string): boolean;
  /** From now on this entry owns the object. */
  claim(id: string): void;
}

/** A message for the end of the process, without the name of the entry. `undefined` if there is nothing to say. */
export type ShutdownMessage = () => string | undefined;

/** The objects of a kind that already exist on the account. */
export interface Existing {
  /** All of them by id, as the list shows them. */
  items(session: AccountSession): Promise<ReadonlyMap<string, Props>>;
  /** Objects with the identity of `args`. Empty if `args` have none. */
  matching(session: AccountSession, args: Props): Promise<readonly RemoteObject[]>;
  /**
   * The object with that id, by the latest list of the process.
   * @param isSettled only a list counts that shows all own changes. @default false
   */
  withId(session: AccountSession, id: string, isSettled?: boolean): Promise<RemoteObject | undefined>;
}

/** How the objects of a kind live on the service. Every method may wait for the rate limit. */
export interface Lifecycle {
  /** Omitted by kinds that are assigned or always exist: those cannot be duplicated. */
  readonly existing?: Existing;
  /** The only possible id for these arguments, in place of `existing`. `undefined` if an argument is unknown. */
  idOf?(session: AccountSession, args: Props): Promise<string | undefined>;
  /** What is assigned to a parent, as listed. Omitted if the API lists nothing. */
  members?(session: AccountSession, parentId: string): Promise<readonly Props[]>;
  /** What creating changes about an object that always exists. Shown in the preview, after the entry. */
  createWarnings?(session: AccountSession, args: Props): Promise<readonly string[]>;
  /** Creates the object exactly once: lists decide an unclear result. @throws ApiError; AmbiguousError if they cannot */
  create(session: AccountSession, args: Props, context: CreateContext): Promise<RemoteObject>;
  /** `undefined` only if the object is proven gone. */
  read(session: AccountSession, id: string): Promise<RemoteState | undefined>;
  /**
   * @param args the managed fields from now on
   * @param cleared fields that left the config, and that "" clears
   * @returns the outputs that the response shows
   */
  update(session: AccountSession, id: string, args: Props, cleared: readonly string[]): Promise<Props>;
  /** Deletes the object. The message says what stays, if the API cannot delete it. */
  delete(session: AccountSession, id: string): Promise<ShutdownMessage | undefined>;
  /** Lists that a create or an update reads first. Counted by the estimate. */
  listsFor(args: Props): readonly ListSpec[];
}

/** Facts about an argument, in addition to its form. All default to false. */
export interface FieldOptions {
  /** A change replaces the object. */
  readonly createOnly?: boolean;
  /** The service never returns it. */
  readonly writeOnly?: boolean;
  /** Never shown. */
  readonly secret?: boolean;
  /** Every object has it, so an empty or missing one is unknown. */
  readonly isNeverEmpty?: boolean;
  /** The API accepts "" to clear it. */
  readonly clearable?: boolean;
  /**
   * api.md does not have it as an argument: a service may ignore, rewrite, reject or hide it. Another value is drift only
   * after a list has shown the given one.
   */
  readonly undocumented?: boolean;
}

/** How one argument is named, converted and compared. Made by the functions of field.ts. */
export interface Field extends FieldOptions {
  /** Name in the API's bodies and list items. */
  readonly api: string;
  /** Our value from a list item. `undefined` if it cannot be read. */
  read(item: Props): unknown;
  /** The common form of all spellings: equal by `===` exactly if the meaning is equal. */
  canonical(value: unknown): string | boolean | undefined;
  /** Equal in meaning. */
  same(a: unknown, b: unknown): boolean;
  /**
   * Whether a list shows a value as it was given: equal in meaning, or as services rewrite text. Such a difference is not
   * drift, because it would come back after every update.
   */
  isAsGiven(given: unknown, shown: unknown): boolean;
}

/** A property that the service sets, as a create returns it. What changes by itself would be a change in every preview. */
export interface OutputField<Value = unknown> {
  readonly description: string;
  /** Every object has it. */
  readonly isAlwaysPresent?: boolean;
  /** An address that people use. Stack outputs contain it by default. */
  readonly isAddress?: true;
  /** An object keeps the path of this address for life: another path belongs to another object. */
  readonly keepsPath?: true;
  /** From a list item or the response of a create. `undefined`: unknown. null: there is none. */
  read(item: Props): Value | null | undefined;
}

/** A valid argument that is probably a mistake. */
export interface LintWarning {
  readonly field: string;
  /** Where it is inside the field. Default the whole field. */
  readonly path?: readonly string[];
  readonly message: string;
}

/** Turns a reference of the config file (a key of the file, or an id of the account) into an argument. */
export type ResolveReference = (section: string, reference: string | number) => unknown;

/** The reverse: the key of the file for an id of the account, else the id. */
export type ReferTo = (section: string, id: string) => string | number;

/** Where a kind occurs in the config file. */
export type YamlLocation =
  /** `section:` maps keys to entries, whose fields are the arguments. */
  | {
      readonly shape: "mapping";
      readonly section: string;
      /** Schema of an entry with other fields, too. @default that of the arguments */
      readonly entry?: Schema<z.ZodObject>;
      /** The arguments of a valid entry, or of some of its fields. A part of a value may be unknown, and of any type. */
      toArgs?(entry: Props): Props;
    }
  /** `section:` itself is the only entry. */
  | { readonly shape: "single"; readonly section: string; readonly key: string }
  /** A list inside the entries of another kind's section. */
  | {
      readonly shape: "list";
      readonly section: string;
      readonly field: string;
      /** Schema of one member. `.meta({ reference: section })` annotates references. */
      readonly entry: Schema;
      /** Name of a member after its parent's key. It depends on the contents, never on the position. */
      label(entry: never): string;
      /** Some services keep a member in one entry only. A file with two of them warns. */
      readonly mayMove?: true;
      /** The arguments of a member. `parent` is the resource that contains it. */
      toArgs(parent: unknown, entry: never, resolve: ResolveReference): Props;
      /** The member for what `lifecycle.members` lists. `undefined` if no member can express it. */
      fromItem?(item: Props, refer: ReferTo): unknown;
    };

/** What stops working for people outside the account when an object is deleted or replaced. */
export interface PublicUse {
  /** The argument or output with the address that they use. */
  readonly address: string;
  /** What breaks, without the address, which may be secret. `undefined` if nobody can use the object. */
  breaks(state: Props): string | undefined;
}

/** What `defineKind` takes: every fact about a kind, once. */
export interface DefinitionSpec {
  /** Resource type. The type token is `pulumi-nodejs:dynamic/link-management:<type>`. */
  readonly type: string;
  /** One sentence. */
  readonly summary: string;
  /** The arguments: a strict object without transforms. */
  readonly args: Schema<z.ZodObject>;
  readonly fields: Readonly<Record<string, Field>>;
  readonly outputs: Readonly<Record<string, OutputField>>;
  /**
   * The fields that identify an object, in order of precedence: the first alternative counts whose fields are all known.
   * Empty if no readable field identifies it. An undocumented field identifies only objects that have it, and only if the
   * service shows it.
   */
  readonly identity: readonly (readonly string[])[];
  readonly yaml: YamlLocation;
  /** The argument with the resource that contains this one. */
  readonly parent?: string;
  /** The arguments that may be a resource, whose id is used: its type, by argument. */
  resourceArgs?(args: Props): Readonly<Record<string, string>>;
  /** Arguments, and other fields of an entry, that are secret with these values. */
  secretArgs?(args: Props): readonly string[];
  /** Parts of a secret value that are secret alone, too, such as the password of a wifi. */
  secretParts?(value: unknown): readonly string[];
  lint?(args: Props): readonly LintWarning[];
  /**
   * What to do if the service rejects a create or an update. Ends the error, without a period.
   * @param before the arguments before an update
   */
  ifRejected?(args: Props, before?: Props): string | undefined;
  /** What people outside the account use. Omitted by kinds that only the account's users see. */
  readonly publicUse?: PublicUse;
  /** What a planned change breaks, besides the public use of a replaced object. Shown in the preview, after the entry. */
  planWarnings?(plan: PlannedChange): readonly string[];
  /** Why a deletion only removes the resource from the state. Omitted by kinds that the API deletes. */
  readonly stays?: string;
  /**
   * The fields by which only the state recognizes an object: a new entry with the values of a leaving one is that entry
   * with another key. Two entries with the same values raise a warning.
   */
  readonly recordedContent?: readonly string[];
  /** Keys of a list item by which people recognize the object, in comments of an export and in errors. @default none */
  readonly recognizedBy?: readonly string[];
  /**
   * What these arguments lack for a create or an update. Such an entry only manages an existing object, and nothing is
   * sent for it. `undefined` if they are complete. Omitted by kinds that require it.
   */
  missingContent?(args: Props): string | undefined;
  /** What the API cannot do. Shown in the docs. */
  readonly limitations: readonly string[];
}

export interface Definition extends DefinitionSpec {
  /** Name of the handler in `pulumi-link-management/provider`. It is part of every state: a compatibility promise. */
  readonly handler: string;
  readonly lifecycle: Lifecycle;
}
