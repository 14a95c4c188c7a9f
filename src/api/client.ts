// One request of the API: through the limiter, sent, read, and repeated where that is safe.
import { AmbiguousError, ApiError, ErrorResponse, StoppedError } from "./errors";
import type { Clock, Limiter } from "./limiter";
import { type Body, type Failure, outcomeOf, type Received, readResponse } from "./response";
import type { Secrets } from "./secrets";
import { type Method, type Transport, TransportFailure } from "./transport";

/** After the first failure. Later, no repeat starts. */
const REPEAT_MS = 30_000;
/** Upper bound of the random pause before the first repeat. It doubles with every repeat. */
const REPEAT_BASE_MS = 500;
/** A service that is down for longer ends the command. */
const MAX_RETRY_AFTER_MS = 120_000;
/** First characters of a text of the service in which secrets are looked for. A message shows fewer. */
const MAX_SEARCHED = 20_000;
const HIDDEN = "(its text is not shown, because the request has a secret)";

export interface ClientRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  /** A second execution would create a second object. */
  readonly creates?: boolean;
}

interface ClientOptions {
  readonly transport: Transport;
  readonly limiter: Limiter;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly baseUrl: string;
  readonly secrets: Secrets;
}

/** The attempts of one request that failed. */
interface Past {
  last?: Received & { readonly result: Failure };
  count: number;
  /** One of them may have taken effect. */
  mayHaveWorked: boolean;
  /** No repeat starts later, except the first one. */
  endsAt: number;
  hasWaited: boolean;
}

class TooLate extends Error {}

export class Client {
  /** Requests sent, repeats included. */
  sent = 0;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** @throws ApiError */
  async request(request: ClientRequest): Promise<Body> {
    const past: Past = { count: 0, mayHaveWorked: false, endsAt: 0, hasWaited: false };
    for (;;) {
      try {
        const { result, ...received } = await this.#attempt(request, past);
        if (result.kind === "success") return result.body;
        const { again, mayHaveWorked } = outcomeOf(result);
        past.last = { ...received, result };
        past.count++;
        past.mayHaveWorked ||= mayHaveWorked && request.method !== "GET";
        const isRepeatable = again === "all" || (again === "all but creates" && !request.creates);
        if (!isRepeatable || !(await this.#pause(past))) break;
      } catch (error) {
        // Ctrl-C ends the repeats. What was sent before may have worked.
        const isOver = error instanceof TooLate || (past.mayHaveWorked && error instanceof StoppedError);
        if (!isOver) throw error;
        break;
      }
    }
    throw this.#error(request, past);
  }

  async #attempt({ method, path, body }: ClientRequest, { count, endsAt }: Past): Promise<Received> {
    const { limiter, transport, clock, secrets } = this.#options;
    const message = { method, path, body: JSON.stringify(body) };
    // The service may repeat it in any spelling.
    const isSecret = body !== undefined && secrets.isIn(message.body);
    const hide = (text: string) => (isSecret ? HIDDEN : secrets.hide(text.slice(0, MAX_SEARCHED)));
    try {
      return await limiter.run(async () => {
        if (count > 1 && clock.monotonic() > endsAt) throw new TooLate();
        this.sent++;
        return readResponse(await transport.send(message), hide, clock.now());
      });
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      const kind = error.mayHaveArrived ? "failed" : "unsent";
      return { status: 0, limited: false, result: { kind, what: error.message } };
    }
  }

  /**
   * Waits before a repeat: as long as the service asks for, once, else with full jitter.
   * @returns false if there is no repeat
   */
  async #pause(past: Past): Promise<boolean> {
    const { limiter, clock, random } = this.#options;
    const now = clock.monotonic();
    if (past.count === 1) past.endsAt = now + REPEAT_MS;
    const leftMs = past.endsAt - now;
    const { retryAfterMs } = past.last!;
    if (!past.hasWaited && retryAfterMs !== undefined && retryAfterMs <= MAX_RETRY_AFTER_MS) {
      past.hasWaited = true;
      limiter.hold(retryAfterMs);
      return true;
    }
    if (leftMs <= 0) return false;
    await limiter.pause(Math.min(leftMs, random() * REPEAT_BASE_MS * 2 ** (past.count - 1)));
    return true;
  }

  #error({ method, path, creates }: ClientRequest, { last, count, mayHaveWorked }: Past): ApiError {
    const { status, result } = last!;
    const what = count > 1 ? `${result.what} (${count} attempts)` : result.what;
    // Without the query.
    const line = `${method} ${path.split("?")[0]}`;
    const problem = `${line}: ${outcomeOf(result).says(what, this.#options.baseUrl)}`;
    if (result.kind === "rejected") return new ErrorResponse(problem, status, result.what, mayHaveWorked);
    if (!mayHaveWorked) return new ApiError(problem);
    // For a create, the caller adds what to do: that depends on the object.
    const next = creates ? ": the object may exist" : ". Run the command again to find out";
    return new AmbiguousError(`${problem}. The change may have taken effect${next}`);
  }
}
