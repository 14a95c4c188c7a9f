// Two providers of one program must not have the same account: neither knows the requests, the objects and the rate limit
// of the other one.
import { describeAccount, excludes } from "../../api/account";
import { WrongAccountError } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import { described, type ExplicitProvider } from "./explicit-provider";

/** `undefined` in a preview if its settings are known only after an apply. */
type SessionOf = (provider: ExplicitProvider | undefined) => Promise<AccountSession | undefined>;

export class DistinctAccounts {
  readonly #sessionOf: SessionOf;
  /** `undefined` is the default provider. */
  readonly #providers = new Set<ExplicitProvider | undefined>();
  #checked: { readonly count: number; readonly result: Promise<void> } = {
    count: 0,
    result: Promise.resolve(),
  };

  constructor(sessionOf: SessionOf) {
    this.#sessionOf = sessionOf;
  }

  add(provider: ExplicitProvider | undefined): void {
    this.#providers.add(provider);
  }

  /**
   * Compares all providers so far. Sends one request for each, or none if there is one provider only, or if the accounts
   * that they expect differ.
   * @throws WrongAccountError; ApiError if an account cannot be read
   */
  check(): Promise<void> {
    const count = this.#providers.size;
    if (this.#checked.count !== count) {
      // Resources may already be registered if the program constructs a provider later, or has its key later.
      const result = this.#compare([...this.#providers], this.#checked.count === 0);
      this.#checked = { count, result };
      this.#checked.result.catch(() => {});
    }
    return this.#checked.result;
  }

  async #compare(
    providers: readonly (ExplicitProvider | undefined)[],
    isBeforeChanges: boolean,
  ): Promise<void> {
    if (providers.length < 2) return;
    const known: { readonly name: string; readonly session: AccountSession }[] = [];
    for (const provider of providers) {
      const session = await this.#sessionOf(provider);
      if (session) known.push({ name: described(provider), session });
    }
    const expected = known.map(({ session }) => session.settings.expect);
    // Each provider checks itself that its key belongs to the account it expects.
    if (expected.every((a, index) => expected.slice(index + 1).every((b) => a && b && excludes(a, b))))
      return;
    const records = await Promise.all(known.map(({ session }) => session.accountRecord()));
    for (const [index, { name, session }] of known.entries()) {
      const first = records.indexOf(records[index]!);
      if (first === index) continue;
      const account = describeAccount(await session.account(), session.settings.baseUrl);
      throw new WrongAccountError(
        `${known[first]!.name} and ${name} have the same ${account}. ${isBeforeChanges ? "Nothing was changed. " : ""}Give each provider the key ` +
          "of an account of its own, or use one provider for both",
      );
    }
  }
}
