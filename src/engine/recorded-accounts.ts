// Which accounts the stack's state names, on their way from the program to the provider. A resource that is new or
// replaced by force reaches the provider without a record of its own: its check is guarded by those of all others.
import type { Props } from "./definition";

/** The engine shows no input whose name begins so, and no state has it, since `check` takes it out. */
const INPUT = "__accounts";

/** @param accounts marks of accounts; nothing or `undefined` in it leaves the input out */
export function addRecordedAccounts(props: Props, accounts: unknown): void {
  props[INPUT] = accounts;
}

/** The inputs without the accounts, and the accounts. */
export function takeRecordedAccounts(inputs: Props): { inputs: Props; accounts: readonly string[] } {
  const { [INPUT]: accounts = [], ...rest } = inputs;
  return { inputs: rest, accounts: accounts as readonly string[] };
}
