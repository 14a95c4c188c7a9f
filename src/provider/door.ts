// What errors tell the user to do. The config file and the classes have other ways than the plugin.
import type { ErrorReason } from "../api/errors";

/** What a sentence may name. */
export interface About {
  /** Id of an existing object. @default an example */
  readonly id?: string | undefined;
  /** Type of the resource. */
  readonly type?: string;
  readonly urn?: string;
  /** The resource has an object of its own: it cannot name another one. */
  readonly isReplacement?: boolean;
  /** The service rejects an equal object beside the old one. */
  readonly rejectsEqual?: true | undefined;
}

/** Sentences without a period, and one phrase. */
export interface Door extends Readonly<Record<Exclude<ErrorReason, "existed">, string>> {
  /** The phrase: lets a resource manage an existing object. */
  manage(about: About): string;
  /** A new entry, and the account has its object. */
  exists(about: About): string;
  /** A new entry, and another one of the stack manages its object. */
  managed(about: About): string;
  /** Nothing identifies the object of a pending create. */
  unidentified(about: About): string;
}

const manage = ({ id = "4711" }: About) => `set onExisting: { id: ${id} }`;

/** The door of the config file and the classes. */
export const ENTRY_DOOR: Door = {
  manage,
  exists: ({ id, isReplacement }) => `Set onExisting: ${isReplacement ? "" : `{ id: ${id} } or `}duplicate`,
  managed: ({ isReplacement }) =>
    isReplacement
      ? "Apply the change of that entry first, or set onExisting: duplicate"
      : "If the entry was renamed, set renamedFrom (in a program: aliases). If the other entry changes, apply its " +
        "change first. Else set onExisting: duplicate",
  unidentified: (about) => `If that object is the one of this entry, ${manage(about)}`,
  assigned:
    "If it is assigned already, onExisting: adopt of its campaign (in a program: of this link) accepts that",
  settings:
    "A refresh and a destroy have the stack config of the last update: after a change of it, run " +
    "pulumi refresh --run-program once",
};
