// One request of the API: through the limiter, sent, read, and repeated where that is safe. What may be repeated depends on
// the effect of a second execution.
import { AmbiguousError, ApiError, ErrorResponse, ForeignResponseError, StoppedError } from "./errors";
import type { Limiter } from "./limiter";
import { type Body, type Failure, type Received, readResponse } from "./response";
import { type Headers, type Method, type Transport, TransportFailure } from "./transport";

/** Attempts to send a request that fails and may be repeated. */
const MAX_ATTEMPTS = 4;
/** Upper bound of the random pause before the first retry. It doubles with every attempt. */
const RETRY_BASE_MS = 500;
/** Without a response. The user is then informed. */
const SLOW_MS = 10_000;
const HIDDEN = "(its text is not shown, because the request has a secret)";
const FORBIDDEN =
  ". The service accepted the API key before, so the plan of the account may lack this feature. Check the plan, or remove " +
  "the entries of this kind";

export interface ClientRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  /** Sent again only if it certainly had no effect, because a second execution would create a second object. */
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
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly log: (message: string) => void;
  readonly baseUrl: string;
  /** The secrets in a text of the service. */
  readonly hide: (text: string) => string;
}

export class Client {
  /** Requests sent, retries included. */
  sent = 0;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** @throws ApiError */
  async request(request: ClientRequest): Promise<ApiResponse> {
    const { limiter, random } = this.#options;
    /** Of the last attempt that may have taken effect. */
    let unclear: Failure | undefined;
    try {
      for (let attempt = 1; ; attempt++) {
        const { status, headers, outcome } = await this.#attempt(request, attempt);
        if (outcome.kind === "success") return { status, headers, data: outcome.body };
        const { kind } = outcome;
        const isForeign = kind === "intercepted" || outcome.isForeign;
        const isUnclear =
          ["unclear", "unreadable", "altered"].includes(kind) || (request.creates && isForeign);
        if (request.method !== "GET" && isUnclear) unclear = outcome;
        const isRepeatable = kind === "unsent" || (kind === "unclear" && !request.creates);
        if (!isRepeatable || attempt === MAX_ATTEMPTS)
          throw this.#error(request, outcome, status, unclear !== undefined);
        // Full jitter.
        await limiter.pause(random() * RETRY_BASE_MS * 2 ** (attempt - 1));
      }
    } catch (error) {
      // Ctrl-C ends the repeats. What was sent before may have worked.
      if (unclear && error instanceof StoppedError) throw this.#error(request, unclear, 0, true);
      throw error;
    }
  }

  async #attempt(request: ClientRequest, attempt: number): Promise<Received> {
    const { limiter, transport, log, hide } = this.#options;
    const { method, path, body } = request;
    const message = { method, path, body: JSON.stringify(body) };
    // The service may repeat it in any spelling.
    const isSecret = body !== undefined && hide(message.body) !== message.body;
    const slow = () =>
      log(`no response for ${SLOW_MS / 1000} s, attempt ${attempt} of ${MAX_ATTEMPTS}: ${lineOf(request)}`);
    try {
      return await limiter.run(async () => {
        this.sent++;
        const timer = setTimeout(slow, SLOW_MS);
        try {
          const hideAll = (text: string) => (isSecret ? HIDDEN : hide(text));
          const received = readResponse(await transport.send(message), hideAll);
          // It also comes from a proxy, after the service has done the work.
          const isBusy = request.creates && received.status === 503;
          return isBusy ? { ...received, limited: false } : received;
        } finally {
          clearTimeout(timer);
        }
      });
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      return {
        status: 0,
        headers: {},
        limited: false,
        outcome: { kind: error.mayHaveArrived ? "unclear" : "unsent", what: error.message },
      };
    }
  }

  /** @param mayHaveWorked an attempt may have taken effect */
  #error(request: ClientRequest, { kind, what }: Failure, status: number, mayHaveWorked: boolean): ApiError {
    const { baseUrl } = this.#options;
    const name = lineOf(request);
    if (kind === "rejected" && !(request.creates && mayHaveWorked)) {
      const hint = status === 403 ? FORBIDDEN : "";
      const details = { status, reason: what, isAfterAmbiguous: mayHaveWorked };
      return new ErrorResponse(`${name}: the service rejected the request: ${what}${hint}`, details);
    }
    if (mayHaveWorked) {
      // For a create, the caller adds what to do: that depends on the object.
      const next = request.creates ? "" : ". Run the command again to find out";
      return new AmbiguousError(`${name}: ${what}. The change may have taken effect${next}`);
    }
    if (kind === "altered" || kind === "intercepted") {
      return new ApiError(
        `${name}: something before the service answered, or changed the response: ${what}. Check that ${baseUrl} is the base ` +
          "address of the service, and what is in front of it, such as a proxy, a cache or a bot protection",
      );
    }
    if (kind === "unreadable") {
      const next = `which is not a response of the service's API. Check that ${baseUrl} is its base address`;
      return new ForeignResponseError(`${name}: ${what}, ${next}`, what);
    }
    return new ApiError(
      `${name}: ${what} (${MAX_ATTEMPTS} attempts). Check that the service runs at ${baseUrl} (LINK_MANAGEMENT_BASE_URL, or ` +
        "link-management:baseUrl) and that the network reaches it, then run the command again",
    );
  }
}

/** Without the query. */
function lineOf({ method, path }: ClientRequest): string {
  return `${method} ${path.split("?")[0]}`;
}
