// What a user does about an error that says what to do: looks at the account, and says it in the config.
import type { Account } from "../../src/emulator/index";
import { describe } from "../../src/kind/describe";
import { registry } from "../../src/resources/index";
import type { Failure, Stack } from "./engine";
import type { Entry } from "./random-stack";

export class User {
  readonly #stack: Stack;
  readonly #account: Account;
  #answers = 0;

  constructor(stack: Stack, account: Account) {
    this.#stack = stack;
    this.#account = account;
  }

  /** How often something had to be said. */
  get answers(): number {
    return this.#answers;
  }

  read(failures: readonly Failure[], desired: readonly Entry[]): void {
    for (const { key, message } of failures) {
      const entry = desired.find((one) => one.key === key);
      if (!entry) continue;
      if (message.includes("remove onExisting")) this.#stack.withdraw(key);
      if (message.includes("--replace` of the campaign")) this.#stack.replace(entry.parent!);
      if (message.includes("two entries of this stack")) this.#tellApart(entry, message, desired);
      if (message.includes("onExisting: { id")) this.#say(key, this.#madeBy(entry));
    }
  }

  /** They are two objects, so the other entry, which is new, makes one of its own. */
  #tellApart({ key, handler }: Entry, message: string, desired: readonly Entry[]): void {
    const { definition } = registry.find((kind) => kind.definition.handler === handler)!;
    const { key: other } = desired.find(
      (entry) => entry.handler === handler && message.includes(`and ${describe(definition, entry.args)}.`),
    )!;
    const { held } = this.#stack;
    if (held.get(other)?.state.id === held.get(key)?.state.id) this.#stack.forget(other);
    this.#say(other, undefined);
  }

  #say(key: string, id: number | undefined): void {
    this.#answers++;
    this.#stack.answer(key, id);
  }

  /** What the account has of the entry and this stack does not know, the newest first. */
  #madeBy({ handler, args }: Entry): number | undefined {
    const { pixels, domains, channels, campaigns, qrs } = this.#account;
    const alike: Record<string, () => { readonly id: number }[]> = {
      pixel: () => pixels.list().filter(({ type, tag }) => type === args.type && tag === args.tag),
      domain: () => domains.list().filter(({ domain }) => domain === args.domain),
      channel: () => channels.list().filter(({ name }) => name === args.name),
      campaign: () => campaigns.list().filter(({ slug }) => slug === args.slug),
      qrCode: () => qrs.list().filter(({ data }) => data === args.data),
    };
    return alike[handler]?.().findLast(({ id }) => !this.#stack.names(handler, id))?.id;
  }
}
