// What the stack's state tells, on its way from the program to the provider, which sees of a state only the resource
// at hand.
import type { Props } from "./definition";

export interface PassedRecords {
  /**
   * Marks of the accounts that the state names. A resource that is new or replaced by force reaches the provider
   * without a record of its own: its check is guarded by those of all others.
   */
  readonly accounts?: readonly string[];
  /** Ids, with a space between, of the objects of its kind that entries hold which stay in the program. */
  readonly kept?: string;
  /** How many new resources the program has registered so far: told in an update, where that many may be created. */
  readonly registered?: number;
}

/** The engine shows no input whose name begins so, and no state has it, since `check` takes it out. */
const INPUT = "__records";

/** @param records nothing or `undefined` in it leaves the input out */
export function addRecords(
  props: Props,
  records: Promise<PassedRecords | undefined> | PassedRecords | undefined,
): void {
  props[INPUT] = records;
}

/** The inputs without the records, and the records. */
export function takeRecords(inputs: Props) {
  const { [INPUT]: records, ...rest } = inputs;
  const { accounts = [], kept = "", registered = 0 } = (records ?? {}) as PassedRecords;
  return { inputs: rest, accounts, kept: new Set(kept.split(" ")) as ReadonlySet<string>, registered };
}
