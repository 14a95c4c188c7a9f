// The requests of `doctor`: through the session of the account, with its rate limit and retries. Their responses are as the
// service sent them.
import { ApiError, isRejection, StoppedError } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import type { Method, RawResponse, Transport, TransportRequest } from "../../api/transport";
import type { Props } from "../../kind/definition";

/** A clear response. */
export interface Answer extends RawResponse {
  readonly isSuccess: boolean;
  readonly body: Props;
}

/** Keeps the last response, and sends no more requests than it may. */
export class Recorder implements Transport {
  /** Requests that it may still send. */
  left = 15;
  last: RawResponse | undefined;
  readonly close: Transport["close"];
  readonly #real: Transport;

  constructor(real: Transport) {
    this.#real = real;
    this.close = () => real.close();
  }

  /** @throws StoppedError if it may send none; TransportFailure */
  async send(request: TransportRequest): Promise<RawResponse> {
    if (this.left-- < 1) throw new StoppedError();
    this.last = await this.#real.send(request);
    return this.last;
  }
}

/** Sends a request that may be repeated. `undefined`: no clear response. @throws ApiError that concerns the whole session */
export type Ask = (method: Method, path: string, body?: Props) => Promise<Answer | undefined>;

/** For requests one after the other. */
export function askWith(session: AccountSession, recorder: Recorder): Ask {
  return async (method, path, body) => {
    const isSuccess = await session.send(method, path, body).then(
      () => true,
      (error) =>
        isRejection(error)
          ? false
          : error instanceof ApiError && !error.session
            ? undefined
            : Promise.reject(error),
    );
    return isSuccess === undefined
      ? undefined
      : { ...recorder.last!, isSuccess, body: JSON.parse(recorder.last!.text) };
  };
}
