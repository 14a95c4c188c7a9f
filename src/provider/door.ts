// What messages tell users to do, where the config file and the classes have other ways than the plugin: one table for each.
import type { ErrorReason } from "../api/errors";

/** What a sentence may name. */
export interface About {
  /** Of an existing object. */
  readonly id?: string | undefined;
  /** Of the resource. */
  readonly type?: string;
  readonly urn?: string;
  /** The resource has an object of its own: it cannot name another one. */
  readonly isReplacement?: boolean;
  /** As of a kind. */
  readonly rejectsEqual?: true | undefined;
}

export type Reason =
  | ErrorReason
  /** A new entry, and the account has its object. */
  | "exists"
  /** A new entry, and another one of the stack manages its object. */
  | "managed"
  /** The object of a recorded id may be another one. */
  | "other object"
  /** Nothing could be sent: the entry lacks the content. */
  | "no content"
  /** Nothing identifies the object of a pending create. */
  | "unidentified";

/** Sentences without a period. */
export type Door = Readonly<Record<Reason, (about: About) => string>>;

const manage = ({ id = "4711" }: About) => `set onExisting: { id: ${id} }`;

/** Of the config file and the classes. */
export const ENTRY_DOOR: Door = {
  existed: (about) => `To manage that object, ${manage(about)}`,
  assigned: () =>
    "If it is assigned already, onExisting: adopt of its campaign (in a program: of this link) accepts that",
  accounts: () =>
    "One stack manages one account: remove the resources of the others with `pulumi state delete`, and adopt them in a " +
    "stack of their own",
  settings: () =>
    "A refresh and a destroy have the stack config of the last update: after a change of it, run " +
    "pulumi refresh --run-program once",
  exists: ({ id, isReplacement }) => `Set onExisting: ${isReplacement ? "" : `{ id: ${id} } or `}duplicate`,
  managed: ({ isReplacement }) =>
    isReplacement
      ? "Apply the change of that entry first, or set onExisting: duplicate"
      : "If the entry was renamed, set renamedFrom (in a program: aliases). Else set onExisting: duplicate",
  "other object": (about) => `If it is the same object, ${manage(about)}`,
  "no content": (about) => `Add them, or ${manage(about)}`,
  unidentified: (about) => `If that object is the one of this entry, ${manage(about)}`,
};
