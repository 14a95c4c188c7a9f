// One request of the API: through the limiter, sent, read, and repeated where that is safe.
import type { Clock } from "./clock";
import { AmbiguousError, ApiError, ErrorResponse, StoppedError } from "./errors";
import { type Limiter, readRateHeaders } from "./limiter";
import {
  type Body,
  type Failure,
  isSentAgain,
  mayHaveChanged,
  OUTCOMES,
  type Received,
  readResponse,
} from "./response";
import { type Headers, type Method, type Transport, TransportFailure } from "./transport";

/** After the first failure. Later, no repeat starts. */
const REPEAT_MS = 30_000;
/** Upper bound of the random pause before the first repeat. It doubles with every repeat. */
const REPEAT_BASE_MS = 500;
/** A service that is down for longer ends the command. */
const MAX_RETRY_AFTER_MS = 120_000;
const HIDDEN = "(its text is not shown, because the request has a secret)";
const FORBIDDEN =
  ". The service accepted the API key before, so the plan of the account may lack this feature. Check the plan, or remove " +
  "its resources";

export interface ClientRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  /** A second execution would create a second object. */
  readonly creates?: boolean;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Body;
}

interface ClientOptions {
  readonly transport: Transport;
  readonly limiter: Limiter;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly baseUrl: string;
  /** The secrets in a text of the service. */
  readonly hide: (text: string) => string;
}

/** The attempts of one request that failed. */
interface Past {
  last?: Received & { readonly outcome: Failure };
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
  async request(request: ClientRequest): Promise<ApiResponse> {
    const past: Past = { count: 0, mayHaveWorked: false, endsAt: 0, hasWaited: false };
    for (;;) {
      try {
        const { outcome, ...received } = await this.#attempt(request, past);
        if (outcome.kind === "success") return { ...received, data: outcome.body };
        past.last = { ...received, outcome };
        past.count++;
        past.mayHaveWorked ||= mayHaveChanged(outcome, request.method);
        if (!isSentAgain(outcome, request.creates) || !(await this.#pause(past))) break;
      } catch (error) {
        // Ctrl-C ends the repeats. What was sent before may have worked.
        const isOver = error instanceof TooLate || (past.mayHaveWorked && error instanceof StoppedError);
        if (!isOver) throw error;
        break;
      }
    }
    throw this.#error(request, past);
  }

  async #attempt(request: ClientRequest, { count, endsAt }: Past): Promise<Received> {
    const { limiter, transport, clock, hide } = this.#options;
    const { method, path, body } = request;
    const message = { method, path, body: JSON.stringify(body) };
    // The service may repeat it in any spelling.
    const isSecret = body !== undefined && hide(message.body) !== message.body;
    const hideAll = (text: string) => (isSecret ? HIDDEN : hide(text));
    try {
      return await limiter.run(async () => {
        if (count > 1 && clock.monotonic() > endsAt) throw new TooLate();
        this.sent++;
        return readResponse(await transport.send(message), hideAll);
      });
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      const kind = error.mayHaveArrived ? "failed" : "unsent";
      return { status: 0, headers: {}, limited: false, outcome: { kind, what: error.message } };
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
    const { retryAfterMs } = readRateHeaders(past.last!.headers, clock.now());
    if (!past.hasWaited && retryAfterMs !== undefined && retryAfterMs <= MAX_RETRY_AFTER_MS) {
      past.hasWaited = true;
      limiter.hold(retryAfterMs);
      return true;
    }
    if (leftMs <= 0) return false;
    await limiter.pause(Math.min(leftMs, random() * REPEAT_BASE_MS * 2 ** (past.count - 1)));
    return true;
  }

  #error(request: ClientRequest, { last, count, mayHaveWorked }: Past): ApiError {
    const { status, outcome } = last!;
    const { kind, what } = outcome;
    const attempts = count > 1 ? ` (${count} attempts)` : "";
    const problem = `${lineOf(request)}: ${OUTCOMES[kind].says(what + attempts, this.#options.baseUrl)}`;
    if (kind === "rejected" && !(request.creates && mayHaveWorked)) {
      const details = { status, answer: what, isAfterAmbiguous: mayHaveWorked };
      return new ErrorResponse(problem + (status === 403 ? FORBIDDEN : ""), details);
    }
    if (mayHaveWorked) {
      // For a create, the caller adds what to do: that depends on the object.
      const next = request.creates ? ": the object may exist" : ". Run the command again to find out";
      return new AmbiguousError(`${problem}. The change may have taken effect${next}`);
    }
    return new ApiError(problem);
  }
}

/** Without the query. */
function lineOf({ method, path }: ClientRequest): string {
  return `${method} ${path.split("?")[0]}`;
}
