// What messages tell users to do, where the config file and the classes have other ways than the plugin.

export interface Advice {
  /** How to manage an object that exists, after "To manage it, ". @param id @default any */
  manage(id?: string): string;
  /** What the user does about a create whose result nobody knows. @param isDuplicate the entry said `duplicate` */
  pending(isDuplicate?: boolean): string;
  /** How to go on after a create whose object the next list shows, if it exists. */
  readonly again: string;
  /** A rejected assignment may mean that it exists. How to accept that */
  readonly assigned: string;
  /** What the user does if the state has resources of several accounts. */
  readonly accounts: string;
  /** What the user does after a change of a setting that a refresh and a destroy do not get. */
  readonly settings: string;
}

/** For the config file and the classes. */
export const ENTRY_ADVICE: Advice = {
  manage: (id = "4711") => `set onExisting: { id: ${id} }`,
  pending(isDuplicate = false) {
    const otherwise = isDuplicate
      ? "or run `pulumi state delete` for it if it does not"
      : "or onExisting: duplicate if it does not";
    return (
      `Look at the account, and set onExisting: { id: … } if the object exists, ${otherwise}. This replaces the entry in the ` +
      "state: in a program, if it is protected, run `pulumi state unprotect` first"
    );
  },
  again: "Run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up, which adopts the object if it exists",
  assigned: "onExisting: adopt accepts that",
  accounts:
    "One stack manages one account: remove the resources of the others with `pulumi state delete`, and adopt them in a " +
    "stack of their own",
  settings:
    "A refresh and a destroy have the stack config of the last update: after a change of it, run " +
    "pulumi refresh --run-program once",
};
