// The model of a review: one row for what an apply does with an object, and in it what it does with its fields. Everything
// else of a review follows from the rows.

export interface Row {
  /**
   * `adopt`: sends nothing. `overwrite`: adopts and updates. `record`: only the state changes. `forget`: only the state loses
   * the object. `same`: nothing happens. Others are those of the engine.
   */
  readonly operation: string;
  /** The entry, as `qrCodes.menu`. */
  readonly key: string;
  readonly urn: string;
  /** The id of the object on the account. Two objects can have one URN: that of a failed delete is still there. */
  readonly id?: string | undefined;
  /** `by hand`: somebody has deleted the object. */
  readonly why: "config" | "by hand";
  /** By name. */
  readonly fields: readonly Change[];
  /** `file:line` of the entry. */
  readonly place?: string | undefined;
  /** What nothing else says about an object, and is no danger. */
  readonly effect?: string;
  /** What nobody can undo, or people outside the account notice. */
  readonly danger?: string;
  /** A deletion that an earlier apply has not completed. */
  readonly isPending?: true;
}

/** A field, or one of the options that guard an object. */
export interface Change {
  readonly field: string;
  readonly why: "config" | "by hand" | "both";
  /** As the state has it. */
  readonly old?: unknown;
  /** As the account has it, if that is something else. */
  readonly live?: unknown;
  readonly new?: unknown;
  /** The new value is known after the apply. */
  readonly isUnknown?: true;
  /** It leaves the config, and the object keeps its value. */
  readonly isReleased?: true;
  /** The host before and after, if people reach the address. */
  readonly hosts?: { readonly before: string; readonly after: string } | undefined;
}

/** Whether somebody has changed the account by hand. */
export function isDrift({ why, fields }: Row): boolean {
  return why !== "config" || fields.some((change) => change.why !== "config");
}
