// Where a kind occurs in the config file, and how an entry becomes arguments.
import type { z } from "zod";
import type { Schema } from "./schema";

type Props = Record<string, unknown>;

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
      /** Fields that name an entry of another section, by its key or by the value itself: that section. @default none */
      readonly references?: Readonly<Record<string, string>>;
      /** The arguments of a valid entry. A part of a value may be unknown, and of any type. */
      toArgs?(entry: Props): Props;
    }
  /** `section:` itself is the only entry. */
  | { readonly shape: "single"; readonly section: string; readonly key: string }
  /** A list inside the entries of another kind's section. */
  | {
      readonly shape: "list";
      readonly section: string;
      readonly field: string;
      /** Schema of one member. */
      readonly entry: Schema;
      /** Name of a member after its parent's key. It depends on the contents, never on the position. */
      label(entry: never): string;
      /** Some services keep a member in one entry only. A file with two of them warns. */
      readonly mayMove?: true;
      /** The arguments of a member. `parent` is the resource that contains it. */
      toArgs(parent: unknown, entry: never, resolve: ResolveReference): Props;
      /** The member for what `Lifecycle.members` lists. `undefined` if no member can express it. */
      fromItem?(item: Props, refer: ReferTo): unknown;
    };
