// What a kind of resource declares about itself. Shared code (provider, class, config file, docs) asks the definition and
// never branches on a kind.
import type { z } from "zod";
import type { ListSpec } from "../api/lists/list";
import type { Field, OutputField, ResourceTypes } from "./field";
import type { Schema } from "./schema";

/** Property values, as the engine passes them. */
export type Props = Record<string, unknown>;

/** What is wrong with arguments, or with what is in one of them. */
export interface Finding {
  /** Path of the value: an argument or a field of an entry, and what is in it. Empty: the whole. */
  readonly path: readonly string[];
  /** A warning: valid, and most likely a mistake. */
  readonly severity: "error" | "warning";
  /** Continues a sentence that starts with the path. Never with a value that the kind calls secret. */
  readonly message: string;
}

/**
 * Objects that the API creates, lists, updates and deletes by id: the path of the list, such as `/api/pixels`, the key of the
 * array in it, and the path that creates, updates and deletes begin with, such as `/api/pixel`.
 */
export interface Listed {
  readonly list: string;
  readonly key: string;
  readonly object: string;
}

/** Turns a reference of the config file (a key of the file, or an id of the account) into an argument. */
export type ResolveReference = (section: string, reference: string | number) => unknown;

/** The reverse: the key of the file for an id of the account, else the id. */
export type ReferTo = (section: string, id: string) => string | number;

/** A list in the entries of the parent's section: each member becomes a resource. */
export interface MemberList {
  readonly field: string;
  /** Schema of one member. */
  readonly entry: Schema;
  /** Name of a member after its parent's key. It depends on the contents, never on the position. */
  label(entry: never): string;
  /** The arguments of a member. `parent` is the resource that contains it. */
  toArgs(parent: unknown, entry: never, resolve: ResolveReference): Props;
  /** The member for an item of a list. `undefined` if no member can express it. */
  fromItem?(item: Props, refer: ReferTo): unknown;
}

/** Where a kind occurs in the config file: its section maps keys to entries, is the only entry, or has lists of members. */
export type YamlLocation = { readonly section: string } & (
  | {
      readonly shape: "mapping";
      readonly entry: Schema<z.ZodObject>;
      /** Fields that name an entry of another section, by its key or by the value itself: that section. */
      readonly references: Readonly<Record<string, string>>;
    }
  | { readonly shape: "single" }
  | ({ readonly shape: "list" } & MemberList)
);

/** Members of another object: made by a POST without a body, never changed, and never undone, because the API cannot. */
export interface Assigned {
  /** The argument with the resource that contains it, which is a kind of `to`. */
  readonly parent: string;
  readonly to: Definition;
  /** The list of the members of a parent. Omitted if the API has none. */
  items?(parentId: string): ListSpec;
  /** The kind of a member, whose list shows the parent of each on some services. Nothing is sent to learn it. @default none */
  readonly shownBy?: { readonly kind: Definition; parentOf(item: Props): string | undefined };
  /** Path of the request. */
  path(args: Props): string;
  readonly member: MemberList;
}

export function isAssigned(at: Kind["at"]): at is Assigned {
  return typeof at === "object" && "member" in at;
}

/** What a kind says about itself, each fact once: the table that everything else is made from. */
export interface Kind {
  /** Resource type. The type token is `pulumi-nodejs:dynamic/link-management:<type>`. */
  readonly type: string;
  /** One sentence. */
  readonly summary: string;
  /** Its section in the config file. */
  readonly section: string;
  /** How its objects live on the service. `account`: the one of the API key, which always exists. */
  readonly at: Listed | Assigned | "account";
  /** The arguments, and what only an entry of the config file has (`isFileOnly`). */
  readonly fields: Readonly<Record<string, Field>>;
  /** What the service sets. @default nothing */
  readonly outputs?: Readonly<Record<string, OutputField>>;
  /** What a list shows besides, for reads. It is in no state, because it may change by itself. @default nothing */
  readonly shown?: Readonly<Record<string, OutputField>>;
  /**
   * The fields that identify an object, in order of precedence: the first alternative counts whose fields are all known.
   * A best-effort field identifies only objects that have it, and only if the service shows it. @default nothing
   */
  readonly identity?: readonly (readonly string[])[];
  /** What depends on several fields, or on what is in one. @param form whether `given` may have fields of the file only */
  rules?(given: Props, form: "arguments" | "entry"): readonly Finding[];
  /** The arguments of a valid entry of the config file. A part of a value may be unknown, and of any type. @default as given */
  toArgs?(entry: Props): Props;
  /** What to write in place of a field that it does not have. @default nothing */
  readonly hints?: Readonly<Record<string, string>>;
  /** For a kind that the API document does not have: what to do if the service rejects its list. @default the document has it */
  readonly undocumented?: string;
  /** What to do if the service rejects a create or an update. Ends the error, without a period. */
  ifRejected?(args: Props): string | undefined;
  /** What people outside the account use. Omitted by kinds that only the account's users see. */
  readonly publicUse?: PublicUse;
  /** Services reject a second object with the same identity: a replacement deletes the old one first. @default they may accept it */
  readonly rejectsEqual?: true;
  /** Why a deletion only removes the resource from the state. Omitted by kinds that the API deletes. */
  readonly whyRetained?: string;
  /**
   * Fields that the service never shows, and that every create sends: two entries with one content are one with another
   * key. Without them, an entry only manages an existing object, and nothing is sent for it.
   */
  readonly content?: readonly string[];
  /** What the API cannot do. Shown in the docs. */
  readonly limitations: readonly string[];
}

interface PublicUse {
  /** The argument or output with the address that they use. */
  readonly address: string;
  /** What breaks with the object, without the address, which may be secret. `undefined` if nobody can use it. */
  breaks(state: Props): string | undefined;
  /**
   * Those of some changed arguments that break the address of an object that stays. @default none
   * @param olds arguments and outputs, as the account has them
   * @param news the arguments from now on. A value may be unknown
   */
  brokenBy?(olds: Props, news: Props, changed: readonly string[]): readonly string[];
  /** How often it was used, such as `Scans so far`, by a field of the list. Omitted if the service does not count. */
  readonly uses?: { readonly noun: string; readonly api: string };
}

/** A kind as shared code reads it: its table, and what follows from it. Its fields are the arguments. */
export interface Definition extends Kind {
  /** Name of the handler in `pulumi-link-management/provider`. It is part of every state: a compatibility promise. */
  readonly handler: string;
  /** What an entry of the config file has. */
  readonly entryFields: Readonly<Record<string, Field>>;
  /** The arguments: a strict object without transforms. */
  readonly args: Schema<z.ZodObject>;
  /** The list of its objects. Kinds that are assigned or always exist have none: their objects cannot be duplicated. */
  readonly list?: ListSpec;
  readonly outputs: Readonly<Record<string, OutputField>>;
  readonly identity: readonly (readonly string[])[];
  readonly yaml: YamlLocation;
  /** The argument with the resource that contains this one. */
  readonly parent?: string;
}

/** The types of resources that an argument may be. Empty if it is none. */
export function resourcesOf({ resources = {} }: Field, args: Props): ResourceTypes {
  return typeof resources === "function" ? resources(args) : resources;
}

/** Whether nothing can be sent for these arguments: they lack what the service requires and never shows. */
export function hasUnmanagedContent({ content = [] }: Definition, args: Props): boolean {
  return content.length > 0 && content.every((name) => args[name] === undefined);
}

type SecretFields = Pick<Definition, "entryFields">;

/** What no message may show. @param declared names of arguments that the user declares as secret */
export function secretValues(kind: SecretFields, args: Props, declared: readonly string[] = []): unknown[] {
  return [...secretsOf(kind, args), ...declared].map((name) => args[name]);
}

/** Names of the arguments whose values must never be shown. */
export function secretsOf({ entryFields }: SecretFields, args: Props): ReadonlySet<string> {
  const isSecret = ({ secret }: Field) => (typeof secret === "function" ? secret(args) : secret);
  return new Set(Object.keys(entryFields).filter((name) => isSecret(entryFields[name]!)));
}
