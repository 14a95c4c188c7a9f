// One request of api.md: through the limiter, sent, read, and repeated where that is safe. What may be repeated depends on
// the effect of a second execution.
import type { Clock } from "./clock";
import { AmbiguousError, ErrorResponse, UnexpectedResponse, UnreachableError } from "./errors";
import type { Limiter } from "./limiter";
import { type Body, type Received, readResponse, shownText } from "./response";
import { type Method, type Transport, TransportFailure } from "./transport";

/** Attempts to send a request that fails and may be repeated. */
const MAX_ATTEMPTS = 4;
/** Upper bound of the random pause before the first retry. It doubles with every attempt. */
const RETRY_BASE_MS = 500;
const RETRY_CAP_MS = 8_000;
/** Without a response. The user is then informed. */
const SLOW_MS = 10_000;

export interface ClientRequest {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Sent again only if it certainly had no effect, because a second execution would create a second object. */
  readonly creates?: boolean;
  /** A failure concerns the whole session. */
  readonly session?: boolean;
}

export interface ApiResponse {
  readonly status: number;
  readonly data: Body;
}

export interface ClientOptions {
  readonly transport: Transport;
  readonly limiter: Limiter;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly log: (message: string) => void;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** No response arrived. `unsent`: the request certainly had no effect. */
type Result =
  | Received["outcome"]
  | { readonly kind: "unsent"; readonly what: string; readonly cause: unknown };

export class Client {
  readonly #options: ClientOptions;
  /** Requests sent, retries included. */
  sent = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** @throws ApiError */
  async request(request: ClientRequest): Promise<ApiResponse> {
    let mayHaveWorked = false;
    for (let attempt = 1; ; attempt++) {
      const { status, result } = await this.#attempt(request, attempt);
      if (result.kind === "success") return { status, data: result.body };
      if (result.kind === "unclear") mayHaveWorked ||= request.method !== "GET";
      if (!isRepeatable(request, result) || attempt === MAX_ATTEMPTS) {
        throw this.#error(request, result, { status, attempt, mayHaveWorked });
      }
      await this.#options.limiter.pause(this.#backoff(attempt));
    }
  }

  async #attempt(request: ClientRequest, attempt: number): Promise<{ status: number; result: Result }> {
    const { limiter, transport, log, apiKey } = this.#options;
    const target = targetOf(request);
    const slow = () =>
      log(`no response for ${SLOW_MS / 1000} s, attempt ${attempt} of ${MAX_ATTEMPTS}: ${nameOf(request)}`);
    try {
      const { status, outcome } = await limiter.run(async () => {
        this.sent++;
        const timer = setTimeout(slow, SLOW_MS);
        try {
          const raw = await transport.send({ method: request.method, ...target });
          return readResponse(raw, (text) => shownText(text, request.body, apiKey));
        } finally {
          clearTimeout(timer);
        }
      });
      return { status, result: outcome };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      const what = error.message;
      if (error.sent) return { status: 0, result: { kind: "unclear", what, mayPass: true } };
      return { status: 0, result: { kind: "unsent", what, cause: error } };
    }
  }

  /** Full jitter: between 0 and a bound that doubles with every attempt. */
  #backoff(attempt: number): number {
    return this.#options.random() * Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** (attempt - 1));
  }

  #error(
    request: ClientRequest,
    result: Exclude<Result, { kind: "success" }>,
    facts: { readonly status: number; readonly attempt: number; readonly mayHaveWorked: boolean },
  ): Error {
    const { session = false } = request;
    const { status, attempt, mayHaveWorked } = facts;
    const { baseUrl } = this.#options;
    const what = `${nameOf(request)}: ${result.what}`;
    const details = { session, ...(status > 0 && { status }) };
    if (result.kind === "rejected") {
      const hint = status === 403 && !session ? FORBIDDEN : "";
      const message = `${nameOf(request)}: the service rejected the request: ${result.what}${hint}`;
      return new ErrorResponse(message, {
        status,
        reason: result.what,
        isAfterAmbiguous: mayHaveWorked,
        session,
      });
    }
    if (mayHaveWorked) {
      // For a create, the caller adds what to do: that depends on the object.
      const next = request.creates ? "" : ". Run the command again to find out";
      return new AmbiguousError(`${what}. The change may have taken effect${next}`);
    }
    if (result.kind === "foreign" || (result.kind === "unclear" && !result.mayPass)) {
      const next = `which is not a response of the service's API. Check that ${baseUrl} is its base address`;
      return new UnexpectedResponse(`${what}, ${next}`, details);
    }
    const next = `Check that the service runs at ${baseUrl} and that the network reaches it, then run the command again`;
    return new UnreachableError(`${what} (${attempt} attempts). ${next}`, details);
  }
}

const FORBIDDEN =
  ". The service accepted the API key before, so the plan of the account may lack this feature. Check the plan, or remove " +
  "the entries of this kind";

function isRepeatable({ creates = false }: ClientRequest, result: Result): boolean {
  if (result.kind === "unsent") return true;
  return result.kind === "unclear" && result.mayPass && !creates;
}

function nameOf({ method, path }: ClientRequest): string {
  return `${method} ${path}`;
}

function targetOf({ path, query, body }: ClientRequest): { path: string; body?: string } {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const target = { path: search === "" ? path : `${path}?${search}` };
  return body === undefined ? target : { ...target, body: JSON.stringify(body) };
}
