// A field whose words have another one on some services, such as the type of a pixel. A create sends the word as written.
// If the service clearly rejects it, the create sends the other one once.
import { ErrorResponse, isRejection } from "../../api/errors";
import type { AccountSession } from "../../api/session";

export interface TwoWords {
  readonly field: string;
  /** `undefined` if all services have the same word, or the word is not a known one. */
  otherWord(word: string): string | undefined;
}

/** By session, the word that goes first in place of a rejected one. */
export type AcceptedWords = WeakMap<AccountSession, Map<string, string>>;

/** @param send sends the create with one word @returns sends it once, or twice the first time */
export function withEitherWord<T>(
  session: AccountSession,
  word: string,
  { otherWord }: TwoWords,
  acceptedWords: AcceptedWords,
  send: (word: string) => Promise<T>,
): () => Promise<T> {
  const accepted = acceptedWords.get(session) ?? new Map<string, string>();
  acceptedWords.set(session, accepted);
  let current = accepted.get(word) ?? word;
  let other = otherWord(current);
  return async () => {
    const next = other;
    // After an attempt without a clear result, a rejection may mean that the object exists.
    other = undefined;
    try {
      return await send(current);
    } catch (error) {
      if (next === undefined || !isClearRejection(error)) throw error;
      const rejected = current;
      current = next;
      const result = await send(next).catch((second) => {
        throw isClearRejection(second) ? both(error, next, second) : second;
      });
      accepted.set(rejected, next);
      return result;
    }
  };
}

function isClearRejection(error: unknown): error is ErrorResponse {
  return isRejection(error) && !error.isAfterAmbiguous;
}

/** The first rejection is that of the word as written. Only one of the two may be about the word. */
function both(first: ErrorResponse, next: string, second: ErrorResponse): ErrorResponse {
  if (first.reason === second.reason) return first;
  const { status, session, reason, isAfterAmbiguous } = first;
  const message = `${first.message}. With ${next}: ${second.reason}`;
  return new ErrorResponse(message, { status, session, reason, isAfterAmbiguous });
}
