// What one kind of resource states about itself. Everything that is shared (handler, class, YAML section,
// diagnostics, docs) asks this and never switches on a kind.
import type { z } from "zod";
import type { CollectionSpec } from "../api/list/collection";
import type { AccountSession } from "../api/session";
import type { Cost } from "./cost";
import type { Schema } from "./schema";

/** A plain object of property values, as the engine passes them. */
export type Props = Record<string, unknown>;

/** What is true of an object on the account now. */
export interface RemoteState {
  /** Argument fields that can be read; a field that is missing here cannot be told. */
  readonly fields: Props;
  /** Output-only properties, those that are known. */
  readonly outputs: Props;
}

/** An object on the account, with its Pulumi id. */
export interface RemoteObject extends RemoteState {
  readonly id: string;
}

/** The fields of an update: what changes, and what leaves the config. */
export interface Change {
  /** Outputs of the last create, read or update: the managed fields as given. */
  readonly olds: Props;
  /** The fields that are managed from now on. */
  readonly news: Props;
  /** Fields that leave the config and are to be cleared on the service. */
  readonly cleared: readonly string[];
}

/** A replacement or an update that is yet to come. */
export interface PlannedChange extends Change {
  readonly id: string;
  /** Arguments whose meaning changes; their new values may still be unknown. */
  readonly changed: readonly string[];
  /** Those of them for which the object is replaced. */
  readonly replaces: readonly string[];
}

/** Tells the user something that is no error. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

/** What a create is told of the run that it belongs to. */
export interface Creation {
  /** How messages name the entry. */
  readonly what: string;
  readonly tell: Logger;
  /** Whether an entry of this stack is known to hold the object. */
  isHeld(id: string): boolean;
  /** From now on the object belongs to the entry that is being created. */
  take(id: string): void;
  /** Whether another entry of the state has the object, or a run that was interrupted had begun to create it. */
  isRecorded(id: string): Promise<boolean>;
  /** What to do about an object that this create may have left, told when it fails without a clear answer. */
  readonly nextRun: string;
}

/** A warning that is asked for when the process ends; `undefined` when there is nothing to say. */
export type Afterword = () => string | undefined;

/** Objects of a kind that were on the account before. */
export interface Existing {
  /**
   * Those of which `keyOf` the readable fields is `key`.
   * @param name the same for the same `keyOf`, whose answers are kept
   */
  withKey(
    session: AccountSession,
    name: string,
    keyOf: (fields: Props) => string | undefined,
    key: string,
  ): Promise<readonly RemoteObject[]>;
  /** The object with that id; `undefined` when it is proven not to be there. */
  withId(session: AccountSession, id: string): Promise<RemoteObject | undefined>;
  /** Notes that this process takes the object over. */
  takeOver(session: AccountSession, id: string): void;
}

/** How a kind lives on the service. Every method may wait for the rate window; none retries a create. */
export interface Lifecycle {
  /** Objects equal to `args` in every readable field that is given; empty for a kind without identity. */
  findIdentical(session: AccountSession, args: Props): Promise<readonly RemoteObject[]>;
  /** How an object that is there already is found and taken over; left out by kinds that are assigned or always there. */
  readonly existing?: Existing;
  /** What creating would change of something that is there already, told in preview. */
  announce?(session: AccountSession, args: Props): Promise<readonly string[]>;
  /**
   * Creates it once, also where the answer is lost: then lists tell whether it was made.
   * @throws ApiError; AmbiguousError when they do not
   */
  create(session: AccountSession, args: Props, creation: Creation): Promise<RemoteObject>;
  /** `undefined` only when the object is proven gone (design: decided by complete lists). */
  read(session: AccountSession, id: string, writtenAt: number | undefined): Promise<RemoteState | undefined>;
  /** Lists that `read` looks at. */
  lists(id: string): readonly CollectionSpec[];
  update(session: AccountSession, id: string, change: Change): Promise<RemoteState>;
  /** Sends again what a create of an earlier run may have done: needed by kinds that throw an UnconfirmedError. */
  confirm?(session: AccountSession, id: string, tell: Logger): Promise<void>;
  /**
   * Deletes, or forgets where the API has no way to delete, and says so: at once, or by an afterword where what else
   * this process deletes decides whether there is anything to say.
   */
  delete(
    session: AccountSession,
    id: string,
    writtenAt: number | undefined,
    tell: Logger,
  ): Promise<Afterword | undefined>;
  /** What the changes ask of the service, told in preview. */
  readonly costs: {
    /** Of a create that takes nothing over; some arguments may be unknown. Sends nothing itself. */
    create(session: AccountSession, args: Props): Cost | Promise<Cost>;
    update(change: Change): Cost;
    readonly delete: Cost;
  };
}

/** How one argument is called and compared. Made by the functions of field.ts. */
export interface Field {
  /** Name in the API's bodies and list items. */
  readonly api: string;
  /** Ours from a list item; `undefined` where it cannot be told. */
  read(item: Props): unknown;
  /** The API's form of our value. */
  write(value: unknown): unknown;
  /** What all spellings of one meaning have in common: equal by `===` exactly where the meaning is. */
  canonical(value: unknown): string | boolean | undefined;
  /** Equal in meaning, whatever the spelling. */
  same(a: unknown, b: unknown): boolean;
  /** Whether "" clears it on the service. */
  readonly clearable: boolean;
}

/** A property that the service sets. */
export interface OutputField {
  readonly description: string;
  /** From a list item or a create's answer: `undefined` where it is not told, null where there is none. */
  read(item: Props): unknown;
}

/** Something in the arguments that is allowed and probably not meant. */
export interface LintWarning {
  readonly field: string;
  readonly message: string;
}

/** Turns a reference in the config file, a key of this file or an id of the account, into what args take. */
export type ResolveReference = (section: string, reference: string | number) => unknown;

/** Where a kind stands in the config file. */
export type YamlLocation =
  /** `section:` is a mapping of keys to entries, whose fields are the args. */
  | { readonly shape: "mapping"; readonly section: string }
  /** `section:` itself is the only entry. */
  | { readonly shape: "single"; readonly section: string; readonly key: string }
  /** A list in the entries of another kind's section. */
  | {
      readonly shape: "list";
      readonly section: string;
      readonly field: string;
      /** What one member of the list looks like; references are marked by `.meta({ reference: section })`. */
      readonly entry: Schema;
      /** The name of a member beside its parent's key: by what it is, never by position. */
      label(entry: never): string;
      /** The args of a member; `parent` is the resource it stands in. */
      toArgs(parent: unknown, entry: never, resolve: ResolveReference): Props;
    };

/** Another way to write an argument. */
export interface Shorthand {
  /** The argument that it stands for; one of the two is given. */
  readonly field: string;
  /** Its value. Asked only for what the schema takes. */
  toValue(written: unknown): unknown;
}

export interface Definition {
  /** Resource type; the token is `pulumi-nodejs:dynamic/link-management:<type>`. */
  readonly type: string;
  /** Name of the handler in `pulumi-link-management/provider`; part of a compatibility promise. */
  readonly handler: string;
  /** One sentence on what it is. */
  readonly summary: string;
  /**
   * The arguments: a strict object without transforms. `.meta()` marks: `createOnly` (a change replaces),
   * `writeOnly` (the service never shows it), `secret` (never printed).
   */
  readonly args: Schema<z.ZodObject>;
  /** Arguments that stand for others and never reach the engine, by name. */
  readonly shorthands?: Readonly<Record<string, Shorthand>>;
  /** The arguments that reach the engine: all but the notations. */
  readonly fields: Readonly<Record<string, Field>>;
  readonly outputs: Readonly<Record<string, OutputField>>;
  /** What makes two entries the same object, as text; `undefined` where nothing readable does. */
  identity(args: Props): string | undefined;
  readonly lifecycle: Lifecycle;
  readonly yaml: YamlLocation;
  /** The argument that takes the resource this one lives in, which tells what becomes of both. */
  readonly parent?: string;
  /** Properties shown as stack outputs beside the id. */
  readonly exports: readonly string[];
  /** Arguments whose value is secret for these args. */
  secretArgs?(args: Props): readonly string[];
  /** Allowed but suspicious arguments. */
  lint?(args: Props): readonly LintWarning[];
  /** What a replacement or an update would break, told in preview. Asked only where there is one. */
  planWarnings?(plan: PlannedChange): readonly string[];
  /** What the API cannot do, for the docs. */
  readonly limitations: readonly string[];
}
