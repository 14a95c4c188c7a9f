// What messages tell users to do, where the config file and the classes have other ways than the plugin.

export interface Advice {
  /** How to manage an object that exists, after "To manage it, ". @param id @default any */
  manage(id?: string): string;
  /** A rejected assignment may mean that it exists. How to accept that */
  readonly assigned: string;
  /** What the user does if the state has resources of several accounts. */
  readonly accounts: string;
  /** How a changed setting reaches a refresh and a destroy, which have those of the last update. */
  readonly settings: string;
}

/** For the config file and the classes. */
export const ENTRY_ADVICE: Advice = {
  manage: (id = "4711") => `set onExisting: { id: ${id} }`,
  assigned: "onExisting: adopt of its campaign accepts that",
  accounts:
    "One stack manages one account: remove the resources of the others with `pulumi state delete`, and adopt them in a " +
    "stack of their own",
  settings:
    "This command begins with the stack config of the last update. If you have changed it since, run " +
    "`pulumi refresh --run-program` once",
};
