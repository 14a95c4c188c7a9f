// Services name the networks of pixels in two ways, and some accept only one of the words.
import { ErrorResponse, isRejection } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import type { KindBase, Props } from "../definition";
import type { Field } from "../field";

export class EitherWord {
  readonly #field: readonly [name: string, field: Field] | undefined;
  /** By session, the word that goes first in place of a rejected one. */
  readonly #accepted = new WeakMap<AccountSession, Map<string, string>>();

  constructor({ fields }: KindBase) {
    this.#field = Object.entries(fields).find(([, { otherWord }]) => otherWord);
  }

  /**
   * Sends a word as written, and if the service rejects it, the other one.
   * @param isRepeat an earlier attempt may have taken effect: then the rejection may be for that
   */
  async send<Result>(
    session: AccountSession,
    args: Props,
    isRepeat: boolean,
    add: (args: Props) => Promise<Result>,
  ): Promise<Result> {
    if (!this.#field) return add(args);
    const [name, field] = this.#field;
    const accepted = this.#accepted.get(session) ?? new Map<string, string>();
    this.#accepted.set(session, accepted);
    const given = String(args[name]);
    const word = accepted.get(given) ?? given;
    const other = isRepeat ? undefined : field.otherWord?.(word);
    try {
      return await add({ ...args, [name]: word });
    } catch (error) {
      if (other === undefined || !isRejection(error)) throw error;
      accepted.set(given, other);
      return await add({ ...args, [name]: other }).catch((second) => {
        if (!isRejection(second)) throw second;
        accepted.set(given, word);
        // Only one of the two may be about the word.
        if (second.reason === error.reason) throw error;
        throw new ErrorResponse(`${error.message}. With ${other}: ${second.reason}`, error);
      });
    }
  }
}
