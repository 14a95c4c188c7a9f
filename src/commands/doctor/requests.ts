// The requests of `doctor`: through the session, with its rate limit and retries. The responses are as the service sent them.
import { ApiError, isRejection, StoppedError } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import type { Method, RawResponse, Transport, TransportRequest } from "../../api/transport";
import type { Props } from "../../kind/definition";

/** By the id of the row. `undefined`: unknown, never a guess. */
export type Answers = Readonly<Record<string, string | undefined>>;

/** A clear response. */
export interface Answer extends RawResponse {
  readonly isSuccess: boolean;
  readonly body: Props;
}

/** Sends a request that may be repeated. `undefined`: no clear response. @throws ApiError that concerns the whole session */
export type Ask = (method: Method, path: string, body?: Props) => Promise<Answer | undefined>;

/** For requests one after the other. */
export class Recorder implements Transport {
  /** Requests that may still be sent. */
  left = 15;
  #last: RawResponse | undefined;

  constructor(readonly real: Transport) {}

  /** @throws StoppedError if no more may be sent; TransportFailure */
  async send(request: TransportRequest): Promise<RawResponse> {
    if (this.left-- < 1) throw new StoppedError();
    this.#last = await this.real.send(request);
    return this.#last;
  }

  close(): Promise<void> {
    return this.real.close();
  }

  /** The last response, which the session could read. */
  answer(isSuccess: boolean): Answer {
    return { ...this.#last!, isSuccess, body: JSON.parse(this.#last!.text) };
  }

  askWith(session: AccountSession): Ask {
    return async (method, path, body) => {
      try {
        await session.send(method, path, body);
        return this.answer(true);
      } catch (error) {
        if (isRejection(error)) return this.answer(false);
        if (error instanceof ApiError && !error.session) return undefined;
        throw error;
      }
    };
  }
}
